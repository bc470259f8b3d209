/** What is said of a failure, and what to do. */
export interface ErrorWords {
  readonly message: string;
  readonly hint?: string;
}

/** What a failure is about; `reason` tells which one it is. */
export type Details = Readonly<Record<string, unknown>>;

/** A failure as it came, over whichever wire. */
export interface ToldError {
  readonly message: string;
  readonly hint?: string | undefined;
  readonly details?: Details | undefined;
}
