import { afterEach, describe, expect, it, vi } from "vitest";
import type { DesktopBridge } from "../electron/ipc/contract.ts";
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

describe("the bridge of the desktop", () => {
  it("answers with the value", async () => {
    const bridge = createDesktopBridge(desktop(async () => ({ ok: true, value: ["decisions"] })));
    expect(await bridge.invoke("memories.namespaces", {})).toEqual(["decisions"]);
  });

  it("throws what the application says, whole", async () => {
    const error = { code: "conflict", message: "Changed.", hint: "Merge.", details: { current: 3 } } as const;
    const bridge = createDesktopBridge(desktop(async () => ({ ok: false, error })));
    expect(await failureOf(bridge.invoke("app.status", {}))).toMatchObject(error);
  });

  it("takes a question back by the number it was asked with, and no other", async () => {
    const asked: (number | undefined)[] = [];
    const cancelled: number[] = [];
    const bridge = createDesktopBridge({
      ...desktop(async (_method, _input, question) => {
        asked.push(question);
        return { ok: true, value: null };
      }),
      cancel: (question) => cancelled.push(question),
    });
    const [first, second] = [new AbortController(), new AbortController()];
    const answers = [
      bridge.invoke("app.status", {}, first.signal),
      bridge.invoke("app.status", {}, second.signal),
      bridge.invoke("app.status", {}),
    ];
    second.abort();
    await Promise.all(answers);
    first.abort();
    expect(cancelled).toEqual([asked[1]]);
    expect(asked[2]).toBeUndefined();
  });

  it("is offline where the application cannot be asked", async () => {
    const bridge = createDesktopBridge(
      desktop(async () => {
        throw new Error("no handler");
      }),
    );
    expect((await failureOf(bridge.invoke("app.status", {}))).code).toBe("offline");
  });
});

describe("the bridge of the browser", () => {
  const answerWith = (response: () => Promise<Response>) => vi.stubGlobal("fetch", vi.fn(response));
  const ask = () => createBrowserBridge().invoke("app.status", {});

  it("posts the method with its input and answers with the value", async () => {
    answerWith(async () => Response.json({ ok: true, value: 1 }));
    expect(await ask()).toBe(1);
    expect(fetch).toHaveBeenCalledWith("/interface/invoke", expect.objectContaining({ method: "POST" }));
  });

  it("throws what the application says even when the status says no", async () => {
    answerWith(async () =>
      Response.json({ ok: false, error: { code: "too_large", message: "Too much." } }, { status: 413 }),
    );
    expect((await failureOf(ask())).code).toBe("too_large");
  });

  it("is signed out when it is not let in", async () => {
    answerWith(async () => new Response("Who are you?", { status: 401 }));
    expect((await failureOf(ask())).code).toBe("signed_out");
  });

  it("is offline when nothing answers, or something else does", async () => {
    answerWith(async () => {
      throw new TypeError("Failed to fetch");
    });
    expect((await failureOf(ask())).code).toBe("offline");
    answerWith(async () => new Response("<html>", { status: 502 }));
    expect((await failureOf(ask())).code).toBe("offline");
  });

  it("leaves when its question is taken back", async () => {
    const left = new AbortController();
    answerWith(
      () => new Promise((_, reject) => left.signal.addEventListener("abort", () => reject(left.signal.reason))),
    );
    const asking = createBrowserBridge().invoke("app.status", {}, left.signal);
    left.abort();
    expect((await failureOf(asking)).code).toBe("cancelled");
    expect(fetch).toHaveBeenCalledWith("/interface/invoke", expect.objectContaining({ signal: left.signal }));
  });

  it("holds one stream for all its listeners and closes it with the last", () => {
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
