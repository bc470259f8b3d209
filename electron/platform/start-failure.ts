import { readFileSync, rmSync } from "node:fs";
import { isRecord } from "../core/util/is-record.ts";
import type { ErrorBody } from "../text/errors.ts";
import { writePrivateFile } from "./atomic-file.ts";

/** Why a start of the application failed, for the program that started it and cannot read its output. */
export interface StartFailure {
  /** The process that failed; it may still run and show the problem to the owner. */
  readonly pid: number;
  readonly message: string;
  readonly hint?: string;
}

/** Records why this process does not serve. Ignores a folder that cannot be written. */
export function recordStartFailure(file: string, { message, hint }: ErrorBody): void {
  try {
    writePrivateFile(file, `${JSON.stringify({ pid: process.pid, message, hint } satisfies StartFailure)}\n`);
  } catch {
    // The problem is also printed and logged.
  }
}

/** Removes what an earlier start recorded. */
export function clearStartFailure(file: string): void {
  rmSync(file, { force: true });
}

/** Returns what the process `pid` recorded; null if it recorded nothing. */
export function readStartFailure(file: string, pid: number | undefined): StartFailure | null {
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    const isOfProcess = isRecord(value) && value.pid === pid && typeof value.message === "string";
    return isOfProcess ? (value as unknown as StartFailure) : null;
  } catch {
    return null;
  }
}
