import { Worker } from "node:worker_threads";
import type { Application } from "../application.ts";

/** One answer, in milliseconds. */
export interface Answer {
  readonly phase: string;
  /** Until the response. */
  readonly waited: number;
  /** How long the serving thread ran in that time: what others use of this machine does not count. */
  readonly processor: number;
}

/** An application that a thread asks. */
export interface AskedApplication {
  readonly url: string;
  readonly token: string;
  readonly pid: number;
}

/**
 * Asks installations all the time, and keeps how long each answer took. It asks on a thread of its own, because this one
 * also copies the files of the synced folders.
 */
export class Answers {
  readonly #worker: Worker;
  readonly #ended: Promise<readonly Answer[]>;

  constructor(applications: readonly Application[]) {
    const asked = applications.map(({ endpoint, pid }): AskedApplication => {
      if (endpoint === null) throw new Error("An application does not run.");
      return { url: endpoint.url, token: endpoint.token, pid };
    });
    this.#worker = new Worker(new URL("./answers-thread.ts", import.meta.url), { workerData: asked });
    this.#ended = new Promise((resolve, reject) => {
      this.#worker.once("message", resolve).once("error", reject);
    });
    // It is awaited at the end.
    this.#ended.catch(() => undefined);
  }

  /** Begins another phase. */
  setPhase(phase: string): void {
    this.#worker.postMessage(phase);
  }

  /** Stops to ask, and returns all answers. */
  async end(): Promise<readonly Answer[]> {
    this.#worker.postMessage(null);
    return await this.#ended;
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}

/** The slowest answer of a phase by the time that the thread ran; 0 without any. */
export function slowestAnswer(answers: readonly Answer[], phase: string): number {
  return Math.max(0, ...answers.filter((answer) => answer.phase === phase).map(({ processor }) => processor));
}

export function describeAnswers(all: readonly Answer[], phase: string): string {
  const answers = all.filter((answer) => answer.phase === phase);
  const at = (sorted: readonly number[], share: number) =>
    (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(0);
  const text = (key: "processor" | "waited") => {
    const sorted = answers.map((answer) => answer[key]).sort((one, other) => one - other);
    return `${at(sorted, 0.5)} p50, ${at(sorted, 0.99)} p99, ${at(sorted, 1)} slowest`;
  };
  return `${answers.length} answers; processor ms ${text("processor")}; waited ms ${text("waited")}`;
}
