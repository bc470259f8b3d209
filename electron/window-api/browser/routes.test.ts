import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createEvents, type Events } from "../../core/events.ts";
import { refuse } from "../../http/refusals.ts";
import type { Dispatch } from "../dispatch.ts";
import { createEventFeed } from "../event-feed.ts";
import { createInterfaceRoutes, type InterfaceRoutes } from "./routes.ts";
import { BrowserSessions } from "./sessions.ts";

let folder: string;
let server: Server;
let base: string;
let events: Events;
let routes: InterfaceRoutes;
let asked: unknown[];
let issued: unknown[];
let sessions: BrowserSessions;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "recollect-interface-"));
  writeFileSync(path.join(folder, "index.html"), "<!doctype html><title>the window</title>");
  events = createEvents((error) => {
    throw error;
  });
  asked = [];
  issued = [];
  let ids = 0;
  sessions = new BrowserSessions({
    clock: { now: () => Date.now() },
    newId: () => `session-${++ids}`,
    onChange: () => undefined,
  });
  const dispatch: Dispatch = async (method, input, signal) => {
    asked.push([method, input]);
    if (method === "test.wait") {
      await new Promise((resolve) => signal?.addEventListener("abort", resolve));
      asked.push("taken back");
    }
    if (method === "clients.createToken") return { ok: true, value: { grant: { subject: "script" }, token: "text" } };
    return { ok: true, value: 1 };
  };
  routes = createInterfaceRoutes({
    dispatch,
    feed: createEventFeed(events),
    sessions,
    folder,
    isOwner: async (authorization) => authorization === "Bearer owner",
    linkTo: (key) => `${base}/#key=${key}`,
    onTokenIssued: (token) => issued.push(token),
  });
  server = createServer((request, response) => {
    routes.handle(request, response).then(
      (handled) => handled || response.writeHead(404).end(),
      (error) => refuse(request, response, "rest", error),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

async function newKey(): Promise<string> {
  const response = await fetch(`${base}/interface/links`, {
    method: "POST",
    headers: { authorization: "Bearer owner" },
  });
  const { link } = (await response.json()) as { link: string };
  return new URL(link).hash.replace("#key=", "");
}

function redeem(key: string, headers: Record<string, string> = { origin: base }): Promise<Response> {
  return fetch(`${base}/interface/sessions`, { method: "POST", headers, body: JSON.stringify({ key }) });
}

/** Returns the headers that the interface's page sends. */
async function signIn(): Promise<Record<string, string>> {
  const { secret } = (await (await redeem(await newKey())).json()) as { secret: string };
  return { "recollect-session-secret": secret, origin: base };
}

function invoke(headers: Record<string, string>, body = JSON.stringify({ method: "app.status", input: {} })) {
  return fetch(`${base}/interface/invoke`, { method: "POST", headers, body });
}

function openEvents(headers: Record<string, string>, signal?: AbortSignal) {
  return fetch(`${base}/interface/events`, { method: "POST", headers, signal });
}

describe("the interface in a browser", () => {
  it("signs in once per link, without a cookie", async () => {
    const key = await newKey();
    const first = await redeem(key);
    expect(first.status).toBe(200);
    expect(first.headers.get("set-cookie")).toBeNull();
    expect(await first.json()).toEqual({ id: "session-1", secret: expect.stringMatching(/^[\w-]{43}$/) });
    expect((await redeem(key)).status).toBe(401);
  });

  it("serves the page and its files to everyone, because they contain no secret", async () => {
    const page = await fetch(base);
    expect(await page.text()).toContain("the window");
    expect(page.headers.get("content-security-policy")).toContain("default-src 'self'");
    expect(page.headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(page.headers.get("set-cookie")).toBeNull();
  });

  it("accepts calls and event streams only from its own page with the session's secret", async () => {
    const page = await signIn();
    const { origin: _origin, ...secret } = page;
    expect(await (await invoke(page)).json()).toEqual({ ok: true, value: 1 });
    expect(await (await invoke({ ...secret, "sec-fetch-site": "same-origin" })).json()).toEqual({ ok: true, value: 1 });
    expect(asked).toEqual([
      ["app.status", {}],
      ["app.status", {}],
    ]);
    const refused = [
      {},
      { origin: base },
      { origin: base, "recollect-session-secret": "guess" },
      { origin: base, cookie: `recollect-session-secret=${secret["recollect-session-secret"]}` },
      secret,
      { ...secret, "sec-fetch-site": "same-site" },
      { ...secret, "sec-fetch-site": "none" },
      { ...secret, origin: "http://127.0.0.1:9" },
      { ...secret, origin: "http://127.0.0.1:9", "sec-fetch-site": "same-origin" },
      { ...secret, origin: "null" },
    ];
    for (const headers of refused as Record<string, string>[]) {
      expect([(await invoke(headers)).status, (await openEvents(headers)).status], JSON.stringify(headers)).toEqual([
        401, 401,
      ]);
    }
    expect(asked).toHaveLength(2);
  });

  it("exchanges a key only for its own page", async () => {
    const key = await newKey();
    expect((await redeem(key, {})).status).toBe(401);
    expect((await redeem(key, { origin: "http://127.0.0.1:9" })).status).toBe(401);
    expect((await redeem(key)).status).toBe(200);
  });

  it("refuses a session that is signed out, and ends its event stream", async () => {
    const page = await signIn();
    const stream = await openEvents(page);
    sessions.signOut("session-1");
    expect(await stream.text()).toBe(": connected\n\n");
    expect((await invoke(page)).status).toBe(401);
  });

  it("reports a token that a session created", async () => {
    await invoke(await signIn(), JSON.stringify({ method: "clients.createToken", input: {} }));
    expect(issued).toEqual([{ subject: "script", session: "session-1" }]);
  });

  it("cancels a call when the browser disconnects before the response", async () => {
    const leaving = new AbortController();
    const asking = fetch(`${base}/interface/invoke`, {
      method: "POST",
      headers: await signIn(),
      body: JSON.stringify({ method: "test.wait", input: {} }),
      signal: leaving.signal,
    });
    await vi.waitFor(() => expect(asked).toHaveLength(1), 30_000);
    leaving.abort();
    await expect(asking).rejects.toThrow();
    await vi.waitFor(() => expect(asked.at(-1)).toBe("taken back"), 30_000);
  });

  it("refuses large or invalid bodies, and creates links only for the owner", async () => {
    const page = await signIn();
    expect((await invoke(page, "{")).status).toBe(400);
    expect((await invoke(page, `"${"x".repeat(5_000_000)}"`)).status).toBe(413);
    const before = asked.length;
    for (const input of [`${"[".repeat(65)}${"]".repeat(65)}`, `{${'"a":0,'.repeat(300_000)}"b":0}`]) {
      const refused = await invoke(page, `{"method":"app.status","input":${input}}`);
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({ error: { details: { reason: "json_excess" } } });
    }
    expect(asked).toHaveLength(before);
    expect((await fetch(`${base}/interface/links`, { method: "POST" })).status).toBe(401);
    expect((await fetch(`${base}/interface/links`, { method: "POST", headers: page })).status).toBe(401);
  });

  it("streams events to a signed-in browser", async () => {
    const abort = new AbortController();
    const stream = await openEvents(await signIn(), abort.signal);
    expect(stream.headers.get("content-type")).toBe("text/event-stream");
    events.emit("status.changed", null);
    let text = "";
    for await (const chunk of stream.body ?? []) {
      text += Buffer.from(chunk).toString();
      if (text.includes("status.changed")) break;
    }
    expect(text).toContain('data: {"name":"status.changed","payload":null}\n\n');
    abort.abort();
  });

  it("ends its streams when the server closes", async () => {
    const stream = await openEvents(await signIn());
    routes.close();
    expect(await stream.text()).toBe(": connected\n\n");
  });

  it("does not handle other paths", async () => {
    const headers = await signIn();
    expect((await fetch(`${base}/mcp`, { headers })).status).toBe(404);
    expect((await fetch(`${base}/interface/events`, { headers })).status).toBe(404);
    expect((await fetch(`${base}/health`)).status).toBe(404);
  });

  it("does not handle an invalid URL", async () => {
    const status = await new Promise((resolve, reject) => {
      request(base, { path: "http://[" }, (response) => resolve(response.resume().statusCode))
        .once("error", reject)
        .end();
    });
    expect(status).toBe(404);
  });
});
