import { LOG_KEEPS } from "../core/request-log.ts";

/** The limits of the log and of its queue. Bytes are of UTF-8 unless stated otherwise. */
export interface RequestLogLimits {
  /** Rows that are not pinned; the oldest are deleted first. */
  readonly rows: number;
  /** Of these, rows of refused requests, so that a flood of them does not displace others. */
  readonly refusedRows: number;
  /** Pinned rows, in addition to the others. */
  readonly pinnedRows: number;
  /** The maximum age of a row, in milliseconds. */
  readonly ageMs: number;
  /** The size of the log's file. */
  readonly fileBytes: number;
  /** One body, after redaction. */
  readonly bodyBytes: number;
  /** Queued exchanges. */
  readonly queuedRows: number;
  /** UTF-16 units of the queued bodies. */
  readonly queuedBodyUnits: number;
  /** Exchanges written in one batch, and the UTF-16 units of their bodies. */
  readonly batchRows: number;
  readonly batchBodyUnits: number;
  /** The maximum delay before a batch is written, in milliseconds. */
  readonly batchDelayMs: number;
  /**
   * The same for a batch that starts the thread, unless something waits for its rows. The start takes 40 ms of processor
   * time, which the first requests after a start of the application, or after a pause, need themselves.
   */
  readonly startDelayMs: number;
}

export const DEFAULT_LIMITS: RequestLogLimits = {
  rows: LOG_KEEPS.rows,
  refusedRows: 2_000,
  pinnedRows: LOG_KEEPS.pinnedRows,
  ageMs: LOG_KEEPS.days * 24 * 60 * 60 * 1000,
  fileBytes: 512 * 1024 * 1024,
  bodyBytes: LOG_KEEPS.bodyBytes,
  queuedRows: 10_000,
  queuedBodyUnits: 32 * 1024 * 1024,
  batchRows: 50,
  batchBodyUnits: 256 * 1024,
  batchDelayMs: 20,
  startDelayMs: 1000,
};
