import { Worker } from "node:worker_threads";
import { RecollectError } from "../../core/errors.ts";
import type { Embedder, Logger } from "../../core/ports.ts";
import { createJobLanes, type Job } from "./job-lanes.ts";
import { type ModelFolder, readModelFolder } from "./model-folder.ts";
import { expectedRuntime, type RuntimeName } from "./runtime.ts";
import type { WorkerAnswer, WorkerSettings } from "./worker-messages.ts";

export interface WorkerEmbedderOptions {
  readonly folder: string;
  /** Where `worker.ts`, or its bundle, is. */
  readonly workerUrl: URL;
  readonly logger: Logger;
  /** Threads of one inference. */
  readonly threads: number;
  /** The model is let go after so long without work. */
  readonly idleMs: number;
  /** After a failure, the next try comes no sooner. */
  readonly retryMs: number;
  readonly runtime?: RuntimeName | undefined;
  readonly onStatusChange: () => void;
}

/** How often the thread may end by itself before the model counts as failed. */
const CRASHES_ALLOWED = 1;

type State =
  | { readonly name: "idle" }
  | { readonly name: "loading"; readonly worker: Worker }
  | { readonly name: "ready"; readonly worker: Worker }
  | { readonly name: "failed"; readonly error: RecollectError; readonly at: number };

/** A local ONNX model in a worker thread: loaded on first need, let go when idle, started again when it crashed. */
export function createWorkerEmbedder(options: WorkerEmbedderOptions): Embedder {
  const { logger, workerUrl } = options;
  const lanes = createJobLanes();
  let model: ModelFolder | null = null;
  let runtime = options.runtime ?? expectedRuntime();
  let dimensions = 0;
  let state: State = { name: "idle" };
  let running: Job | null = null;
  let crashes = 0;
  let idleTimer: NodeJS.Timeout | null = null;

  function enter(next: State): void {
    const changed = next.name !== state.name;
    state = next;
    if (changed) options.onStatusChange();
  }

  function readModel(): boolean {
    try {
      model ??= readModelFolder(options.folder);
      dimensions ||= model.dimensions ?? 0;
      return true;
    } catch (error) {
      fail(error instanceof RecollectError ? error : unavailable(String(error)));
      return false;
    }
  }

  function fail(error: RecollectError): void {
    logger.warn(error.message, { hint: error.hint, model: model?.name });
    enter({ name: "failed", error, at: Date.now() });
    running?.reject(error);
    running = null;
    lanes.rejectAll(error);
  }

  /** Starts the thread where there is none; answers whether there is hope. */
  function load(): boolean {
    if (state.name === "loading" || state.name === "ready") return true;
    if (state.name === "failed") {
      if (Date.now() - state.at < options.retryMs) return false;
      crashes = 0;
      model = null;
    }
    if (!readModel() || model === null) return false;
    const started = performance.now();
    const workerData: WorkerSettings = { folder: model, runtime, threads: options.threads };
    const worker = new Worker(workerUrl, { workerData, name: "embedding" });
    worker.on("message", (answer: WorkerAnswer) => {
      if (isCurrent(worker)) receive(worker, answer, started);
    });
    worker.on("error", (error) => logger.error("The embedding thread failed.", { error: String(error) }));
    worker.on("exit", () => {
      if (isCurrent(worker)) recover();
    });
    enter({ name: "loading", worker });
    return true;
  }

  const isCurrent = (worker: Worker) => (state.name === "loading" || state.name === "ready") && state.worker === worker;

  function receive(worker: Worker, answer: WorkerAnswer, started: number): void {
    if (answer.type === "ready") {
      ({ runtime, dimensions } = answer);
      const milliseconds = Math.round(performance.now() - started);
      logger.info("The embedding model is loaded.", { model: model?.name, runtime, milliseconds });
      enter({ name: "ready", worker });
    } else if (answer.type === "unusable") {
      fail(new RecollectError("unavailable", answer.message, { hint: answer.hint }));
      void worker.terminate();
      return;
    } else {
      const job = running;
      running = null;
      if (answer.type === "embedded") job?.resolve(answer.vector);
      else job?.reject(unavailable(`The model could not embed the text: ${answer.message}`));
    }
    proceed();
  }

  /** Hands the thread its next text, or lets it rest. */
  function proceed(): void {
    if (state.name !== "ready" || running !== null) return;
    const { worker } = state;
    running = lanes.next() ?? null;
    if (idleTimer !== null) clearTimeout(idleTimer);
    idleTimer = null;
    if (running === null) {
      worker.unref();
      idleTimer = setTimeout(unload, options.idleMs).unref();
    } else {
      worker.ref();
      worker.postMessage({ text: running.text, kind: running.kind });
    }
  }

  function unload(): void {
    if (state.name !== "ready" || running !== null) return;
    const { worker } = state;
    enter({ name: "idle" });
    void worker.terminate();
    logger.debug("The embedding model was let go.");
  }

  /** The thread ended by itself. The text it was at is given up: it may be the cause. */
  function recover(): void {
    crashes++;
    if (crashes > CRASHES_ALLOWED) {
      fail(
        new RecollectError("unavailable", "The embedding model stopped twice.", {
          hint: "Restart Recollect, or choose another model in Settings. Search answers from text meanwhile.",
        }),
      );
      return;
    }
    enter({ name: "idle" });
    running?.reject(unavailable("The embedding model stopped; it is started again."));
    running = null;
    if (!lanes.isEmpty()) load();
  }

  function embedOne(text: string, kind: Job["kind"], signal: AbortSignal | undefined): Promise<Float32Array> {
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        lanes.remove(job);
        reject(new RecollectError("cancelled", "The embedding was cancelled."));
      };
      const settle =
        <Value>(how: (value: Value) => void) =>
        (value: Value) => {
          signal?.removeEventListener("abort", onAbort);
          how(value);
        };
      const job: Job = { text, kind, resolve: settle(resolve), reject: settle(reject) };
      if (signal?.aborted) {
        onAbort();
        return;
      }
      signal?.addEventListener("abort", onAbort, { once: true });
      lanes.add(job);
      proceed();
    });
  }

  readModel();
  return {
    get fingerprint() {
      return model === null ? "none" : `${model.name}/${model.identity}/${runtime}-1`;
    },
    get dimensions() {
      return dimensions;
    },
    status() {
      const name = model?.name ?? "none";
      if (state.name !== "failed") return { state: state.name, model: name };
      return { state: "failed", model: name, message: [state.error.message, state.error.hint].join(" ").trim() };
    },
    warmUp: () => void load(),
    async embed(texts, kind, signal) {
      if (!load() && state.name === "failed") throw state.error;
      return await Promise.all(texts.map((text) => embedOne(text, kind, signal)));
    },
    async close() {
      if (idleTimer !== null) clearTimeout(idleTimer);
      const worker = state.name === "loading" || state.name === "ready" ? state.worker : null;
      const busy = state.name === "loading" || running !== null;
      enter({ name: "failed", error: unavailable("The embedding model is closed."), at: Number.POSITIVE_INFINITY });
      running?.reject(unavailable("The embedding model is closed."));
      running = null;
      lanes.rejectAll(unavailable("The embedding model is closed."));
      if (worker !== null) await stop(worker, busy);
    },
  };
}

/**
 * Ends a thread between two pieces of work: the native runtime aborts the whole process when its thread is terminated
 * in the middle of one. A thread answers each piece, the loading too, with one message.
 */
async function stop(worker: Worker, busy: boolean): Promise<void> {
  if (busy) {
    worker.ref();
    await new Promise<void>((resolve) => {
      worker.once("message", () => resolve());
      worker.once("exit", () => resolve());
    });
  }
  await worker.terminate();
}

function unavailable(message: string): RecollectError {
  return new RecollectError("unavailable", message, { hint: "Search answers from text meanwhile." });
}
