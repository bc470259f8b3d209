import { readFileSync } from "node:fs";
import { z } from "zod";
import type { Logger } from "../core/ports.ts";

/** How long a process that was left behind may take to exit after it was asked to. */
const EXIT_GRACE_MS = 2000;

const processesFile = z.object({ processes: z.array(z.object({ pid: z.int().positive(), start: z.string().min(1) })) });

interface ServerProcessesOptions {
  readonly file: string;
  readonly write: (file: string, content: string) => void;
  /** When a process started, as a text that no other process has with the same id; null: unknown, or it is gone. */
  readonly startOf: (pid: number) => string | null;
  readonly logger: Logger;
}

/**
 * The processes of servers, in a file: a server that ignores the end of its input runs on if Recollect is killed, and the
 * next start ends it with its process group. A process counts as the noted one only if it has the same id and start, so that
 * a program that was given the id later is never ended. Nothing is noted where the system does not tell the start.
 */
export class ServerProcesses {
  readonly #options: ServerProcessesOptions;
  readonly #starts: Map<number, string>;
  #timer: NodeJS.Timeout | null = null;

  /** Asks the processes that were left behind to exit, and kills them if they do not. */
  constructor(options: ServerProcessesOptions) {
    this.#options = options;
    this.#starts = new Map(readProcesses(options.file).map(({ pid, start }) => [pid, start]));
    const left = [...this.#starts.keys()].filter((pid) => this.#signal(pid, "SIGTERM"));
    for (const pid of left)
      options.logger.warn("A server still ran, because Recollect was killed. It is ended.", { pid });
    if (this.#starts.size === 0) return;
    this.#timer = setTimeout(() => this.#killLeft(left), EXIT_GRACE_MS).unref();
  }

  /** Call it right after a process group was started. */
  note(pid: number): void {
    const start = this.#options.startOf(pid);
    if (start !== null) this.#replace(() => this.#starts.set(pid, start));
  }

  /** Call it when the process has exited. */
  forget(pid: number): void {
    if (this.#starts.has(pid)) this.#replace(() => this.#starts.delete(pid));
  }

  /** Kills what was left behind and has not exited yet. */
  close(): void {
    if (this.#timer !== null) this.#killLeft([...this.#starts.keys()]);
  }

  #killLeft(left: readonly number[]): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    for (const pid of left) this.#signal(pid, "SIGKILL");
    const { startOf } = this.#options;
    this.#replace(() => {
      for (const [pid, start] of this.#starts) {
        if (left.includes(pid) || startOf(pid) !== start) this.#starts.delete(pid);
      }
    });
  }

  /** @returns whether the noted process was still running */
  #signal(pid: number, signal: NodeJS.Signals): boolean {
    if (this.#options.startOf(pid) !== this.#starts.get(pid)) return false;
    try {
      process.kill(-pid, signal);
      return true;
    } catch {
      return false;
    }
  }

  #replace(change: () => void): void {
    const { file, write, logger } = this.#options;
    change();
    try {
      write(file, `${JSON.stringify({ processes: [...this.#starts].map(([pid, start]) => ({ pid, start })) })}\n`);
    } catch (error) {
      logger.warn("The processes of servers could not be noted", { error });
    }
  }
}

/** A missing or damaged file names none. */
function readProcesses(file: string): z.output<typeof processesFile>["processes"] {
  try {
    return processesFile.parse(JSON.parse(readFileSync(file, "utf8"))).processes;
  } catch {
    return [];
  }
}
