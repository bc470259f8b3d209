import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Application } from "../application.ts";
import type { Member } from "../load.ts";

const PAUSE_MS = 20;

interface Answer {
  /** Until the response, in milliseconds. */
  readonly waited: number;
  /** How long the serving thread ran in that time, in milliseconds: what others use of this machine does not count. */
  readonly processor: number;
}

/** Asks installations all the time, and keeps how long each answer took. */
export class Answers {
  readonly #phases = new Map<string, Answer[]>();
  phase = "calm";
  #isEnded = false;

  /** Asks one installation until {@link end}. */
  async ask(member: Member, application: Application): Promise<void> {
    while (!this.#isEnded) {
      await sleep(PAUSE_MS);
      const { phase } = this;
      try {
        const pid = (await application.ready()).pid;
        const [started, before] = [performance.now(), runningTime(pid)];
        await member.call("search_memories", { query: "notes of a meeting", domain: "_", mode: "text" });
        const answer = { waited: performance.now() - started, processor: runningTime(pid) - before };
        this.#phases.set(phase, [...(this.#phases.get(phase) ?? []), answer]);
      } catch {
        // The installation was ended, or its disk is full.
      }
    }
    await member.disconnect();
  }

  end(): void {
    this.#isEnded = true;
  }

  /** The slowest answer of a phase by the time that the thread ran; 0 without any. */
  slowest(phase: string): number {
    return Math.max(0, ...(this.#phases.get(phase) ?? []).map(({ processor }) => processor));
  }

  describe(phase: string): string {
    const answers = this.#phases.get(phase) ?? [];
    const at = (key: keyof Answer, share: number) => {
      const sorted = answers.map((answer) => answer[key]).sort((one, other) => one - other);
      return (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(0);
    };
    const text = (key: keyof Answer) => `${at(key, 0.5)} p50, ${at(key, 0.99)} p99, ${at(key, 1)} slowest`;
    return `${answers.length} answers; processor ms ${text("processor")}; waited ms ${text("waited")}`;
  }
}

/** How long the first thread of a process has run, in milliseconds. */
function runningTime(pid: number): number {
  const [nanoseconds = "0"] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ");
  return Number(nanoseconds) / 1e6;
}
