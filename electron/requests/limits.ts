import { LOG_KEEPS } from "../core/request-log.ts";

/** What the log keeps, and what it lets wait. Bytes are of UTF-8 where nothing else is said. */
export interface RequestLogLimits {
  /** Rows kept; the oldest go first. */
  readonly rows: number;
  /** Of them, rows of requests that were turned away: a flood of them pushes nothing else out. */
  readonly refusedRows: number;
  /** Rows that can be pinned; they come on top of the others. */
  readonly pinnedRows: number;
  /** Age of the oldest row kept, in milliseconds. */
  readonly ageMs: number;
  /** Size of the log's file. */
  readonly fileBytes: number;
  /** One body, after redaction. */
  readonly bodyBytes: number;
  /** Exchanges that wait to be written. */
  readonly queuedRows: number;
  /** UTF-16 units of the bodies that wait to be written. */
  readonly queuedBodyUnits: number;
  /** Exchanges handed over and written at once, and the UTF-16 units of their bodies. */
  readonly batchRows: number;
  readonly batchBodyUnits: number;
  /** Longest wait before a batch is written, in milliseconds. */
  readonly batchDelayMs: number;
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
  batchRows: 200,
  batchBodyUnits: 256 * 1024,
  batchDelayMs: 50,
};
