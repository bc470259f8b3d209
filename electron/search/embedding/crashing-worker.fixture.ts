/** The real process, which ends at the word "crash" as a native failure would end it. */
import "./worker.ts";

process.on("message", ({ text }: { text: string }) => {
  if (text === "crash") process.abort();
});
