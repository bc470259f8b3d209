/** No response arrived. */
export class ConnectionFailure extends Error {
  /** False only if the request cannot have reached the server. */
  readonly reached: boolean;
  /** The application's process, if the reason is that it is stopped (SIGSTOP); otherwise null. */
  readonly stopped: number | null;

  constructor(reached: boolean, cause: unknown, stopped: number | null = null) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = "ConnectionFailure";
    this.reached = reached;
    this.stopped = stopped;
  }
}
