/** A worker whose methods return, throw and exit in every way that the tests need. */
import { parentPort, workerData } from "node:worker_threads";
import { RecollectError } from "../../text/errors.ts";
import { serveThread, threadLogger } from "../serve-thread.ts";

const port = parentPort;
if (port === null) throw new Error("Internal: started by a test, not directly.");

const methods = {
  workerData: () => workerData as unknown,
  slow: async (word: string) => {
    await new Promise((resolve) => setTimeout(resolve, 200));
    return word;
  },
  fast: (word: string) => word,
  refuse: () => {
    throw RecollectError.fromBody({
      code: "conflict",
      message: "At most 2 are allowed.",
      hint: "Send fewer.",
      field: "ids",
      details: { maximum: 2 },
    });
  },
  fail: () => {
    throw new TypeError("This is a defect.");
  },
  warn: () => threadLogger(port).warn("A warning.", { from: "the thread" }),
  crash: () =>
    new Promise(() => {
      setImmediate(() => {
        throw new Error("This crash is intended.");
      });
    }),
  exit: () => process.exit(3),
};
export type TestMethods = typeof methods;

serveThread(port, { methods, close: () => {} });
