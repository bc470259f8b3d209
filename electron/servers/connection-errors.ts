import type { Transport } from "@modelcontextprotocol/client";
import type { Clock } from "../core/ports.ts";
import type { ServerLogLine } from "../core/servers.ts";
import { type ErrorParams, RecollectError } from "../text/errors.ts";
import { excerptOf, httpFailure } from "./http-errors.ts";
import type { ServerLimits } from "./limits.ts";
import { lastOutput, reasonIn } from "./start-output.ts";
import { MessageTooLarge, NotStarted, StdioTransport } from "./stdio-transport.ts";

/** A call timed out. */
export class CallTimeout extends Error {}

/** The process exited before it was connected. */
export class EndedAtStart extends Error {
  readonly exit: string | null;

  constructor(exit: string | null, cause: unknown) {
    super("The server ended.", { cause });
    this.exit = exit;
  }
}

/** Whether a message over the maximum caused an error. */
export function isTooLarge(error: unknown): boolean {
  return error instanceof MessageTooLarge || (error instanceof Error && error.cause instanceof MessageTooLarge);
}

/** The message of an error, or of its cause if a request could not be sent. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.message === "fetch failed" ? error.cause.message : error.message;
}

/** The server that an error is about. */
interface Named {
  readonly name: string;
  /** Its address; null for a program. */
  readonly url: string | null;
  readonly limits: ServerLimits;
}

export function tooLargeError({ name: server, limits }: Omit<Named, "url">): RecollectError {
  const maximum = Math.floor(limits.maxMessageBytes / 1024 / 1024);
  return new RecollectError("server_output_too_large", { server, maximum });
}

/** The log line about a failed start. It does not repeat the program's own output, which precedes it. */
export function startNotice(error: unknown, failure: RecollectError): string {
  if (error instanceof EndedAtStart) return `It did not start: ${error.exit ?? "it ended"}.`;
  const { reason, seconds } = failure.details ?? {};
  if (reason === "server_start_timeout") return `It did not start: it did not respond within ${seconds} seconds.`;
  return failure.message;
}

/** The failure of an addition, with the end of the log: without the server, the log cannot be read later. */
export function notAdded(error: RecollectError, log: readonly ServerLogLine[]): RecollectError {
  const { code, message, hint, field, details } = error;
  const { reason } = details ?? {};
  if (reason !== "server_start_failed" && reason !== "server_start_timeout") {
    return RecollectError.fromBody({ code, message, hint, field, details: { ...details, log } }, error);
  }
  const params = { ...details, isAdded: false } as unknown as ErrorParams<typeof reason>;
  return new RecollectError(reason, params, { field, details: { log }, cause: error });
}

/** The error for a start that took too long. @param output the log lines of this start */
export function startTimeout(
  { name: server, limits }: Omit<Named, "url">,
  output: readonly ServerLogLine[],
): RecollectError {
  const seconds = Math.round(limits.startTimeoutMs / 1000);
  const said = lastOutput(output).replace(/\.$/, "");
  return new RecollectError("server_start_timeout", { server, seconds, ...(said === "" ? {} : { output: said }) });
}

/** Turns the failure of a start into an error for the owner. @param output the log lines of this start */
export async function startError(
  error: unknown,
  { name: server, url, limits }: Named,
  output: readonly ServerLogLine[],
): Promise<RecollectError> {
  if (error instanceof RecollectError) return error;
  if (error instanceof MessageTooLarge) return tooLargeError({ name: server, limits });
  if (error instanceof EndedAtStart) {
    const problem = [error.exit ?? "it ended", reasonIn(output)].filter(Boolean).join(": ").replace(/\.$/, "");
    return new RecollectError("server_start_failed", { server, problem });
  }
  if (error instanceof NotStarted) {
    const { missing, missingName: name, searched } = error;
    return missing === "folder"
      ? new RecollectError("server_folder_missing", { server, folder: name }, { cause: error })
      : new RecollectError("server_program_missing", { server, command: name, searched }, { cause: error });
  }
  const overHttp = url === null ? null : httpFailure(error, server, url);
  if (overHttp !== null) return overHttp;
  const { UnsupportedProtocolVersionError } = await import("@modelcontextprotocol/client");
  const isRevision = error instanceof UnsupportedProtocolVersionError || /protocol version/i.test(messageOf(error));
  if (isRevision) return new RecollectError("server_revision_unknown", { server }, { cause: error });
  return new RecollectError(
    "server_start_failed",
    { server, problem: excerptOf(messageOf(error)).replace(/\.$/, "") },
    { cause: error },
  );
}

/**
 * Turns the failure of a call into an error for its caller. An error sent by the server is returned unchanged.
 * @param problem the known reason why the connection ended
 */
export async function callError(
  error: unknown,
  transport: Transport,
  named: Named,
  problem: RecollectError | null,
): Promise<Error> {
  const { name: server, limits } = named;
  const { ProtocolError, SdkError, SdkErrorCode } = await import("@modelcontextprotocol/client");
  if (error instanceof CallTimeout) {
    const seconds = Math.round(limits.callTimeoutMs / 1000);
    return new RecollectError("server_call_timeout", { server, seconds }, { cause: error });
  }
  const isClosed =
    error instanceof SdkError &&
    (error.code === SdkErrorCode.ConnectionClosed || error.code === SdkErrorCode.NotConnected);
  const hasExited = transport instanceof StdioTransport && transport.exit !== null;
  if (isClosed || hasExited) return endError(transport, named, problem);
  if (error instanceof ProtocolError) return error;
  if (isTooLarge(error)) return tooLargeError(named);
  const overHttp = named.url === null ? null : httpFailure(error, server, named.url);
  if (overHttp !== null) return overHttp;
  const words = excerptOf(messageOf(error)).replace(/\.$/, "");
  return new RecollectError("server_call_failed", { server, problem: words }, { cause: error });
}

/** The error for the unexpected end of a connection. @param problem the known reason */
export function endError(transport: Transport, named: Named, problem: RecollectError | null): RecollectError {
  const { name: server } = named;
  if (!(transport instanceof StdioTransport)) {
    return problem ?? new RecollectError("server_ended", { server, exit: "connection closed" });
  }
  if (transport.failure instanceof MessageTooLarge) return tooLargeError(named);
  if (!transport.endedItself && transport.failure === null) {
    return new RecollectError("server_stopped", { server });
  }
  return new RecollectError("server_ended", { server, exit: transport.exit ?? "output closed" });
}

/** The failures of a server since its last successful call, and the pause before its next start. */
export class StartFailures {
  readonly #server: string;
  readonly #limits: ServerLimits;
  readonly #clock: Clock;
  #count = 0;
  #nextStartAt = 0;
  #problem: RecollectError | null = null;
  /** Until then the server asked for no requests. */
  #limited: { readonly status: number; readonly until: number } | null = null;

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

  /** Notes the time that a server asked to wait, during which no request is sent. */
  noteLimit(failure: Error): void {
    const { status, seconds } = failure instanceof RecollectError ? (failure.details ?? {}) : {};
    if (typeof status !== "number" || typeof seconds !== "number") return;
    this.#limited = { status, until: this.#clock.now() + seconds * 1000 };
  }

  /** @throws rate_limited during the time that the server asked to wait */
  checkLimit(): void {
    if (this.#limited === null) return;
    const seconds = Math.ceil((this.#limited.until - this.#clock.now()) / 1000);
    const { status } = this.#limited;
    if (seconds > 0) throw new RecollectError("server_rate_limited", { server: this.#server, status, seconds });
    this.#limited = null;
  }

  /** A call succeeded. */
  noteSuccess(): void {
    this.#count = 0;
    this.#problem = null;
  }

  /** Ends the pause. */
  reset(): void {
    this.noteSuccess();
    this.#limited = null;
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
