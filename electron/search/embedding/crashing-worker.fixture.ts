/** The real thread, which ends at the word "crash" as a native failure would end it. */
import { parentPort } from "node:worker_threads";

parentPort?.on("message", ({ text }: { text: string }) => {
  if (text === "crash") process.exit(134);
});
await import("./worker.ts");
