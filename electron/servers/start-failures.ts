import type { Clock } from "../core/ports.ts";
import { RecollectError } from "../text/errors.ts";
import type { ServerLimits } from "./limits.ts";

/** The failures of a server since its last successful call, and the pause before its next start. */
export class StartFailures {
  readonly #server: string;
  readonly #limits: ServerLimits;
  readonly #clock: Clock;
  #count = 0;
  #nextStartAt = 0;
  #problem: RecollectError | null = null;

  constructor(server: string, limits: ServerLimits, clock: Clock) {
    this.#server = server;
    this.#limits = limits;
    this.#clock = clock;
  }

  /** The last failure; null after a success. */
  get problem(): RecollectError | null {
    return this.#problem;
  }

  /** The state of a server that does not run. */
  get state(): "stopped" | "waiting" | "failed" {
    if (this.#clock.now() >= this.#nextStartAt) return "stopped";
    return this.#isBroken ? "failed" : "waiting";
  }

  note(failure: RecollectError): void {
    const { maxRestartDelayMs, restartDelayMs, restMs } = this.#limits;
    this.#count += 1;
    this.#problem = failure;
    const doublings = Math.min(this.#count - 2, 20);
    const delay = this.#count < 2 ? 0 : Math.min(maxRestartDelayMs, restartDelayMs * 2 ** doublings);
    this.#nextStartAt = this.#clock.now() + (this.#isBroken ? restMs : delay);
  }

  /** Notes a problem that does not delay the next start. */
  noteProblem(problem: RecollectError | null): void {
    this.#problem = problem;
  }

  /** A call succeeded. */
  noteSuccess(): void {
    this.#count = 0;
    this.#problem = null;
  }

  /** Ends the pause. */
  reset(): void {
    this.noteSuccess();
    this.#nextStartAt = 0;
  }

  /** @throws unavailable during a pause */
  checkPause(): void {
    const pauseMs = this.#nextStartAt - this.#clock.now();
    if (pauseMs <= 0) return;
    const server = this.#server;
    const details = this.#problem === null ? {} : { problem: this.#problem.message };
    if (this.#isBroken) {
      const params = { server, failures: this.#count, minutes: Math.ceil(pauseMs / 60_000) };
      throw new RecollectError("server_broken", params, { details });
    }
    const params = { server, seconds: Math.ceil(pauseMs / 1000) };
    throw new RecollectError("server_waiting", params, { details });
  }

  get #isBroken(): boolean {
    return this.#count >= this.#limits.maxFailures;
  }
}
