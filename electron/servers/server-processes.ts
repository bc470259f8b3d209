import { z } from "zod";
import { type RecordContext, RecordFile } from "../platform/record-file.ts";

/** How long an orphaned process may take to exit after SIGTERM. */
const EXIT_GRACE_MS = 2000;

const processesFile = z.object({ processes: z.array(z.object({ pid: z.int().positive(), start: z.string().min(1) })) });

interface ServerProcessesOptions extends RecordContext {
  readonly file: string;
  /** The start of a process, as a text that identifies it together with its id; null if unknown or exited. */
  readonly startOf: (pid: number) => string | null;
}

/**
 * The processes of servers, in a file: a server that ignores the end of its input keeps running if Recollect is killed,
 * and the next start stops it with its process group. A process is identified by its id and start, so that a later
 * program with the same id is never stopped. Nothing is recorded if the system does not provide the start.
 */
export class ServerProcesses {
  readonly #options: ServerProcessesOptions;
  readonly #file: RecordFile<z.output<typeof processesFile>>;
  readonly #starts: Map<number, string>;
  #timer: NodeJS.Timeout | null = null;

  /** Stops orphaned processes, first by SIGTERM. */
  constructor(options: ServerProcessesOptions) {
    this.#options = options;
    this.#file = new RecordFile({ ...options, schema: processesFile, empty: { processes: [] }, isCompact: true });
    this.#starts = new Map(this.#file.content.processes.map(({ pid, start }) => [pid, start]));
    const left = [...this.#starts.keys()].filter((pid) => this.#signal(pid, "SIGTERM"));
    for (const pid of left) options.logger.warn("Stopped a server left running by an earlier crash", { pid });
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

  /** Kills orphaned processes that have not exited yet. */
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
    change();
    try {
      this.#file.change(() => ({ processes: [...this.#starts].map(([pid, start]) => ({ pid, start })) }));
    } catch (error) {
      this.#options.logger.warn("The processes of servers could not be noted", { error });
    }
  }
}
