import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { childrenOf } from "../../bench/start/resident-memory.ts";
import { type Endpoint, readLiveEndpoint } from "../../electron/platform/endpoint-file.ts";
import { dataFiles } from "../../electron/platform/paths.ts";
import { NODE_ARGUMENTS, withAllocatorSettings } from "../../electron/platform/process-memory.ts";
import { root } from "../../scripts/tools.ts";
import type { Report } from "./report.ts";

const HEADLESS = path.join(root, "dist", "electron", "headless.js");
/** A busy machine takes ten times as long as a quiet one. */
const START_TIMEOUT_MS = 180_000;
const STOP_TIMEOUT_MS = 90_000;

/** The application printed an error and exited, instead of serving. */
export class StartFailed extends Error {}

/** The built headless application in a process that is started and ended many times, on one data folder and port. */
export class Application {
  readonly folder: string;
  readonly #clockFile: string;
  readonly #port: number;
  readonly #report: Report;
  #child: ChildProcess | null = null;
  #endpoint: Endpoint | null = null;
  /** How often it has been started. A client that sees the same number before and after had one process. */
  starts = 0;

  constructor(options: { folder: string; clockFile: string; port: number; report: Report }) {
    this.folder = options.folder;
    this.#clockFile = options.clockFile;
    this.#port = options.port;
    this.#report = options.report;
  }

  /** Null while it does not serve. */
  get endpoint(): Endpoint | null {
    return this.#endpoint;
  }

  get pid(): number {
    if (this.#child?.pid === undefined) throw new Error("The application does not run.");
    return this.#child.pid;
  }

  get env(): Record<string, string> {
    const env: NodeJS.ProcessEnv = {
      ...withAllocatorSettings(process.env),
      RECOLLECT_DATA_DIR: this.folder,
      RECOLLECT_PORT: String(this.#port),
      RECOLLECT_KEYCHAIN: "off",
      RECOLLECT_PROJECT: "",
      // Shims and the command line must not start the application: only the schedule does.
      RECOLLECT_START_COMMAND: "[]",
    };
    return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));
  }

  /** Starts it and waits until it serves. @throws StartFailed with what it printed */
  async start(args: readonly string[] = []): Promise<void> {
    const startedAt = performance.now();
    const child = spawn(
      process.execPath,
      [...NODE_ARGUMENTS, "--import", shiftedClock(this.#clockFile), HEADLESS, ...args],
      {
        env: this.env,
        stdio: ["ignore", "ignore", "pipe"],
      },
    );
    this.#child = child;
    let printed = "";
    child.stderr?.on("data", (chunk: Buffer) => (printed = `${printed}${chunk}`.slice(-4000)));
    child.once("exit", (code, signal) => {
      if (this.#child !== child) return;
      this.#child = null;
      if (this.#endpoint === null) return;
      this.#endpoint = null;
      this.#report.violation(`The application exited on its own (${signal ?? code}). ${printed}`);
    });
    const file = dataFiles(this.folder).endpoint;
    while (child.exitCode === null && child.signalCode === null) {
      const endpoint = readLiveEndpoint(file);
      if (endpoint !== null && endpoint.pid === child.pid) {
        this.#endpoint = endpoint;
        this.starts += 1;
        this.#report.started(performance.now() - startedAt);
        return;
      }
      if (performance.now() - startedAt > START_TIMEOUT_MS) {
        child.kill("SIGKILL");
        throw new StartFailed(`It did not serve within ${START_TIMEOUT_MS / 1000} s. ${printed}`);
      }
      await sleep(20);
    }
    throw new StartFailed(printed);
  }

  /** Waits until it serves. */
  async ready(): Promise<Endpoint> {
    while (this.#endpoint === null) await sleep(20);
    return this.#endpoint;
  }

  async kill(): Promise<void> {
    const child = this.#take();
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  }

  /** Stops it as a service manager does. */
  async stop(): Promise<void> {
    const child = this.#take();
    child.kill("SIGTERM");
    const limit = setTimeout(() => {
      this.#report.violation(`The application did not stop within ${STOP_TIMEOUT_MS / 1000} s of SIGTERM.`);
      child.kill("SIGKILL");
    }, STOP_TIMEOUT_MS);
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    clearTimeout(limit);
    if (child.exitCode !== 0) this.#report.violation(`A clean stop ended with ${child.signalCode ?? child.exitCode}.`);
  }

  /** The process of the embedding model; null while it is not loaded. */
  modelProcess(): number | null {
    if (this.#child?.pid === undefined) return null;
    return childrenOf(this.#child.pid).find((pid) => commandLineOf(pid).includes("embedding")) ?? null;
  }

  #take(): ChildProcess {
    const child = this.#child;
    if (child === null) throw new Error("The application does not run.");
    this.#endpoint = null;
    this.#child = null;
    return child;
  }
}

/** Empty if the process has ended. */
function commandLineOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

/**
 * A module that adds the milliseconds in a file to the wall clock of a Node process and of its threads, so that the
 * clock jumps while the process runs. libfaketime would also shift native code, which does not read the wall clock
 * here, but it shares a semaphore between processes that `kill -9` leaves locked.
 */
function shiftedClock(file: string): string {
  const program = `
    import { readFileSync } from "node:fs";
    const Real = Date;
    let shift = 0;
    const read = () => { try { shift = Number(readFileSync(${JSON.stringify(file)}, "utf8")) || 0; } catch {} };
    read();
    setInterval(read, 250).unref();
    globalThis.Date = class Date extends Real {
      constructor(...args) { if (args.length === 0) super(Real.now() + shift); else super(...args); }
      static now() { return Real.now() + shift; }
    };`;
  return `data:text/javascript,${encodeURIComponent(program)}`;
}
