import { expect, it } from "vitest";
import { connectV1, connectV2, openTestStack, until } from "../../tests/testing/clients.ts";
import type { Stack } from "../../tests/testing/stack.ts";
import { OWNER } from "../core/caller.ts";
import type { RequestFilter } from "../core/request-filter.ts";
import type { RequestDetail } from "../core/request-log.ts";
import { errorText } from "../text/error-text.ts";
import { toErrorBody } from "../text/errors.ts";
import { zh } from "../text/zh.ts";
import { canReplay, createReplay } from "./replay.ts";

async function openReplay() {
  const stack = await openTestStack();
  const token = await stack.tokens.issueOwner();
  let last = 0;
  const replay = createReplay({
    target: () => ({ url: stack.url, token }),
    isReading: (tool) => stack.mcp.catalog.entries().tools.get(tool)?.definition.annotations?.readOnlyHint === true,
    events: stack.events,
    newId: () => {
      last += 1;
      return String(last);
    },
    version: "9.9",
  });
  return { stack, replay };
}

/** The only recorded message that matches a filter. */
async function recordedOne(stack: Stack, filter: RequestFilter): Promise<RequestDetail> {
  const page = await until(
    () => stack.log.list(filter, 1, null),
    ({ items }) => items.length === 1,
  );
  const detail = await stack.log.get(page.items[0]?.id ?? 0);
  if (detail === null) throw new Error("The log does not have it.");
  return detail;
}

const counts = async (stack: Stack) => (await stack.service.list(OWNER, {})).items.length;

it("replays a message in both protocol revisions as the window and returns its new row", async () => {
  const { stack, replay } = await openReplay();
  const old = await connectV1(stack, { name: "old" });
  const modern = await connectV2(stack, "auto", { name: "modern" });
  for (const [name, client] of [
    ["old", old],
    ["modern", modern],
  ] as const) {
    await client.callTool({ name: "list_memories", arguments: { limit: 3 } });
    const first = await recordedOne(stack, { client: name, target: "list_memories" });
    const again = await replay(first, false);
    expect(again).toMatchObject({ target: "list_memories", outcome: "ok", era: first.era, replayOf: first.id });
    expect(again.id).toBeGreaterThan(first.id);
    const marked = (await stack.log.list({}, 100, null)).items.filter(({ replayOf }) => replayOf === first.id);
    expect(marked.map(({ id }) => id)).toEqual([again.id]);
    expect(again.client).toEqual({ name: "Recollect window", version: "9.9" });
    expect(JSON.parse((await stack.log.get(again.id))?.responseBody ?? "")).toMatchObject({
      result: { structuredContent: expect.any(Object) },
    });
  }
});

it("replays a message that writes only after confirmation", async () => {
  const { stack, replay } = await openReplay();
  const client = await connectV2(stack, "auto", { name: "modern" });
  await client.callTool({ name: "capture_memory", arguments: { content: "Tea at four." } });
  const first = await recordedOne(stack, { target: "capture_memory" });
  const [memory] = (await stack.service.list(OWNER, {})).items;
  await stack.service.delete(OWNER, memory?.id ?? "");
  await expect(replay(first, false)).rejects.toMatchObject({ field: "writingConfirmed" });
  expect(await counts(stack)).toBe(0);
  await expect(replay(first, true)).resolves.toMatchObject({ outcome: "ok" });
});

it.each([
  ["was truncated", { requestBody: '{"jsonrpc":"2.0","method":"tools/ca', truncated: true }, /64 KiB/],
  ["was redacted", { requestBody: '{"method":"tools/call","params":{"token":"[redacted]"}}' }, /secret/],
  ["is a notification", { messageId: null }, /no response/],
  ["is a REST call", { transport: "rest" }, /REST/],
  ["Recollect sent itself", { direction: "sent" }, /itself/],
  ["has no body", { requestBody: null }, /body/],
  ["is not JSON-RPC", { requestBody: "[]" }, /not a JSON-RPC/],
  ["opens a connection", { requestBody: '{"method":"initialize","params":{}}' }, /opens a connection/],
] as const)(
  "does not send a message that %s, and gives the reason in both languages",
  async (_what, changes, words) => {
    const { stack, replay } = await openReplay();
    const client = await connectV2(stack, "auto", { name: "modern" });
    await client.callTool({ name: "memory_status", arguments: {} });
    const first = await recordedOne(stack, { target: "memory_status" });
    expect([first, { ...first, ...changes }].map(canReplay)).toEqual([true, false]);
    const error = await replay({ ...first, ...changes }, true).catch((thrown: unknown) => toErrorBody(thrown));
    if (!("code" in error)) throw new Error("The message was sent.");
    expect(error.message).toMatch(words);
    expect(errorText(error, zh).message).not.toBe(error.message);
    expect((await stack.log.list({ client: "Recollect window" }, 5, null)).items).toEqual([]);
  },
);

it("gives a hint to resume if the server is paused", async () => {
  const { stack, replay } = await openReplay();
  const client = await connectV1(stack, { name: "old" });
  await client.callTool({ name: "memory_status", arguments: {} });
  const first = await recordedOne(stack, { target: "memory_status" });
  stack.http.setServing(false);
  await expect(replay(first, false)).rejects.toMatchObject({
    code: "unavailable",
    hint: expect.stringMatching(/Resume/),
  });
});
