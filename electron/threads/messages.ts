import type { ErrorBody } from "../text/errors.ts";

/** The methods of a thread, called by name. Arguments and results must be structured-cloneable. */
export type ThreadMethods<Methods> = { readonly [Name in keyof Methods]: (...args: never[]) => unknown };

/** A method call, or the request to finish the calls received so far and exit. */
export type ThreadRequest =
  | { readonly id: number; readonly name: string; readonly args: readonly unknown[] }
  | typeof EXIT;

export const EXIT = "exit";

/** The result of a call, an error for its caller, a defect, or an entry for the log file. */
export type ThreadMessage =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: ErrorBody }
  | { readonly id: number; readonly defect: string }
  | LogEntry;

export interface LogEntry {
  readonly level: "debug" | "info" | "warn" | "error";
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>> | undefined;
}
