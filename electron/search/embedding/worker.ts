/**
 * The process of a local embedding model: loads it, then embeds one text at a time. A process of its own returns all
 * its memory when the model is unloaded, and a crash in native code affects nothing else (ADR 0011).
 */
import { RecollectError, toErrorBody } from "../../text/errors.ts";
import { loadSentenceModel } from "./sentence-model.ts";
import type { EmbedRequest, WorkerResponse, WorkerSettings } from "./worker-messages.ts";

// The application has exited or was killed.
process.on("disconnect", () => process.exit());
// Ctrl+C reaches the entire process group; the application decides when this process ends.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);

const [, , argument] = process.argv;
if (process.send === undefined || argument === undefined) {
  throw new Error("Internal: started by Recollect, not directly.");
}
const settings = JSON.parse(argument) as WorkerSettings;

// A failure to send means that the application is gone.
const send = (response: WorkerResponse) => process.send?.(response, undefined, undefined, () => undefined);

try {
  const model = await loadSentenceModel(settings.folder, settings);
  // The first run checks that the model works on this machine, determines its dimensions, and warms it up.
  const { vector } = await model.embed("memory", "query");
  process.on("message", ({ text, kind }: EmbedRequest) => {
    model.embed(text, kind).then(
      (embedding) => send({ type: "embedded", embedding }),
      (error: unknown) => send({ type: "failed", cause: String(error) }),
    );
  });
  send({ type: "ready", runtime: model.runtime, dimensions: vector.length });
} catch (error) {
  const { kind } = settings.folder;
  const known =
    error instanceof RecollectError ? error : new RecollectError("model_unloadable", { cause: String(error), kind });
  send({ type: "unusable", error: toErrorBody(known) });
}
