/** Calls in progress that their caller can cancel. A caller numbers its own calls. */
export interface CancellableCalls {
  /** Runs a call. Its signal is aborted when the caller cancels it. */
  run<T>(caller: object, callId: number, call: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Cancels a call. Does nothing for an unknown or finished one. */
  cancel(caller: object, callId: number): void;
}

export function createCancellableCalls(): CancellableCalls {
  const running = new WeakMap<object, Map<number, AbortController>>();
  return {
    async run(caller, callId, call) {
      const calls = running.get(caller) ?? new Map<number, AbortController>();
      running.set(caller, calls);
      const controller = new AbortController();
      calls.set(callId, controller);
      try {
        return await call(controller.signal);
      } finally {
        calls.delete(callId);
      }
    },
    cancel: (caller, callId) => running.get(caller)?.get(callId)?.abort(),
  };
}
