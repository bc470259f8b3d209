import { describe, expect, it } from "vitest";
import type { DesktopBridge } from "../electron/window-api/contract.ts";
import { BridgeError, createDesktopBridge } from "./bridge.ts";

function desktop(invoke: DesktopBridge["invoke"]): DesktopBridge {
  return { invoke, cancel: () => undefined, onEvent: () => () => undefined, pathOf: () => "" };
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
