/** The thread that holds the embedding model: loads it, then turns one text at a time into a vector. */
import { parentPort, workerData } from "node:worker_threads";
import { RecollectError } from "../../core/errors.ts";
import { loadSentenceModel } from "./sentence-model.ts";
import type { EmbedRequest, WorkerAnswer, WorkerSettings } from "./worker-messages.ts";

if (parentPort === null) throw new Error("This runs as a worker thread.");
const port = parentPort;
const settings = workerData as WorkerSettings;

function answer(message: WorkerAnswer): void {
  port.postMessage(message, message.type === "embedded" ? [message.vector.buffer as ArrayBuffer] : []);
}

try {
  const model = await loadSentenceModel(settings.folder, settings);
  // The first run shows that the model works here, how long its vectors are, and warms it up.
  const { length } = await model.embed("memory", "query");
  port.on("message", ({ text, kind }: EmbedRequest) => {
    model.embed(text, kind).then(
      (vector) => answer({ type: "embedded", vector }),
      (error: unknown) => answer({ type: "refused", message: String(error) }),
    );
  });
  answer({ type: "ready", runtime: model.runtime, dimensions: length });
} catch (error) {
  answer({
    type: "unusable",
    message: error instanceof RecollectError ? error.message : `The embedding model could not be loaded: ${error}.`,
    hint:
      (error instanceof RecollectError ? error.hint : undefined) ??
      "Choose another model in Settings. Search answers from text meanwhile.",
  });
}
