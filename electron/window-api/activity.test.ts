import { expect, it } from "vitest";
import { call } from "../../tests/testing/calls.ts";
import { type ConnectOptions, connectV1, connectV2, openTestStack, until } from "../../tests/testing/clients.ts";
import type { Stack } from "../../tests/testing/stack.ts";
import { titleOfClient } from "../connect/registry.ts";
import type { ActivityEntry } from "../core/activity.ts";
import { activityText } from "../core/activity-sentence.ts";
import { OWNER } from "../core/caller.ts";
import { en } from "../text/en.ts";
import { zh } from "../text/zh.ts";
import { createActivityHandlers } from "./activity.ts";
import type { MethodInput } from "./contract.ts";

async function open() {
  const stack = await openTestStack();
  const handlers = createActivityHandlers({
    requests: stack.log,
    memories: stack.service,
    clock: { now: Date.now },
    clientTitle: titleOfClient,
  });
  const entries = async (input: MethodInput<"activity.entries"> = {}) =>
    (await handlers["activity.entries"]({ ...input } as never)).items;
  /** The sentences, oldest first, without connections, once there are as many. */
  const sentences = async (count: number, input: MethodInput<"activity.entries"> = {}, text: typeof en = en) => {
    const read = async () => (await entries(input)).filter(({ kind }) => kind !== "connected");
    const found = await until<ActivityEntry[]>(read, (list) => list.length >= count);
    return found.toReversed().map((entry) => activityText(entry, { ...text.activity, errors: text.errors }));
  };
  return { stack, entries, sentences };
}

const post = (stack: Stack, path: string, body: unknown, token = stack.token, headers: Record<string, string> = {}) =>
  fetch(`${stack.origin}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

const PROJECT = { headers: { "recollect-project": "acme/shop" } };

it.each([
  ["2025", connectV1],
  ["2026", (stack: Stack, options: ConnectOptions) => connectV2(stack, "auto", options)],
] as const)("says in plain words what a client of revision %s did", async (_revision, connect) => {
  const { stack, sentences } = await open();
  const client = await connect(stack, { name: "codex-mcp-client", ...PROJECT });
  const { memory } = (await call(client, "capture_memory", {
    content: "# Refunds are rounded per line\n\nNot per order.",
  })) as { memory: { id: string } };
  await call(client, "search_memories", { query: "rounded refunds" });
  await call(client, "search_memories", { query: "zeppelin" });
  await call(client, "get_memory", { id: memory.id });
  await call(client, "update_memory", { id: memory.id, tags: ["money"] });
  await call(client, "delete_memory", { id: memory.id });
  await call(client, "restore_memory", { id: memory.id });
  await client.callTool({ name: "get_memory", arguments: { id: "nonsense" } });
  await call(client, "memory_status", {});
  const found = await sentences(8);
  expect(found.slice(0, 7)).toEqual([
    "Codex remembered Refunds are rounded per line in acme/shop.",
    "Codex searched for rounded refunds: 1 found.",
    "Codex searched for zeppelin: nothing found.",
    "Codex read Refunds are rounded per line.",
    "Codex changed Refunds are rounded per line in acme/shop.",
    "Codex moved Refunds are rounded per line in acme/shop to the trash.",
    "Codex restored Refunds are rounded per line in acme/shop.",
  ]);
  expect(found[7]).toMatch(/^Codex could not use get_memory: ./);
  expect(found).toHaveLength(8);
  // The reason of a failure too is in the owner's language.
  const inChinese = await sentences(8, {}, zh as typeof en);
  expect(inChinese[7]).toMatch(/^Codex 无法使用 get_memory：“nonsense”不是记忆/);
});

it("shows an event that happened five times as one line", async () => {
  const { stack, entries, sentences } = await open();
  const client = await connectV1(stack, { name: "claude-code" });
  for (let times = 0; times < 5; times += 1) await call(client, "search_memories", { query: "money rounding" });
  await until<readonly ActivityEntry[]>(entries, (list) => list.some(({ times }) => times === 5));
  const searches = await sentences(1);
  expect(searches).toEqual(["Claude Code searched for money rounding: nothing found. (5 times)"]);
});

it("sums what hooks added to prompts, and leaves out prompts without an addition", async () => {
  const { stack, sentences } = await open();
  for (const content of [
    "Orders are stored in PostgreSQL, because they need transactions across tables.",
    "The staging deployment runs behind Caddy.",
    "Invoices are rendered with WeasyPrint.",
  ]) {
    await stack.service.capture({ ...OWNER, client: { name: "script", version: "" } }, { content, domain: "user" });
  }
  const token = await stack.issue({}, "claude-code");
  for (const session of ["one", "two"]) {
    const body = { prompt: "Why are the orders stored in PostgreSQL?", session };
    expect(await (await post(stack, "/hooks/UserPromptSubmit", body, token)).json()).toHaveProperty(
      "memories.length",
      1,
    );
  }
  await post(stack, "/hooks/UserPromptSubmit", { prompt: "Hello", session: "one" }, token);
  await until(
    () => sentences(1),
    ([only]) => only?.includes("2 prompts") === true,
  );
  expect(await sentences(1)).toEqual(["2 memories were added to 2 prompts of Claude Code."]);
});

it("names a refused program, and reads in Chinese", async () => {
  const { stack, sentences } = await open();
  await post(stack, "/tools/search_memories", { query: "x" }, "not-a-token");
  const client = await connectV1(stack, { name: "cursor-vscode", ...PROJECT });
  await call(client, "capture_memory", { content: "Prices are in cents." });
  expect(await sentences(2)).toContain("Cursor remembered Prices are in cents in acme/shop.");
  expect((await sentences(2)).filter((text) => text.endsWith("was refused."))).toHaveLength(1);
  expect(await sentences(2, {}, zh as typeof en)).toContain("Cursor 在 acme/shop 中记住了 Prices are in cents。");
});

it("continues page by page until the oldest entry, without gaps", async () => {
  const { stack, sentences } = await open();
  const handlers = createActivityHandlers({
    requests: stack.log,
    memories: stack.service,
    clock: { now: Date.now },
    clientTitle: titleOfClient,
  });
  const client = await connectV1(stack, { name: "codex" });
  for (let index = 0; index < 300; index += 1) await call(client, "search_memories", { query: `word${index}` });
  await sentences(300, { limit: 500 });
  const keys = new Set<string>();
  let cursor: string | undefined;
  let pages = 0;
  do {
    const page = await handlers["activity.entries"]({
      limit: 100,
      ...(cursor === undefined ? {} : { cursor }),
    } as never);
    for (const { key } of page.items) keys.add(key);
    cursor = page.nextCursor;
    pages += 1;
  } while (cursor !== undefined);
  expect(pages).toBeGreaterThan(1);
  expect([...keys].filter((key) => key.includes('"searched"'))).toHaveLength(300);
  await expect(handlers["activity.entries"]({ cursor: "nonsense" } as never)).rejects.toMatchObject({
    code: "invalid_argument",
  });
});
