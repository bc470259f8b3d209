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
import { createInterfaceSessions } from "./sessions.ts";

let folder: string;
let server: Server;
let base: string;
let events: Events;
let routes: InterfaceRoutes;
let asked: unknown[];

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "recollect-interface-"));
  writeFileSync(path.join(folder, "index.html"), "<!doctype html><title>the window</title>");
  events = createEvents((error) => {
    throw error;
  });
  asked = [];
  const dispatch: Dispatch = async (method, input, signal) => {
    asked.push([method, input]);
    if (method === "test.wait") {
      await new Promise((resolve) => signal?.addEventListener("abort", resolve));
      asked.push("taken back");
    }
    return { ok: true, value: 1 };
  };
  routes = createInterfaceRoutes({
    dispatch,
    feed: createEventFeed(events),
    sessions: createInterfaceSessions(),
    folder,
    isOwner: async (authorization) => authorization === "Bearer owner",
    linkTo: (key) => `${base}/?key=${key}`,
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

async function newLink(): Promise<string> {
  const response = await fetch(`${base}/interface/links`, {
    method: "POST",
    headers: { authorization: "Bearer owner" },
  });
  return ((await response.json()) as { link: string }).link;
}

async function signIn(): Promise<string> {
  const response = await fetch(await newLink(), { redirect: "manual" });
  return response.headers.get("set-cookie")?.split(";")[0] ?? "";
}

function invoke(headers: Record<string, string>, body = JSON.stringify({ method: "app.status", input: {} })) {
  return fetch(`${base}/interface/invoke`, { method: "POST", headers, body });
}

describe("the interface in a browser", () => {
  it("signs in once per link, with a cookie that scripts and other sites cannot use", async () => {
    const link = await newLink();
    const first = await fetch(link, { redirect: "manual" });
    expect(first.status).toBe(303);
    expect(first.headers.get("location")).toBe("/");
    expect(first.headers.get("set-cookie")).toMatch(/^recollect-\d+=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/$/);
    const second = await fetch(link, { redirect: "manual" });
    expect(second.status).toBe(401);
    expect(await second.text()).toContain("npm run headless");
  });

  it("serves the page to a signed-in browser and explains to others how to sign in", async () => {
    const signedOut = await fetch(base);
    expect(signedOut.status).toBe(401);
    expect(await signedOut.text()).toContain("get a new link");
    const page = await fetch(base, { headers: { cookie: await signIn() } });
    expect(await page.text()).toContain("the window");
    expect(page.headers.get("content-security-policy")).toContain("default-src 'self'");
  });

  it("redirects a browser that comes from another site, because it sends no cookie with that request", async () => {
    const headers = { "sec-fetch-site": "cross-site" };
    expect(await (await fetch(base, { headers })).text()).toContain('http-equiv="refresh"');
    expect((await fetch(`${base}/?key=guess`, { headers })).status).toBe(401);
  });

  it("accepts calls only from its own page", async () => {
    const cookie = await signIn();
    expect(await (await invoke({ cookie, origin: base })).json()).toEqual({ ok: true, value: 1 });
    expect(asked).toEqual([["app.status", {}]]);
    expect((await invoke({ origin: base })).status).toBe(401);
    expect((await invoke({ cookie, origin: "http://evil.example" })).status).toBe(401);
    expect((await invoke({ cookie: "recollect-1=guess" })).status).toBe(401);
    expect(asked).toHaveLength(1);
  });

  it("cancels a call when the browser disconnects before the response", async () => {
    const leaving = new AbortController();
    const asking = fetch(`${base}/interface/invoke`, {
      method: "POST",
      headers: { cookie: await signIn() },
      body: JSON.stringify({ method: "test.wait", input: {} }),
      signal: leaving.signal,
    });
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    leaving.abort();
    await expect(asking).rejects.toThrow();
    await vi.waitFor(() => expect(asked.at(-1)).toBe("taken back"));
  });

  it("refuses large or invalid bodies, and creates links only for the owner", async () => {
    const cookie = await signIn();
    expect((await invoke({ cookie }, "{")).status).toBe(400);
    expect((await invoke({ cookie }, `"${"x".repeat(5_000_000)}"`)).status).toBe(413);
    const before = asked.length;
    for (const input of [`${"[".repeat(65)}${"]".repeat(65)}`, `{${'"a":0,'.repeat(300_000)}"b":0}`]) {
      const refused = await invoke({ cookie }, `{"method":"app.status","input":${input}}`);
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({ error: { details: { reason: "json_excess" } } });
    }
    expect(asked).toHaveLength(before);
    expect((await fetch(`${base}/interface/links`, { method: "POST" })).status).toBe(401);
    expect((await fetch(`${base}/interface/links`, { method: "POST", headers: { cookie } })).status).toBe(401);
  });

  it("streams events to a signed-in browser", async () => {
    expect((await fetch(`${base}/interface/events`)).status).toBe(401);
    const abort = new AbortController();
    const stream = await fetch(`${base}/interface/events`, {
      headers: { cookie: await signIn() },
      signal: abort.signal,
    });
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
    const stream = await fetch(`${base}/interface/events`, { headers: { cookie: await signIn() } });
    routes.close();
    expect(await stream.text()).toBe(": connected\n\n");
  });

  it("does not handle other paths", async () => {
    const cookie = await signIn();
    expect((await fetch(`${base}/mcp`, { headers: { cookie } })).status).toBe(404);
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
