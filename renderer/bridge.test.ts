import { afterEach, describe, expect, it, vi } from "vitest";
import type { DesktopBridge } from "../electron/window-api/contract.ts";
import { BridgeError, createBrowserBridge, createDesktopBridge } from "./bridge.ts";

afterEach(() => vi.unstubAllGlobals());

function desktop(invoke: DesktopBridge["invoke"]): DesktopBridge {
  return { invoke, cancel: () => undefined, onEvent: () => () => undefined };
}

async function failureOf(work: Promise<unknown>): Promise<BridgeError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(BridgeError);
  return error as BridgeError;
}

describe("createDesktopBridge", () => {
  it("returns the value of a call", async () => {
    const bridge = createDesktopBridge(desktop(async () => ({ ok: true, value: ["decisions"] })));
    expect(await bridge.invoke("memories.namespaces", {})).toEqual(["decisions"]);
  });

  it("throws the full error of the application", async () => {
    const error = { code: "conflict", message: "Changed.", hint: "Merge.", details: { current: 3 } } as const;
    const bridge = createDesktopBridge(desktop(async () => ({ ok: false, error })));
    expect(await failureOf(bridge.invoke("app.status", {}))).toMatchObject(error);
  });

  it("cancels only the call whose signal aborts", async () => {
    const calls: (number | undefined)[] = [];
    const cancelled: number[] = [];
    const bridge = createDesktopBridge({
      ...desktop(async (_method, _input, call) => {
        calls.push(call);
        return { ok: true, value: null };
      }),
      cancel: (call) => cancelled.push(call),
    });
    const [first, second] = [new AbortController(), new AbortController()];
    const pending = [
      bridge.invoke("app.status", {}, first.signal),
      bridge.invoke("app.status", {}, second.signal),
      bridge.invoke("app.status", {}),
    ];
    second.abort();
    await Promise.all(pending);
    first.abort();
    expect(cancelled).toEqual([calls[1]]);
    expect(calls[2]).toBeUndefined();
  });

  it("throws offline if the application cannot be called", async () => {
    const bridge = createDesktopBridge(
      desktop(async () => {
        throw new Error("no handler");
      }),
    );
    expect((await failureOf(bridge.invoke("app.status", {}))).code).toBe("offline");
  });
});

describe("createBrowserBridge", () => {
  const respondWith = (response: () => Promise<Response>) => vi.stubGlobal("fetch", vi.fn(response));
  const call = () => createBrowserBridge().invoke("app.status", {});

  it("posts the method with its input and returns the value", async () => {
    respondWith(async () => Response.json({ ok: true, value: 1 }));
    expect(await call()).toBe(1);
    expect(fetch).toHaveBeenCalledWith("/interface/invoke", expect.objectContaining({ method: "POST" }));
  });

  it("throws the error of the application for an HTTP error status", async () => {
    respondWith(async () =>
      Response.json({ ok: false, error: { code: "too_large", message: "Too much." } }, { status: 413 }),
    );
    expect((await failureOf(call())).code).toBe("too_large");
  });

  it("throws signed_out for HTTP 401", async () => {
    respondWith(async () => new Response("Unauthorized", { status: 401 }));
    expect((await failureOf(call())).code).toBe("signed_out");
  });

  it("throws offline without a response or with a response of another program", async () => {
    respondWith(async () => {
      throw new TypeError("Failed to fetch");
    });
    expect((await failureOf(call())).code).toBe("offline");
    respondWith(async () => new Response("<html>", { status: 502 }));
    expect((await failureOf(call())).code).toBe("offline");
  });

  it("throws cancelled when the signal aborts", async () => {
    const abort = new AbortController();
    respondWith(
      () => new Promise((_, reject) => abort.signal.addEventListener("abort", () => reject(abort.signal.reason))),
    );
    const pending = createBrowserBridge().invoke("app.status", {}, abort.signal);
    abort.abort();
    expect((await failureOf(pending)).code).toBe("cancelled");
    expect(fetch).toHaveBeenCalledWith("/interface/invoke", expect.objectContaining({ signal: abort.signal }));
  });

  it("shares one event stream among all listeners and closes it with the last", () => {
    const streams: FakeStream[] = [];
    class FakeStream {
      onopen: (() => void) | null = null;
      onerror: (() => void) | null = null;
      onmessage: ((message: { data: string }) => void) | null = null;
      closed = false;
      constructor() {
        streams.push(this);
      }
      close() {
        this.closed = true;
      }
    }
    vi.stubGlobal("EventSource", FakeStream);
    const bridge = createBrowserBridge();
    const events: unknown[] = [];
    const connections: boolean[] = [];
    const stopEvents = bridge.onEvent((event) => events.push(event));
    const stopConnection = bridge.onConnection((connected) => connections.push(connected));
    streams[0]?.onopen?.();
    streams[0]?.onmessage?.({ data: '{"name":"status.changed","payload":null}' });
    streams[0]?.onerror?.();
    expect(events).toEqual([{ name: "status.changed", payload: null }]);
    expect(connections).toEqual([true, false]);
    stopEvents();
    expect(streams.map((stream) => stream.closed)).toEqual([false]);
    stopConnection();
    expect(streams.map((stream) => stream.closed)).toEqual([true]);
  });
});
