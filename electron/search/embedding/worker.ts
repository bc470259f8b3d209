/**
 * The process that holds the embedding model: loads it, then turns one text at a time into a vector. Of its own, so that
 * its memory is given back whole when the model is let go, and a crash of native code harms nobody else.
 */
import { RecollectError } from "../../core/errors.ts";
import { loadSentenceModel } from "./sentence-model.ts";
import type { EmbedRequest, WorkerAnswer, WorkerSettings } from "./worker-messages.ts";

// The application is gone, also where it was killed.
process.on("disconnect", () => process.exit());
// Ctrl+C reaches the whole group of processes; the application decides when this one ends.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);

const [, , given] = process.argv;
if (process.send === undefined || given === undefined) throw new Error("Recollect starts this by itself.");
const settings = JSON.parse(given) as WorkerSettings;

// Where the application is gone, nobody waits for it.
const answer = (message: WorkerAnswer) => process.send?.(message, undefined, undefined, () => undefined);

try {
  const model = await loadSentenceModel(settings.folder, settings);
  // The first run shows that the model works here, how long its vectors are, and warms it up.
  const { vector } = await model.embed("memory", "query");
  process.on("message", ({ text, kind }: EmbedRequest) => {
    model.embed(text, kind).then(
      (embedding) => answer({ type: "embedded", embedding }),
      (error: unknown) => answer({ type: "refused", message: String(error) }),
    );
  });
  answer({ type: "ready", runtime: model.runtime, dimensions: vector.length });
} catch (error) {
  answer({
    type: "unusable",
    message: error instanceof RecollectError ? error.message : `The embedding model could not be loaded. ${error}.`,
    hint: (error instanceof RecollectError ? error.hint : undefined) ?? settings.folder.remedy,
  });
}
