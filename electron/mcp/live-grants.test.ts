import { describe, expect, it } from "vitest";
import { call } from "../../tests/testing/calls.ts";
import { connectV2, openTestStack, until } from "../../tests/testing/clients.ts";
import type { Stack } from "../../tests/testing/stack.ts";
import { FULL_GRANT, OWNER } from "../core/caller.ts";

const LIST_CHANGED = "list changed";

/** A client of revision 2026 that listens for changes; `notified` collects them. */
async function listen(stack: Stack, subject: string, uris: readonly string[]) {
  const token = await stack.issue({}, subject);
  const client = await connectV2(stack, "auto", { token, name: subject });
  const notified: string[] = [];
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => void notified.push(params.uri));
  client.setNotificationHandler("notifications/resources/list_changed", () => void notified.push(LIST_CHANGED));
  const subscription = await client.listen({ resourceSubscriptions: [...uris], resourcesListChanged: true });
  return { client, notified, subscription, token };
}

const only = (...domains: string[]) => ({ grant: { ...FULL_GRANT, domains } });

describe("a grant that changes while a client of revision 2026 is connected", () => {
  it("limits notifications immediately, before the client's next request, and extends them again", async () => {
    const stack = await openTestStack();
    const uris = ["recollect://user/_", "recollect://owner%2Frepo/_", "recollect://_/_"];
    const { notified } = await listen(stack, "cursor", uris);
    const other = await listen(stack, "zed", uris);
    await stack.tokens.update("cursor", only("owner/repo"));
    await stack.service.capture(OWNER, { content: "The lighthouse." });
    await until(
      () => other.notified,
      (uris) => uris.includes("recollect://user/_") && uris.includes(LIST_CHANGED),
    );
    await stack.service.capture(OWNER, { content: "For the project.", domain: "owner/repo" });
    await until(
      () => notified,
      (uris) => uris.includes("recollect://owner%2Frepo/_"),
    );
    expect(notified).not.toContain("recollect://user/_");
    expect(notified.filter((uri) => uri === LIST_CHANGED)).toHaveLength(1);
    await stack.tokens.update("cursor", { grant: FULL_GRANT });
    await stack.service.capture(OWNER, { content: "Another lighthouse." });
    await until(
      () => notified,
      (uris) => uris.includes("recollect://user/_"),
    );
  });

  it("notifies a limited client that a memory left, without its new place", async () => {
    const stack = await openTestStack();
    const { memory } = await stack.service.capture(OWNER, {
      content: "Moving.",
      domain: "owner/repo",
      tags: ["plain"],
    });
    const uris = ["recollect://user/_", "recollect://topics/lighthouse", "recollect://topics/plain", memory.urn];
    const { notified } = await listen(stack, "cursor", uris);
    await stack.tokens.update("cursor", only("owner/repo"));
    await stack.service.update(OWNER, memory.id, { domain: "user", tags: ["lighthouse"] });
    await until(
      () => notified,
      (uris) => uris.length >= 3,
    );
    expect(notified.toSorted()).toEqual([LIST_CHANGED, memory.urn, "recollect://topics/plain"]);
  });

  it("applies limits, read-only access, pause and resume to the next request", async () => {
    const stack = await openTestStack();
    await stack.service.capture(OWNER, { content: "The lighthouse." });
    const { client } = await listen(stack, "cursor", []);
    const list = async () => JSON.stringify(await call(client, "list_memories", { domain: "_" }));
    expect(await list()).toContain("lighthouse");
    await stack.tokens.update("cursor", only("owner/repo"));
    expect(await list()).not.toContain("lighthouse");
    await stack.tokens.update("cursor", { grant: { ...FULL_GRANT, access: "read" } });
    expect(await call(client, "capture_memory", { content: "x" })).toMatchObject({ code: "permission_denied" });
    await stack.tokens.update("cursor", { pausedAt: 1 });
    await expect(list()).rejects.toThrow(/cursor is paused/);
    await stack.tokens.update("cursor", { pausedAt: null });
    expect(await list()).toContain("lighthouse");
  });

  it.each([
    ["it is paused", (stack: Stack) => stack.tokens.update("cursor", { pausedAt: 1 })],
    ["its token is revoked", (stack: Stack) => stack.tokens.revokeSubject("cursor")],
    ["its token expires", (stack: Stack) => stack.tokens.update("cursor", { expiresAt: Date.now() + 2_000 })],
  ])("closes only the client's own stream, and at once, when %s", async (_why, act) => {
    const stack = await openTestStack();
    const { notified } = await listen(stack, "cursor", ["recollect://user/_"]);
    const other = await listen(stack, "zed", ["recollect://user/_"]);
    const listening = () => stack.mcp.streams().map((client) => client?.name);
    expect(listening().toSorted()).toEqual(["cursor", "zed"]);
    await act(stack);
    await until(listening, (names) => !names.includes("cursor"));
    expect(listening()).toEqual(["zed"]);
    await stack.service.capture(OWNER, { content: "For one of them." });
    await until(
      () => other.notified,
      (uris) => uris.includes("recollect://user/_"),
    );
    expect(notified).toEqual([]);
  });
});

it("counts a client of revision 2026 as listening until it disconnects", async () => {
  const stack = await openTestStack();
  const { client } = await listen(stack, "cursor", ["recollect://user/_"]);
  expect(stack.mcp.streams()).toEqual([{ name: "cursor", version: "2.3.4" }]);
  await client.close();
  await until(
    () => stack.mcp.streams(),
    (streams) => streams.length === 0,
  );
});
