/** A thread whose methods answer, fail and end in each way there is. */
import { parentPort, workerData } from "node:worker_threads";
import { RecollectError } from "../core/errors.ts";
import { serveThread, threadLogger } from "./serve-thread.ts";

const port = parentPort;
if (port === null) throw new Error("A test starts this.");

const methods = {
  startedWith: () => workerData as unknown,
  later: async (word: string) => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return word;
  },
  atOnce: (word: string) => word,
  refuse: () => {
    throw new RecollectError("conflict", "There are enough.", { field: "ids", hint: "Fewer.", details: { most: 2 } });
  },
  fail: () => {
    throw new TypeError("Nothing is that.");
  },
  warn: () => threadLogger(port).warn("Look here.", { of: "the thread" }),
  crash: () =>
    new Promise(() => {
      setImmediate(() => {
        throw new Error("This is meant to happen.");
      });
    }),
  leave: () => process.exit(3),
};
export type TestMethods = typeof methods;

serveThread(port, { methods, close: () => {} });
