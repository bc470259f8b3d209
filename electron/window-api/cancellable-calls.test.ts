import { expect, it } from "vitest";
import { createCancellableCalls } from "./cancellable-calls.ts";

it("cancels only a running call of the caller itself", async () => {
  const calls = createCancellableCalls();
  const window = {};
  const signals: AbortSignal[] = [];
  const finish: (() => void)[] = [];
  const start = (caller: object, callId: number) =>
    calls.run(caller, callId, (signal) => {
      signals.push(signal);
      return new Promise<string>((resolve) => finish.push(() => resolve("result")));
    });
  const results = [start(window, 1), start(window, 2), start({}, 1)];
  calls.cancel(window, 1);
  calls.cancel(window, 99);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false, false]);
  for (const resolve of finish) resolve();
  expect(await Promise.all(results)).toEqual(["result", "result", "result"]);
  calls.cancel(window, 2);
  expect(signals[1]?.aborted).toBe(false);
});
