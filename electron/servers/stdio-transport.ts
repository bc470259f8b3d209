import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import type { Writable } from "node:stream";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { programFor } from "../core/program.ts";
import { parseMessage } from "./read-message.ts";
import type { ServerLog } from "./server-log.ts";
import type { ServerProcesses } from "./server-processes.ts";

/** How long a server may take to exit after its input was closed, and after SIGTERM. */
const EXIT_GRACE_MS = 2000;
/** Characters of a line of error output. */
const MAX_ERROR_LINE = 4096;
/** Characters of messages that wait for the end of the turn of the event loop. */
const MAX_UNSENT = 16 * 1024;

interface StdioOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly log: ServerLog;
  /** Records the process group while it runs. */
  readonly processes: Pick<ServerProcesses, "note" | "forget">;
  /** The maximum size of a message in bytes. A server that sends more is killed. */
  readonly maxMessageBytes: number;
}

/** The program or its folder does not exist. */
export class NotStarted extends Error {
  readonly missing: "folder" | "program";
  readonly missingName: string;
  /** The folders that were searched, as in `PATH`. */
  readonly searched: string;

  constructor(missing: "folder" | "program", name: string, searched: string) {
    super(`The ${missing} ${name} does not exist.`);
    this.missing = missing;
    this.missingName = name;
    this.searched = searched;
  }
}

/** The server sent a message over the maximum. */
export class MessageTooLarge extends Error {}

/**
 * The stdio transport of a server in its own process group, so that its children exit with it. Hand-written because the
 * SDK's has no process groups, adds variables to the environment and reads messages in quadratic time.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** The SDK recognises a stdio transport by this property and {@link pid}. */
  readonly stderr = null;
  readonly #options: StdioOptions;
  #started: Promise<void> | null = null;
  #process: ChildProcess | null = null;
  #exited: Promise<void> = Promise.resolve();
  /** Parts of an incomplete line. */
  #parts: Buffer[] = [];
  #partBytes = 0;
  /** Complete lines in the queue; the first is being delivered. */
  readonly #lines: string[] = [];
  #exit: string | null = null;
  /** The reason why the transport killed the process. */
  #failure: Error | null = null;
  #isClosing = false;
  /** Messages that are written together at the end of the turn of the event loop. */
  #unsent = "";
  #flush: NodeJS.Immediate | null = null;
  /** Settles when the server's input has room again, or is closed; null while it has room. */
  #room: Promise<void> | null = null;

  constructor(options: StdioOptions) {
    this.#options = options;
  }

  get pid(): number | null {
    return this.#process?.pid ?? null;
  }

  /** The exit code (`exit code 1`) or signal; null while the process runs. */
  get exit(): string | null {
    return this.#exit;
  }

  get failure(): Error | null {
    return this.#failure;
  }

  /** Whether the process exited before {@link close} or {@link kill}. */
  get endedItself(): boolean {
    return this.#exit !== null && !this.#isClosing;
  }

  /** Starts the process. A second call waits for the same start. @throws NotStarted, or the system's error */
  start(): Promise<void> {
    this.#started ??= this.#start();
    return this.#started;
  }

  async #start(): Promise<void> {
    // The start was cancelled.
    if (this.#isClosing) throw new Error("The transport is closed.");
    const { cwd, env, log, processes } = this.#options;
    const { command, args } = programFor(process.platform, this.#options);
    const child = spawn(command, [...args], {
      cwd,
      env: { ...env },
      stdio: ["pipe", "pipe", "pipe"],
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    this.#process = child;
    const { pid } = child;
    if (pid !== undefined) {
      processes.note(pid);
      child.once("exit", () => processes.forget(pid));
    }
    this.#exited = new Promise((resolve) => {
      child.once("close", (code, signal) => {
        this.#exit ??= signal ?? `exit code ${code}`;
        resolve();
        this.onclose?.();
      });
    });
    // Orphaned children keep its output open, including those in other process groups.
    child.once("exit", () => {
      if (process.platform !== "win32") this.#signal("SIGKILL");
      setTimeout(() => closeOutput(child), EXIT_GRACE_MS).unref();
    });
    await new Promise<void>((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", (error: NodeJS.ErrnoException) => {
        if (error.code !== "ENOENT") return reject(error);
        const [, searched = ""] = Object.entries(env).find(([name]) => name.toUpperCase() === "PATH") ?? [];
        reject(existsSync(cwd) ? new NotStarted("program", command, searched) : new NotStarted("folder", cwd, ""));
      });
    });
    child.on("error", (error) => this.onerror?.(error));
    // A process that exited closes its input; the close event reports it.
    child.stdin.on("error", () => undefined);
    child.stdout.on("data", (chunk: Buffer) => this.#read(chunk));
    let line = "";
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      const lines = (line + chunk).split("\n");
      line = (lines.pop() ?? "").slice(0, MAX_ERROR_LINE);
      for (const each of lines) log.add("error", each);
    });
    child.stderr.on("end", () => log.add("error", line));
  }

  /**
   * Resolves when the server's input has room for more. The messages of one turn of the event loop are written together:
   * with many clients, the writes took a fifth of the processor time of a call (ADR 0053).
   */
  async send(message: JSONRPCMessage): Promise<void> {
    const input = this.#process?.stdin;
    if (input === null || input === undefined || input.destroyed) throw new Error("The server is not running.");
    this.#unsent += `${JSON.stringify(message)}\n`;
    if (this.#unsent.length > MAX_UNSENT) this.#writeUnsent(input);
    else this.#flush ??= setImmediate(() => this.#writeUnsent(input));
    if (!input.writableNeedDrain) return;
    // One listener for all waiting messages.
    this.#room ??= new Promise<void>((resolve) => {
      const done = () => {
        input.off("drain", done);
        input.off("close", done);
        this.#room = null;
        resolve();
      };
      input.once("drain", done);
      input.once("close", done);
    });
    await this.#room;
  }

  #writeUnsent(input: Writable): void {
    if (this.#flush !== null) clearImmediate(this.#flush);
    this.#flush = null;
    const text = this.#unsent;
    this.#unsent = "";
    if (text !== "" && !input.destroyed) input.write(text);
  }

  /** Closes the server's input, and stops the process group if it does not exit. */
  async close(): Promise<void> {
    const child = this.#process;
    if (child === null) this.#isClosing = true;
    if (child?.pid === undefined) return;
    // If it exited before this request, `endedItself` stays true.
    if (this.#exit === null && child.exitCode === null && child.signalCode === null) this.#isClosing = true;
    if (child.stdin !== null) {
      this.#writeUnsent(child.stdin);
      child.stdin.end();
    }
    if (!(await this.#exitsWithin(EXIT_GRACE_MS))) {
      this.#signal("SIGTERM");
      await this.#exitsWithin(EXIT_GRACE_MS);
    }
    // Even after its exit, for orphaned children.
    this.#signal("SIGKILL");
    if (await this.#exitsWithin(EXIT_GRACE_MS)) return;
    closeOutput(child);
    await this.#exitsWithin(EXIT_GRACE_MS);
  }

  /** Kills the process group immediately. */
  kill(reason: Error): void {
    this.#failure ??= reason;
    this.#isClosing = true;
    this.#signal("SIGKILL");
  }

  #read(chunk: Buffer): void {
    if (this.#failure !== null) return;
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      this.#receive(this.#takeLine(chunk, start, end));
      start = end + 1;
    }
    if (start === chunk.length) return;
    this.#parts.push(chunk.subarray(start));
    this.#partBytes += chunk.length - start;
    if (this.#partBytes <= this.#options.maxMessageBytes) return;
    this.#parts = [];
    this.kill(new MessageTooLarge());
  }

  /** Returns the line that ends in a chunk. Most lines are in one chunk. */
  #takeLine(chunk: Buffer, start: number, end: number): string {
    if (this.#parts.length === 0) return chunk.toString("utf8", start, end);
    const line = Buffer.concat([...this.#parts, chunk.subarray(start, end)]).toString("utf8");
    this.#parts = [];
    this.#partBytes = 0;
    return line;
  }

  /** Delivers lines in order. */
  #receive(line: string): void {
    this.#lines.push(line);
    if (this.#lines.length === 1) this.#deliver();
  }

  /**
   * The SDK handles a notification a moment later than a response. The lines after a notification wait for it;
   * otherwise a response would overtake the progress before it, which would be lost.
   */
  #deliver(): void {
    for (let line = this.#lines[0]; line !== undefined; line = this.#lines[0]) {
      if (this.#deliverLine(line)) {
        setImmediate(() => {
          this.#lines.shift();
          this.#deliver();
        });
        return;
      }
      this.#lines.shift();
    }
  }

  /**
   * A line that is not a message is logged: programs print to their standard output by mistake.
   * @returns whether it is a notification
   */
  #deliverLine(line: string): boolean {
    const message = parseMessage(line);
    if (message === null) {
      this.#options.log.add("output", line);
      return false;
    }
    this.onmessage?.(message);
    return !("id" in message);
  }

  async #exitsWithin(ms: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), ms);
    });
    const exited = await Promise.race([this.#exited.then(() => true), late]);
    clearTimeout(timer);
    return exited;
  }

  #signal(signal: NodeJS.Signals): void {
    const { pid } = this;
    if (pid === null) return;
    if (process.platform === "win32") {
      spawn("taskkill", ["/pid", String(pid), "/T", "/F"], { windowsHide: true, stdio: "ignore" }).on(
        "error",
        () => undefined,
      );
      return;
    }
    try {
      process.kill(-pid, signal);
    } catch {
      // The group has already exited.
    }
  }
}

function closeOutput({ stdout, stderr }: ChildProcess): void {
  stdout?.destroy();
  stderr?.destroy();
}
