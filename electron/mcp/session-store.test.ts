import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSession, openTestStack, post, until } from "../../tests/testing/clients.ts";
import type { Stack } from "../../tests/testing/stack.ts";
import { FULL_GRANT } from "../core/caller.ts";
import type { Authenticate } from "../http/guard.ts";
import { listingAddress } from "./addresses.ts";

let folder: string;
let sessionsFile: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "recollect-sessions-"));
  sessionsFile = path.join(folder, "sessions.json");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A token that stays valid across restarts, like a token whose row and key are on disk. */
const tokenNamed =
  (id: string): Authenticate =>
  async () => ({ id, subject: "a-client", owner: false, grant: FULL_GRANT, paused: false, injection: true });

const open = (id = "token-1") => openTestStack({ sessionsFile, authenticate: tokenNamed(id) });
const call = (id: number, method: string, params: object = {}) => ({ jsonrpc: "2.0", id, method, params });

/** Opens the stream for notifications and collects its text. */
async function listen(stack: Stack, headers: Readonly<Record<string, string>>) {
  const abort = new AbortController();
  const response = await fetch(stack.url, {
    headers: { ...headers, authorization: `Bearer ${stack.token}`, accept: "text/event-stream" },
    signal: abort.signal,
  });
  let text = "";
  const reading = (async () => {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString("utf8");
  })().catch(() => undefined);
  return {
    text: () => text,
    async close() {
      abort.abort();
      await reading;
    },
  };
}

describe("a session after a restart", () => {
  it("continues for its client, including its subscriptions", async () => {
    const before = await open();
    const session = await openSession(before);
    const uri = listingAddress("user", null);
    await (await post(before, call(2, "resources/subscribe", { uri }), session)).text();
    await before.close();
    expect(statSync(sessionsFile).mode & 0o077).toBe(0);

    const after = await open();
    expect(after.mcp.sessions()).toEqual([]);
    const stream = await listen(after, session);
    const captured = call(3, "tools/call", {
      name: "capture_memory",
      arguments: { content: "Still here", detail: "everything" },
    });
    const responses = await Promise.all([post(after, captured, session), post(after, call(4, "tools/list"), session)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(await responses[0]?.json()).toMatchObject({
      result: { structuredContent: { memory: { client: { name: "raw", version: "1" } } } },
    });
    expect(after.mcp.sessions()).toMatchObject([
      { id: session["mcp-session-id"], protocolVersion: "2025-11-25", client: { name: "raw" } },
    ]);
    await until(stream.text, (text) => text.includes("notifications/resources/updated") && text.includes(uri));
    await stream.close();
  });

  it("stays ended after DELETE or when its token is revoked, and is not found with another token", async () => {
    const before = await open();
    const [ended, stored] = [await openSession(before), await openSession(before)];
    await fetch(before.url, { method: "DELETE", headers: { ...ended, authorization: "Bearer x" } });
    await before.close();

    const other = await open("token-2");
    expect((await post(other, call(2, "ping"), stored)).status).toBe(404);
    await other.close();
    const after = await open();
    expect((await post(after, call(2, "ping"), ended)).status).toBe(404);
    expect((await post(after, call(2, "ping"), stored)).status).toBe(200);
    await after.mcp.disconnect("token-1");
    expect((await post(after, call(2, "ping"), stored)).status).toBe(404);
  });

  it("is not stored for the shim, and not restored from an unreadable file", async () => {
    const before = await open();
    const session = await openSession(before, { headers: { "recollect-transport": "stdio" } });
    await openSession(before);
    await before.close();
    const stored = JSON.parse(readFileSync(sessionsFile, "utf8")) as { id: string }[];
    expect(stored).toHaveLength(1);
    expect(stored.map(({ id }) => id)).not.toContain(session["mcp-session-id"]);

    writeFileSync(sessionsFile, '[{"id": 1}, {"id": "a"}, null, {');
    const after = await open();
    expect((await post(after, call(2, "ping"), { "mcp-session-id": stored[0]?.id ?? "" })).status).toBe(404);
    await openSession(after);
    await after.close();
    expect(JSON.parse(readFileSync(sessionsFile, "utf8"))).toHaveLength(1);
  });
});

describe("a lost stream", () => {
  it("receives the missed events once when it is reopened with the last event id", async () => {
    const stack = await open();
    const session = await openSession(stack);
    const uri = listingAddress("user", null);
    await (await post(stack, call(2, "resources/subscribe", { uri }), session)).text();
    const capture = (content: string) =>
      post(stack, call(9, "tools/call", { name: "capture_memory", arguments: { content } }), session);
    const idsIn = (text: string) => [...text.matchAll(/^id: (.+)$/gm)].map(([, id]) => id ?? "");

    const first = await listen(stack, session);
    await capture("Received");
    const received = idsIn(await until(first.text, (text) => text.includes("resources/updated")));
    await first.close();
    await until(
      () => stack.mcp.sessions()[0]?.listening,
      (listening) => listening === false,
    );
    await capture("Missed");
    // Changes are notified together after a short delay.
    await new Promise((resolve) => setTimeout(resolve, 100));

    const second = await listen(stack, { ...session, "last-event-id": received.at(-1) ?? "" });
    const missed = idsIn(await until(second.text, (text) => text.includes("resources/updated")));
    expect(missed.filter((id) => received.includes(id))).toEqual([]);
    await second.close();
    const third = await listen(stack, { ...session, "last-event-id": "of-another-run-1" });
    await capture("Afterwards");
    expect(idsIn(await until(third.text, (text) => text.includes("resources/updated")))[0]).not.toBe(missed[0]);
    await third.close();
  });
});
