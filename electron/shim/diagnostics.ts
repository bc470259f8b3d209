import { appendFileSync, mkdirSync, renameSync, statSync } from "node:fs";
import path from "node:path";
import { markHidden } from "../core/hidden-characters.ts";

const MAX_LOG_BYTES = 256 * 1024;

/**
 * Messages for a person who looks for the cause of a problem, written to stderr, which clients show or store, and to
 * `shim.log`, of which one older file is kept. Never throws.
 */
export class Diagnostics {
  readonly #file: string;
  readonly #stderr: NodeJS.WritableStream;

  constructor(logFile: string, stderr: NodeJS.WritableStream) {
    this.#file = logFile;
    this.#stderr = stderr;
  }

  log(text: string): void {
    // It may contain names and errors of others.
    const message = markHidden(text);
    try {
      this.#stderr.write(`recollect: ${message}\n`);
    } catch {
      // stderr is closed.
    }
    try {
      mkdirSync(path.dirname(this.#file), { recursive: true, mode: 0o700 });
      rotate(this.#file);
      appendFileSync(this.#file, `${new Date().toISOString()} ${process.pid} ${message}\n`, { mode: 0o600 });
    } catch {
      // A full disk must not break the connection.
    }
  }
}

function rotate(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > MAX_LOG_BYTES) renameSync(file, `${file}.1`);
}
