import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Bridge, BridgeError } from "./bridge.ts";
import { createBrowserBridge, openBrowserBridge } from "./browser-bridge.ts";
import { BridgeProvider } from "./data/use-bridge.tsx";
import { SignInGate } from "./frame/sign-in-gate.tsx";

const SESSION = { id: "session-1", secret: "the-secret" };
const status = { ok: true, value: 1 };

/** Responds to requests by path, and records them. */
function serve(routes: Readonly<Record<string, (signal?: AbortSignal) => Response | Promise<Response>>>) {
  const requests: { readonly path: string; readonly body: unknown; readonly headers: unknown }[] = [];
  vi.stubGlobal("fetch", async (path: string, { body, headers, signal }: RequestInit = {}) => {
    requests.push({ path, body: body === undefined ? null : JSON.parse(String(body)), headers });
    const respond = routes[path];
    if (respond === undefined) throw new TypeError("Failed to fetch");
    return await respond(signal ?? undefined);
  });
  return requests;
}

function signedIn(): Bridge {
  sessionStorage.setItem("recollect.session", JSON.stringify(SESSION));
  return createBrowserBridge();
}

async function failureOf(work: Promise<unknown>): Promise<BridgeError> {
  return await work.then(
    () => {
      throw new Error("It did not fail.");
    },
    (reason: BridgeError) => reason,
  );
}

beforeEach(() => {
  sessionStorage.clear();
  history.replaceState(null, "", "/");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("openBrowserBridge", () => {
  it("exchanges the key of a link for a session, and removes it from the address", async () => {
    location.hash = "#key=abc";
    const requests = serve({
      "/interface/sessions": () => Response.json(SESSION),
      "/interface/invoke": () => Response.json(status),
    });
    const bridge = await openBrowserBridge();
    expect(location.href).not.toContain("abc");
    expect(await bridge.invoke("app.status", {})).toBe(1);
    expect(requests).toMatchObject([
      { path: "/interface/sessions", body: { key: "abc" } },
      { path: "/interface/invoke", headers: { "recollect-session-secret": "the-secret" } },
    ]);
    expect(bridge.sessionId()).toBe("session-1");
  });

  it("keeps the session of the tab after a reload, and if a link does not work", async () => {
    signedIn();
    location.hash = "#key=used";
    serve({ "/interface/sessions": () => Response.json({}, { status: 401 }) });
    expect((await openBrowserBridge()).isSignedIn()).toBe(true);
  });

  it("sends nothing without a session, and shows how to sign in", async () => {
    const requests = serve({});
    const bridge = await openBrowserBridge();
    expect((await failureOf(bridge.invoke("app.status", {}))).code).toBe("signed_out");
    expect(requests).toEqual([]);
    render(
      <BridgeProvider bridge={bridge}>
        <SignInGate>the window</SignInGate>
      </BridgeProvider>,
    );
    expect(screen.getByRole("main").textContent).toContain("This tab is not signed in");
    expect(screen.getByText("npm run headless")).toBeTruthy();
  });
});

describe("createBrowserBridge", () => {
  it("throws the error of the application for an HTTP error status", async () => {
    const error = { code: "too_large", message: "Too much." };
    serve({ "/interface/invoke": () => Response.json({ ok: false, error }, { status: 413 }) });
    expect((await failureOf(signedIn().invoke("app.status", {}))).code).toBe("too_large");
  });

  it("signs the tab out for HTTP 401", async () => {
    serve({ "/interface/invoke": () => new Response("Unauthorized", { status: 401 }) });
    const bridge = signedIn();
    render(
      <BridgeProvider bridge={bridge}>
        <SignInGate>the window</SignInGate>
      </BridgeProvider>,
    );
    expect(screen.getByText("the window")).toBeTruthy();
    expect((await failureOf(bridge.invoke("app.status", {}))).code).toBe("signed_out");
    expect(await screen.findByText("This tab is not signed in")).toBeTruthy();
    expect(sessionStorage.length).toBe(0);
  });

  it("throws offline without a response or with a response of another program", async () => {
    serve({});
    expect((await failureOf(signedIn().invoke("app.status", {}))).code).toBe("offline");
    serve({ "/interface/invoke": () => new Response("<html>", { status: 502 }) });
    expect((await failureOf(signedIn().invoke("app.status", {}))).code).toBe("offline");
  });

  it.each([
    ["the desktop application", { name: "recollect", status: "ok" }, "Recollect now runs as the desktop app"],
    ["another program", { status: "UP" }, null],
  ])("says that the server of the tab was replaced by %s, if it is so", async (_program, health, words) => {
    const requests = serve({
      "/interface/events": () => new Response("Not found", { status: 404 }),
      "/health": () => Response.json(health),
    });
    const bridge = signedIn();
    render(
      <BridgeProvider bridge={bridge}>
        <SignInGate>the window</SignInGate>
      </BridgeProvider>,
    );
    const stop = bridge.onConnection(() => undefined);
    await vi.waitFor(() => expect(requests.some(({ path }) => path === "/health")).toBe(true), 30_000);
    if (words === null) expect(screen.getByText("the window")).toBeTruthy();
    else expect(await screen.findByText(words)).toBeTruthy();
    stop();
  });

  it("throws cancelled when the signal aborts", async () => {
    const abort = new AbortController();
    serve({
      "/interface/invoke": (signal) =>
        new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason))),
    });
    const pending = signedIn().invoke("app.status", {}, abort.signal);
    abort.abort();
    expect((await failureOf(pending)).code).toBe("cancelled");
  });

  it("shares one event stream among all listeners, reopens it after it closes, and closes it with the last", async () => {
    const streams: ReadableStreamDefaultController<Uint8Array>[] = [];
    const aborted = new Set<AbortSignal>();
    serve({
      "/interface/events": (signal) => {
        signal?.addEventListener("abort", () => {
          aborted.add(signal);
          streams.at(-1)?.error(signal.reason);
        });
        return new Response(new ReadableStream({ start: (controller) => void streams.push(controller) }));
      },
    });
    const bridge = signedIn();
    const events: unknown[] = [];
    const connections: boolean[] = [];
    const stopEvents = bridge.onEvent((event) => events.push(event));
    const stopConnection = bridge.onConnection((connected) => connections.push(connected));
    await vi.waitFor(() => expect(connections).toEqual([true]), 30_000);
    const text = ': connected\n\ndata: {"name":"status.changed","payload":null}\n\n';
    for (const part of [text.slice(0, 30), text.slice(30)]) streams[0]?.enqueue(new TextEncoder().encode(part));
    await vi.waitFor(() => expect(events).toEqual([{ name: "status.changed", payload: null }]), 30_000);
    streams[0]?.close();
    await vi.waitFor(() => expect(connections).toEqual([true, false, true]), 30_000);
    stopEvents();
    expect(aborted.size).toBe(0);
    stopConnection();
    expect(aborted.size).toBe(1);
    expect(streams).toHaveLength(2);
  });
});
