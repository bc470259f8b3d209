export interface ServerLimits {
  readonly startTimeoutMs: number;
  /** The time without a response or progress. */
  readonly callTimeoutMs: number;
  readonly maxCallMs: number;
  /** How long a client may take to respond to a server's request; this does not count towards the call. */
  readonly answerTimeoutMs: number;
  /** A server is stopped after this time without calls. */
  readonly idleMs: number;
  readonly maxMessageBytes: number;
  readonly callsAtOnce: number;
  readonly maxWaitingCalls: number;
  /** The size of the requests of all running and waiting calls. Each is in memory as text, as values, and as sent. */
  readonly maxRequestBytes: number;
  /** The pause before the third start; it doubles with each further failure. The second start is immediate. */
  readonly restartDelayMs: number;
  readonly maxRestartDelayMs: number;
  /** After this many failures without a successful call, the server is not started for {@link restMs}. */
  readonly maxFailures: number;
  readonly restMs: number;
  /** The delay before changed lists are re-read; it doubles while the server keeps reporting changes. */
  readonly refreshDelayMs: number;
  /** How long a sign-in waits for the browser. */
  readonly signInTimeoutMs: number;
}

export const DEFAULT_SERVER_LIMITS: ServerLimits = {
  // A cold start may download a package or an image first.
  startTimeoutMs: 180_000,
  callTimeoutMs: 60_000,
  maxCallMs: 15 * 60_000,
  answerTimeoutMs: 10 * 60_000,
  idleMs: 5 * 60_000,
  maxMessageBytes: 16 * 1024 * 1024,
  callsAtOnce: 16,
  maxWaitingCalls: 64,
  maxRequestBytes: 8 * 1024 * 1024,
  restartDelayMs: 1000,
  maxRestartDelayMs: 60_000,
  maxFailures: 5,
  restMs: 5 * 60_000,
  refreshDelayMs: 500,
  signInTimeoutMs: 5 * 60_000,
};
