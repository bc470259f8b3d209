import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Embedder, EmbedderStatus, Embedding } from "../../core/embedder.ts";
import type { Logger } from "../../core/ports.ts";
import type { ModelKind } from "../../text/en/errors/search.ts";
import { RecollectError, toErrorBody } from "../../text/errors.ts";
import { type ModelFolder, readModelFolder } from "./model-folder.ts";
import { expectedRuntime, type RuntimeName } from "./runtime.ts";
import type { EmbedRequest, WorkerResponse, WorkerSettings } from "./worker-messages.ts";

export interface WorkerEmbedderOptions {
  readonly folder: string;
  readonly kind: ModelKind;
  /** The URL of `worker.ts` or its bundle. */
  readonly workerUrl: URL;
  readonly logger: Logger;
  /** Threads per inference. */
  readonly threads: number;
  /** The model is unloaded after this long without work. */
  readonly idleMs: number;
  /** After a failure, requests fail immediately for this long. */
  readonly retryMs: number;
  readonly runtime?: RuntimeName;
  readonly onStatusChange: () => void;
}

/** Consecutive crashes that are allowed in each state before the model counts as failed. */
const MAX_CRASHES = { loading: 1, ready: 4 } as const;
/** After this many crashes on one text, the text is the cause and is rejected. */
const MAX_CRASHES_PER_TEXT = 2;

type State =
  | { readonly name: "idle" }
  | { readonly name: "loading"; readonly worker: ModelProcess }
  | { readonly name: "ready"; readonly worker: ModelProcess }
  | { readonly name: "failed"; readonly error: RecollectError; readonly at: number };

/**
 * A local ONNX model in a child process (ADR 0011). It is loaded on first use, unloaded when idle, and restarted after
 * a crash with the text it was working on.
 */
export class WorkerEmbedder implements Embedder {
  readonly #options: WorkerEmbedderOptions;
  readonly #queue = new JobQueue();
  readonly #crashesOf = new WeakMap<Job, number>();
  #model: ModelFolder | null = null;
  #runtime: RuntimeName;
  #dimensions = 0;
  #state: State = { name: "idle" };
  #running: Job | null = null;
  /** Consecutive crashes. */
  #crashes = 0;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(options: WorkerEmbedderOptions) {
    this.#options = options;
    this.#runtime = options.runtime ?? expectedRuntime();
    this.#readModel();
  }

  get fingerprint(): string {
    return this.#model === null ? "none" : `${this.#model.name}/${this.#model.identity}/${this.#runtime}-1`;
  }

  get dimensions(): number {
    return this.#dimensions;
  }

  status(): EmbedderStatus {
    const model = this.#model?.name ?? "none";
    const { name } = this.#state;
    return this.#state.name === "failed"
      ? { state: name, model, error: toErrorBody(this.#state.error) }
      : { state: name, model };
  }

  warmUp(): void {
    this.#load();
  }

  async embed(texts: readonly string[], kind: "query" | "passage", signal?: AbortSignal): Promise<Embedding[]> {
    if (!this.#load() && this.#state.name === "failed") throw this.#state.error;
    return await Promise.all(texts.map((text) => this.#embedOne(text, kind, signal)));
  }

  async close(): Promise<void> {
    clearTimeout(this.#idleTimer);
    const worker = "worker" in this.#state ? this.#state.worker : null;
    const error = new RecollectError("model_closed", {});
    this.#enter({ name: "failed", error, at: Number.POSITIVE_INFINITY });
    this.#rejectAll(error);
    await worker?.kill();
  }

  #enter(next: State): void {
    const changed = next.name !== this.#state.name;
    this.#state = next;
    if (changed) this.#options.onStatusChange();
  }

  #fail(error: RecollectError): void {
    this.#options.logger.warn(error.message, { hint: error.hint, model: this.#model?.name });
    this.#enter({ name: "failed", error, at: Date.now() });
    this.#rejectAll(error);
  }

  #rejectAll(error: RecollectError): void {
    this.#running?.reject(error);
    this.#running = null;
    this.#queue.rejectAll(error);
  }

  /** Reads the description of the model. Returns null and enters `failed` if it cannot be read. */
  #readModel(): ModelFolder | null {
    const { folder, kind } = this.#options;
    try {
      this.#model ??= readModelFolder(folder, kind);
      this.#dimensions ||= this.#model.dimensions ?? 0;
    } catch (error) {
      const isKnown = error instanceof RecollectError;
      this.#fail(isKnown ? error : new RecollectError("model_unloadable", { cause: String(error), kind }));
    }
    return this.#model;
  }

  /** Starts the process unless it is running. Returns false if the model has failed. */
  #load(): boolean {
    const { workerUrl, threads, retryMs } = this.#options;
    if (this.#state.name === "loading" || this.#state.name === "ready") return true;
    if (this.#state.name === "failed") {
      if (Date.now() - this.#state.at < retryMs) return false;
      this.#crashes = 0;
      this.#model = null;
    }
    const folder = this.#readModel();
    if (folder === null) return false;
    const startedAt = performance.now();
    const worker = new ModelProcess(
      workerUrl,
      { folder, runtime: this.#runtime, threads },
      {
        onResponse: (response) => {
          if (this.#isCurrent(worker)) this.#receive(worker, response, startedAt);
        },
        onExit: (reason) => {
          if (this.#isCurrent(worker)) this.#recover(reason);
        },
      },
    );
    this.#enter({ name: "loading", worker });
    return true;
  }

  #isCurrent(worker: ModelProcess): boolean {
    return "worker" in this.#state && this.#state.worker === worker;
  }

  #receive(worker: ModelProcess, response: WorkerResponse, startedAt: number): void {
    if (response.type === "ready") {
      this.#runtime = response.runtime;
      this.#dimensions = response.dimensions;
      this.#options.logger.info("The embedding model is loaded.", {
        model: this.#model?.name,
        runtime: response.runtime,
        milliseconds: Math.round(performance.now() - startedAt),
        process: worker.pid,
      });
      this.#enter({ name: "ready", worker });
    } else if (response.type === "unusable") {
      this.#fail(RecollectError.fromBody(response.error));
      void worker.kill();
      return;
    } else {
      const job = this.#running;
      this.#running = null;
      this.#crashes = 0;
      if (response.type === "embedded") job?.resolve(response.embedding);
      else job?.reject(new RecollectError("model_text_failed", { cause: response.cause }));
    }
    this.#runNext();
  }

  /** Sends the next text to the process, or starts the idle timer. */
  #runNext(): void {
    if (this.#state.name !== "ready" || this.#running !== null) return;
    const { worker } = this.#state;
    const job = this.#queue.next();
    this.#running = job;
    clearTimeout(this.#idleTimer);
    worker.setBusy(job !== null);
    if (job === null) this.#idleTimer = setTimeout(() => this.#unload(), this.#options.idleMs).unref();
    else worker.send({ text: job.text, kind: job.kind });
  }

  #unload(): void {
    if (this.#state.name !== "ready" || this.#running !== null) return;
    const { worker } = this.#state;
    this.#enter({ name: "idle" });
    void worker.kill();
    this.#options.logger.debug("The embedding model is unloaded.");
  }

  /** Handles a crash. The text it happened on is tried once more, since it may not be the cause. */
  #recover(reason: string): void {
    if (this.#state.name !== "loading" && this.#state.name !== "ready") return;
    this.#options.logger.warn("The process of the embedding model exited.", { reason, while: this.#state.name });
    this.#crashes++;
    if (this.#crashes > MAX_CRASHES[this.#state.name]) {
      this.#fail(new RecollectError("model_crashed", { times: this.#crashes, cause: reason }));
      return;
    }
    this.#enter({ name: "idle" });
    const job = this.#running;
    this.#running = null;
    if (job !== null) {
      const times = (this.#crashesOf.get(job) ?? 0) + 1;
      this.#crashesOf.set(job, times);
      if (times < MAX_CRASHES_PER_TEXT) this.#queue.addFirst(job);
      else job.reject(new RecollectError("model_text_crashed", { cause: reason }));
    }
    if (!this.#queue.isEmpty()) this.#load();
  }

  #embedOne(text: string, kind: Job["kind"], signal: AbortSignal | undefined): Promise<Embedding> {
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#queue.remove(job);
        reject(new RecollectError("embedding_cancelled", {}));
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
      this.#queue.add(job);
      this.#runNext();
    });
  }
}

/** A text that waits for its vector. */
interface Job extends EmbedRequest {
  readonly resolve: (embedding: Embedding) => void;
  readonly reject: (error: unknown) => void;
}

/** Two first-in-first-out queues: queries, which someone is waiting for, before passages. */
class JobQueue {
  readonly #jobs: Record<Job["kind"], Set<Job>> = { query: new Set(), passage: new Set() };

  add(job: Job): void {
    this.#jobs[job.kind].add(job);
  }

  /** Adds a job in front of the others of its kind. */
  addFirst(job: Job): void {
    this.#jobs[job.kind] = new Set([job, ...this.#jobs[job.kind]]);
  }

  next(): Job | null {
    for (const jobs of [this.#jobs.query, this.#jobs.passage]) {
      const [job] = jobs;
      if (job === undefined) continue;
      jobs.delete(job);
      return job;
    }
    return null;
  }

  remove(job: Job): void {
    this.#jobs[job.kind].delete(job);
  }

  isEmpty(): boolean {
    return this.#jobs.query.size + this.#jobs.passage.size === 0;
  }

  rejectAll(error: unknown): void {
    const jobs = [...this.#jobs.query, ...this.#jobs.passage];
    this.#jobs.query.clear();
    this.#jobs.passage.clear();
    for (const job of jobs) job.reject(error);
  }
}

/** The garbage of this process is small and short-lived: a young generation of 1 MB instead of 16 saves 10 MB. */
const NODE_FLAGS = ["--max-semi-space-size=1"];

/** The process of a model. It runs on the runtime of this process (Electron as Node) and never outlives it. */
class ModelProcess {
  readonly #child: ChildProcess;

  constructor(
    workerUrl: URL,
    settings: WorkerSettings,
    listeners: {
      readonly onResponse: (response: WorkerResponse) => void;
      /** The process exited or could not be started. `reason` names the signal, exit code or error. */
      readonly onExit: (reason: string) => void;
    },
  ) {
    this.#child = fork(fileURLToPath(workerUrl), [JSON.stringify(settings)], {
      // Structured clone keeps typed arrays.
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      execArgv: NODE_FLAGS,
      env: process.versions.electron === undefined ? process.env : { ...process.env, ELECTRON_RUN_AS_NODE: "1" },
    });
    this.#child.on("message", (response) => listeners.onResponse(response as WorkerResponse));
    this.#child.once("error", (error) => listeners.onExit(String(error)));
    this.#child.once("exit", (code, signal) => listeners.onExit(signal ?? `exit code ${code}`));
  }

  /** Null if the process could not be started. */
  get pid(): number | null {
    return this.#child.pid ?? null;
  }

  /** A failure to send is followed by `onExit`. */
  send(request: EmbedRequest): void {
    this.#child.send(request, () => undefined);
  }

  /** While busy, the process keeps this one from exiting. */
  setBusy(busy: boolean): void {
    if (busy) {
      this.#child.ref();
      this.#child.channel?.ref();
    } else {
      this.#child.unref();
      this.#child.channel?.unref();
    }
  }

  /** Kills the process; resolves when it has exited. */
  async kill(): Promise<void> {
    const { pid, exitCode, signalCode } = this.#child;
    if (pid === undefined || exitCode !== null || signalCode !== null) return;
    this.#child.ref();
    const exited = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await exited;
  }
}
