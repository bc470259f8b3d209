import type { ErrorBody } from "../core/errors.ts";

/** What can be asked of a thread, by name. */
export type ThreadMethods<Methods> = { readonly [Name in keyof Methods]: (...args: never[]) => unknown };

/** Asks one question, or lets the thread answer what it was asked, close what it holds and end. */
export type ThreadRequest =
  | { readonly id: number; readonly name: string; readonly args: readonly unknown[] }
  | typeof END;

export const END = "end";

/** An answer, a failure that its reader is meant to read, a defect in its own words, or a line for the log file. */
export type ThreadAnswer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: ErrorBody }
  | { readonly id: number; readonly defect: string }
  | LogLine;

export interface LogLine {
  readonly level: "debug" | "info" | "warn" | "error";
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>> | undefined;
}
