import type { BridgeEvent, MethodInput, MethodName, MethodOutput } from "../../electron/window-api/contract.ts";
import { type Bridge, BridgeError } from "../bridge.ts";

/** The responses of the server in a test. Calling any other method fails. */
export type Responses = {
  readonly [Name in MethodName]?: (input: MethodInput<Name>) => MethodOutput<Name> | Promise<MethodOutput<Name>>;
};

/** A bridge under the control of a test. */
export interface TestBridge extends Bridge {
  /** All calls in order. */
  readonly calls: readonly { readonly method: MethodName; readonly input: unknown }[];
  emit(event: BridgeEvent): void;
}

export function createTestBridge(responses: Responses): TestBridge {
  const listeners = new Set<(event: BridgeEvent) => void>();
  const calls: { method: MethodName; input: unknown }[] = [];
  return {
    host: "desktop",
    calls,
    async invoke(method, input, signal) {
      calls.push({ method, input });
      const respond = responses[method];
      if (respond === undefined) {
        throw new BridgeError({ code: "internal", message: `The test has no response for ${method}.` });
      }
      if (signal === undefined) return respond(input);
      return await new Promise((resolve, reject) => {
        signal.addEventListener("abort", () => reject(new BridgeError({ code: "cancelled", message: "" })));
        Promise.resolve(input).then(respond).then(resolve, reject);
      });
    },
    async openExternal(url) {
      calls.push({ method: "app.openExternal", input: { url } });
    },
    pathOf: (file) => `/home/ada/${file.name}`,
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onConnection: () => () => undefined,
    sessionId: () => null,
    isSignedIn: () => true,
    isReplaced: () => false,
    onSignedOut: () => () => undefined,
    emit(event) {
      for (const listener of listeners) listener(event);
    },
  };
}
