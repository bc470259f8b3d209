import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { EmbedRequest, WorkerAnswer, WorkerSettings } from "./worker-messages.ts";

/** The process that holds a model. It ends with this one, however this one ends. */
export interface WorkerProcess {
  /** Null where it could not be started. */
  readonly pid: number | null;
  send(request: EmbedRequest): void;
  /** A busy one keeps this process from ending by itself. */
  setBusy(busy: boolean): void;
  /** Ends it at once, whatever it is at; resolved when it is gone. */
  kill(): Promise<void>;
}

export interface WorkerProcessOptions {
  /** Where `worker.ts`, or its bundle, is. */
  readonly workerUrl: URL;
  readonly settings: WorkerSettings;
  readonly onAnswer: (worker: WorkerProcess, answer: WorkerAnswer) => void;
  /** It ended, or could not be started. `reason` names the signal or the exit code. */
  readonly onEnd: (worker: WorkerProcess, reason: string) => void;
}

/** Its garbage is short-lived and small: a young generation of 1 MB instead of 16 keeps 10 MB less resident. */
const FLAGS = ["--max-semi-space-size=1"];

/** Starts it on this process's own runtime; an Electron runs it as Node. */
export function startWorkerProcess(options: WorkerProcessOptions): WorkerProcess {
  const child = fork(fileURLToPath(options.workerUrl), [JSON.stringify(options.settings)], {
    // Vectors travel as the typed arrays they are.
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    execArgv: FLAGS,
    env: process.versions.electron === undefined ? process.env : { ...process.env, ELECTRON_RUN_AS_NODE: "1" },
  });
  const worker: WorkerProcess = {
    pid: child.pid ?? null,
    // What cannot be sent any more is told by the end that follows.
    send: (request) => void child.send(request, () => undefined),
    setBusy(busy) {
      if (busy) {
        child.ref();
        child.channel?.ref();
      } else {
        child.unref();
        child.channel?.unref();
      }
    },
    async kill() {
      if (hasEnded(child)) return;
      child.ref();
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
  child.on("message", (answer) => options.onAnswer(worker, answer as WorkerAnswer));
  child.once("error", (error) => options.onEnd(worker, String(error)));
  child.once("exit", (code, signal) => options.onEnd(worker, signal ?? `exit code ${code}`));
  return worker;
}

const hasEnded = (child: ChildProcess) =>
  child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
