/** The process of the model, which aborts at the text "crash" like a crash in native code. */
import "../embedding/worker.ts";

process.on("message", ({ text }: { text: string }) => {
  if (text === "crash") process.abort();
});
