import type { BridgeEvent, MethodInput, MethodName, MethodOutput } from "../../electron/ipc/contract.ts";
import { type Bridge, BridgeError } from "../bridge.ts";

/** What the application answers in a test; a method without an answer fails the call by name. */
export type Answers = {
  readonly [Name in MethodName]?: (input: MethodInput<Name>) => MethodOutput<Name> | Promise<MethodOutput<Name>>;
};

/** The far end of the bridge in a test's hands. */
export interface TestBridge extends Bridge {
  /** Every call so far, in order. */
  readonly calls: readonly { readonly method: MethodName; readonly input: unknown }[];
  emit(event: BridgeEvent): void;
}

export function createTestBridge(answers: Answers): TestBridge {
  const listeners = new Set<(event: BridgeEvent) => void>();
  const calls: { method: MethodName; input: unknown }[] = [];
  return {
    host: "desktop",
    calls,
    async invoke(method, input) {
      calls.push({ method, input });
      const answer = answers[method];
      if (answer === undefined) {
        throw new BridgeError({ code: "internal", message: `The test gives no answer to ${method}.` });
      }
      return answer(input);
    },
    openExternal: async () => undefined,
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onConnection: () => () => undefined,
    emit(event) {
      for (const listener of listeners) listener(event);
    },
  };
}
