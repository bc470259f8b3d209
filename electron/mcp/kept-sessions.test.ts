import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSession, openTestStack, post, until } from "../../tests/support/clients.ts";
import type { Stack } from "../../tests/support/stack.ts";
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

/** A token that holds across restarts, as tokens do whose rows and key are on disk. */
const tokenCalled =
  (id: string): Authenticate =>
  async () => ({ id, subject: "a-client", owner: false, grant: FULL_GRANT, paused: false });

const open = (id = "token-1") => openTestStack({ sessionsFile, authenticate: tokenCalled(id) });
const call = (id: number, method: string, params: object = {}) => ({ jsonrpc: "2.0", id, method, params });

/** Opens the stream for what is sent unasked, and collects what comes. */
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

describe("a session of the 2025 era and a restart", () => {
  it("goes on for its client as if nothing had happened, subscriptions included", async () => {
    const before = await open();
    const session = await openSession(before);
    const uri = listingAddress("user", null);
    await (await post(before, call(2, "resources/subscribe", { uri }), session)).text();
    await before.close();
    expect(statSync(sessionsFile).mode & 0o077).toBe(0);

    const after = await open();
    expect(after.mcp.sessions()).toEqual([]);
    const stream = await listen(after, session);
    const captured = call(3, "tools/call", { name: "capture_memory", arguments: { content: "Still here" } });
    const answers = await Promise.all([post(after, captured, session), post(after, call(4, "tools/list"), session)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await answers[0]?.json()).toMatchObject({
      result: { structuredContent: { memory: { client: { name: "raw", version: "1" } } } },
    });
    expect(after.mcp.sessions()).toMatchObject([
      { id: session["mcp-session-id"], protocolVersion: "2025-11-25", client: { name: "raw" } },
    ]);
    await until(stream.text, (text) => text.includes("notifications/resources/updated") && text.includes(uri));
    await stream.close();
  });

  it("is over for good once its client ended it, its token was revoked, or another token asks", async () => {
    const before = await open();
    const [ended, kept] = [await openSession(before), await openSession(before)];
    await fetch(before.url, { method: "DELETE", headers: { ...ended, authorization: "Bearer x" } });
    await before.close();

    const other = await open("token-2");
    expect((await post(other, call(2, "ping"), kept)).status).toBe(404);
    await other.close();
    const after = await open();
    expect((await post(after, call(2, "ping"), ended)).status).toBe(404);
    expect((await post(after, call(2, "ping"), kept)).status).toBe(200);
    await after.mcp.disconnect("token-1");
    expect((await post(after, call(2, "ping"), kept)).status).toBe(404);
  });

  it("is not kept for the shim, which takes its own up again, nor out of a file that cannot be read", async () => {
    const before = await open();
    const session = await openSession(before, { headers: { "recollect-transport": "stdio" } });
    await openSession(before);
    await before.close();
    const kept = JSON.parse(readFileSync(sessionsFile, "utf8")) as { id: string }[];
    expect(kept).toHaveLength(1);
    expect(kept.map(({ id }) => id)).not.toContain(session["mcp-session-id"]);

    writeFileSync(sessionsFile, '[{"id": 1}, {"id": "a"}, null, {');
    const after = await open();
    expect((await post(after, call(2, "ping"), { "mcp-session-id": kept[0]?.id ?? "" })).status).toBe(404);
    await openSession(after);
    await after.close();
    expect(JSON.parse(readFileSync(sessionsFile, "utf8"))).toHaveLength(1);
  });
});

describe("a stream that broke off", () => {
  it("is opened again by the last event's id and gets what it missed, once", async () => {
    const stack = await open();
    const session = await openSession(stack);
    const uri = listingAddress("user", null);
    await (await post(stack, call(2, "resources/subscribe", { uri }), session)).text();
    const capture = (content: string) =>
      post(stack, call(9, "tools/call", { name: "capture_memory", arguments: { content } }), session);
    const idsIn = (text: string) => [...text.matchAll(/^id: (.+)$/gm)].map(([, id]) => id ?? "");

    const first = await listen(stack, session);
    await capture("Heard");
    const heard = idsIn(await until(first.text, (text) => text.includes("resources/updated")));
    await first.close();
    await until(
      () => stack.mcp.sessions()[0]?.listening,
      (listening) => listening === false,
    );
    await capture("Missed");
    // Changes are told a moment later, together.
    await new Promise((resolve) => setTimeout(resolve, 100));

    const second = await listen(stack, { ...session, "last-event-id": heard.at(-1) ?? "" });
    const missed = idsIn(await until(second.text, (text) => text.includes("resources/updated")));
    expect(missed.filter((id) => heard.includes(id))).toEqual([]);
    await second.close();
    const third = await listen(stack, { ...session, "last-event-id": "of-another-run-1" });
    await capture("Afterwards");
    expect(idsIn(await until(third.text, (text) => text.includes("resources/updated")))[0]).not.toBe(missed[0]);
    await third.close();
  });
});
