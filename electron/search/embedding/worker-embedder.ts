import { RecollectError } from "../../core/errors.ts";
import type { Embedder, Embedding, Logger } from "../../core/ports.ts";
import { createJobLanes, type Job } from "./job-lanes.ts";
import { type ModelFolder, readModelFolder } from "./model-folder.ts";
import { expectedRuntime, type RuntimeName } from "./runtime.ts";
import type { WorkerAnswer } from "./worker-messages.ts";
import { startWorkerProcess, type WorkerProcess } from "./worker-process.ts";

export interface WorkerEmbedderOptions {
  readonly folder: string;
  /** What to do where the folder, or a file of it, is missing or damaged. */
  readonly remedy: string;
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

/** The process may end by itself so often in a row, while it loads or at work, before the model counts as failed. */
const CRASHES_ALLOWED = { loading: 1, ready: 4 } as const;
/** A text at which it ended so often is the cause, and is given up. */
const CRASHES_OF_A_TEXT = 2;

type State =
  | { readonly name: "idle" }
  | { readonly name: "loading"; readonly worker: WorkerProcess }
  | { readonly name: "ready"; readonly worker: WorkerProcess }
  | { readonly name: "failed"; readonly error: RecollectError; readonly at: number };

/**
 * A local ONNX model in a process of its own: loaded on first need, let go when idle, started again when it crashed,
 * with the text it was at.
 */
export function createWorkerEmbedder(options: WorkerEmbedderOptions): Embedder {
  const { logger, workerUrl } = options;
  const lanes = createJobLanes();
  let model: ModelFolder | null = null;
  let runtime = options.runtime ?? expectedRuntime();
  let dimensions = 0;
  let state: State = { name: "idle" };
  let running: Job | null = null;
  const crashesAt = new WeakMap<Job, number>();
  let crashes = 0;
  let idleTimer: NodeJS.Timeout | null = null;

  function enter(next: State): void {
    const changed = next.name !== state.name;
    state = next;
    if (changed) options.onStatusChange();
  }

  function readModel(): boolean {
    try {
      model ??= readModelFolder(options.folder, options.remedy);
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

  /** Starts the process where there is none; answers whether there is hope. */
  function load(): boolean {
    if (state.name === "loading" || state.name === "ready") return true;
    if (state.name === "failed") {
      if (Date.now() - state.at < options.retryMs) return false;
      crashes = 0;
      model = null;
    }
    if (!readModel() || model === null) return false;
    const started = performance.now();
    const worker = startWorkerProcess({
      workerUrl,
      settings: { folder: model, runtime, threads: options.threads },
      onAnswer: (from, answer) => {
        if (isCurrent(from)) receive(from, answer, started);
      },
      onEnd: (ended, reason) => {
        if (isCurrent(ended)) recover(reason);
      },
    });
    enter({ name: "loading", worker });
    return true;
  }

  const isCurrent = (worker: WorkerProcess) =>
    (state.name === "loading" || state.name === "ready") && state.worker === worker;

  function receive(worker: WorkerProcess, answer: WorkerAnswer, started: number): void {
    if (answer.type === "ready") {
      ({ runtime, dimensions } = answer);
      const milliseconds = Math.round(performance.now() - started);
      logger.info("The embedding model is loaded.", { model: model?.name, runtime, milliseconds, process: worker.pid });
      enter({ name: "ready", worker });
    } else if (answer.type === "unusable") {
      fail(new RecollectError("unavailable", answer.message, { hint: answer.hint }));
      void worker.kill();
      return;
    } else {
      const job = running;
      running = null;
      crashes = 0;
      if (answer.type === "embedded") job?.resolve(answer.embedding);
      else job?.reject(unavailable(`The model could not embed the text: ${answer.message}`));
    }
    proceed();
  }

  /** Hands the process its next text, or lets it rest. */
  function proceed(): void {
    if (state.name !== "ready" || running !== null) return;
    const { worker } = state;
    running = lanes.next() ?? null;
    if (idleTimer !== null) clearTimeout(idleTimer);
    idleTimer = null;
    worker.setBusy(running !== null);
    if (running === null) idleTimer = setTimeout(unload, options.idleMs).unref();
    else worker.send({ text: running.text, kind: running.kind });
  }

  function unload(): void {
    if (state.name !== "ready" || running !== null) return;
    const { worker } = state;
    enter({ name: "idle" });
    void worker.kill();
    logger.debug("The embedding model was let go.");
  }

  /** The process ended by itself. The text it was at is tried once more: it need not be the cause. */
  function recover(reason: string): void {
    if (state.name !== "loading" && state.name !== "ready") return;
    logger.warn("The embedding model's process ended.", { reason, while: state.name });
    crashes++;
    if (crashes > CRASHES_ALLOWED[state.name]) {
      fail(
        new RecollectError("unavailable", `The embedding model stopped ${crashes} times in a row (${reason}).`, {
          hint: "Choose another model in Settings, or look in the log for the cause. Search answers from text meanwhile.",
        }),
      );
      return;
    }
    enter({ name: "idle" });
    const job = running;
    running = null;
    if (job !== null) {
      const times = (crashesAt.get(job) ?? 0) + 1;
      crashesAt.set(job, times);
      if (times < CRASHES_OF_A_TEXT) lanes.putBack(job);
      else job.reject(unavailable(`The embedding model stopped at this text, twice (${reason}).`));
    }
    if (!lanes.isEmpty()) load();
  }

  function embedOne(text: string, kind: Job["kind"], signal: AbortSignal | undefined): Promise<Embedding> {
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
      enter({ name: "failed", error: unavailable("The embedding model is closed."), at: Number.POSITIVE_INFINITY });
      running?.reject(unavailable("The embedding model is closed."));
      running = null;
      lanes.rejectAll(unavailable("The embedding model is closed."));
      await worker?.kill();
    },
  };
}

function unavailable(message: string): RecollectError {
  return new RecollectError("unavailable", message, { hint: "Search answers from text meanwhile." });
}
