import type { Client, Transport } from "@modelcontextprotocol/client";
import { RecollectError } from "../core/errors.ts";
import type { Clock, Logger } from "../core/ports.ts";
import type { ServerState } from "../core/servers.ts";
import { createMutex } from "../core/util/mutex.ts";
import { withTimeout } from "../core/util/with-timeout.ts";
import { CallQueue, QueueFull } from "./call-queue.ts";
import { EndedAtStart, isTooLarge, messageOf, startError, tooLargeError } from "./connection-errors.ts";
import type { ServerLimits } from "./limits.ts";
import { type ListKind, ListRefresh } from "./list-refresh.ts";
import type { ServerLog } from "./server-log.ts";
import { MessageTooLarge, StdioTransport } from "./stdio-transport.ts";

/** Calls without a response, one after the other, after which a server counts as hanging and is killed. */
const MAX_TIMEOUTS = 3;
/** Silence after which a server on stdio counts as one of revision 2025. */
const PROBE_TIMEOUT_MS = 5000;

const END_SESSION_TIMEOUT_MS = 2000;

/** How a call reaches the server. */
export interface CallRoute {
  readonly signal: AbortSignal;
  /** Passed to the SDK; null: the caller did not ask for progress. */
  readonly onprogress: ((progress: { progress: number; total?: number; message?: string }) => void) | null;
}

export type RequestOptions = NonNullable<Parameters<Client["callTool"]>[1]>;

interface Running {
  readonly client: Client;
  readonly transport: Transport;
  readonly startedAt: number;
}

interface ConnectionOptions {
  readonly name: string;
  readonly version: string;
  readonly limits: ServerLimits;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly log: ServerLog;
  /** Opens a transport with the current secrets. */
  openTransport(onTooLarge: () => void): Promise<Transport>;
  /** Reads what the server offers. Called after each start, and for the given kinds after a change. */
  read(client: Client, kinds: readonly ListKind[] | null): Promise<void>;
  onState(): void;
}

/**
 * The connection to one server: it starts with the first call and stops when idle. Failures delay the next start. A server
 * that ends takes only its own calls with it.
 */
export class ServerConnection {
  readonly #options: ConnectionOptions;
  readonly #queue: CallQueue;
  readonly #inTurn = createMutex();
  #running: Running | null = null;
  #stopping = false;
  #closed = false;
  /** Of revision 2025: it ended when it was asked for its revision, so it is not asked again. */
  #isLegacy = false;
  #failures = 0;
  #timeouts = 0;
  #nextStartAt = 0;
  #problem: RecollectError | null = null;
  #idleTimer: NodeJS.Timeout | null = null;
  #refresh: ListRefresh | null = null;
  /** Abandons the start in progress; null without one. */
  #opening: AbortController | null = null;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#queue = new CallQueue(options.limits.callsAtOnce, options.limits.maxWaitingCalls);
  }

  get state(): ServerState {
    if (this.#running !== null) return "running";
    if (this.#opening !== null) return "starting";
    if (this.#options.clock.now() >= this.#nextStartAt) return "stopped";
    return this.#failures >= this.#options.limits.maxFailures ? "failed" : "waiting";
  }

  get problem(): RecollectError | null {
    return this.#problem;
  }

  get running(): { readonly pid: number | null; readonly startedAt: number } | null {
    if (this.#running === null) return null;
    const { transport, startedAt } = this.#running;
    return { pid: transport instanceof StdioTransport ? transport.pid : null, startedAt };
  }

  /**
   * Calls the server, and starts it if it is not running.
   * @throws unavailable, cancelled, rate_limited; ProtocolError with the server's own error
   */
  async run<Result>(
    { signal, onprogress }: CallRoute,
    work: (client: Client, options: RequestOptions) => Promise<Result>,
  ): Promise<Result> {
    const { name: server, limits } = this.#options;
    try {
      return await this.#queue.run(signal, async () => {
        const { client, transport } = await this.#ready(signal);
        this.#stopIdleTimer();
        const result = await work(client, {
          signal,
          timeout: limits.callTimeoutMs,
          maxTotalTimeout: limits.maxCallMs,
          ...(onprogress === null ? {} : { onprogress, resetTimeoutOnProgress: true }),
        }).catch((error: unknown) => this.#throwCallError(error, transport, signal));
        this.#failures = 0;
        this.#timeouts = 0;
        this.#problem = null;
        return result;
      });
    } catch (error) {
      if (error instanceof QueueFull) {
        throw new RecollectError("rate_limited", "server_busy", { server, maximum: limits.maxWaitingCalls });
      }
      if (signal.aborted) throw new RecollectError("cancelled", "server_call_cancelled", { server }, { cause: error });
      throw error;
    } finally {
      this.#startIdleTimer();
    }
  }

  /** Starts the server now, also one that failed. @throws unavailable */
  async restart(): Promise<void> {
    await this.stop();
    this.#failures = 0;
    this.#nextStartAt = 0;
    this.#problem = null;
    await this.#ready(new AbortController().signal);
    this.#startIdleTimer();
  }

  /** Stops the server, also one that starts; calls in progress fail. The next call starts it again. */
  stop(): Promise<void> {
    const { name: server } = this.#options;
    this.#opening?.abort(new RecollectError("unavailable", "server_stopped", { server }));
    return this.#inTurn(() => this.#stop());
  }

  /** Stops the server permanently. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.stop();
  }

  async #ready(signal: AbortSignal): Promise<Running> {
    const running = this.#running ?? (await this.#inTurn(async () => this.#running ?? (await this.#start())));
    signal.throwIfAborted();
    return running;
  }

  async #start(): Promise<Running> {
    const { name: server, limits, clock, log, onState } = this.#options;
    if (this.#closed) throw new RecollectError("unavailable", "server_stopped", { server });
    const pause = this.#nextStartAt - clock.now();
    if (pause > 0) throw this.#pauseError(pause);
    const opening = new AbortController();
    this.#opening = opening;
    onState();
    try {
      const seconds = Math.round(limits.startTimeoutMs / 1000);
      const running = await this.#connect(opening.signal, () => {
        throw new RecollectError("unavailable", "server_start_timeout", { server, seconds });
      });
      this.#running = running;
      this.#problem = null;
      return running;
    } catch (error) {
      opening.signal.throwIfAborted();
      const failure = await startError(error, { server, limits, log });
      log.add("notice", failure.message);
      this.#noteFailure(failure);
      throw failure;
    } finally {
      this.#opening = null;
      onState();
    }
  }

  async #connect(signal: AbortSignal, onTimeout: () => never): Promise<Running> {
    const first = await this.#tryConnect(signal, onTimeout, this.#isLegacy).catch((error: unknown) => error);
    if (!(first instanceof Error)) return first as Running;
    // Servers of older SDKs exit on a request before `initialize`.
    const endedItself = first instanceof EndedAtStart && first.exit !== null;
    if (this.#isLegacy || !endedItself) throw first;
    const running = await this.#tryConnect(signal, onTimeout, true);
    this.#isLegacy = true;
    return running;
  }

  async #tryConnect(signal: AbortSignal, onTimeout: () => never, isLegacy: boolean): Promise<Running> {
    const { limits, clock, logger } = this.#options;
    const { Client } = await import("@modelcontextprotocol/client");
    const transport = await this.#options.openTransport(() => this.#endTooLarge(transport));
    const refresh = new ListRefresh(limits.refreshDelayMs, (kinds) => this.#reread(client, kinds));
    const listening = (kind: ListKind) => ({
      autoRefresh: false,
      debounceMs: 0,
      onChanged: () => refresh.request(kind),
    });
    const client = new Client(
      { name: "recollect", title: "Recollect", version: this.#options.version },
      {
        versionNegotiation: { mode: isLegacy ? "legacy" : "auto", probe: { timeoutMs: PROBE_TIMEOUT_MS } },
        // Recollect passes on what the client behind it can do; that is nothing yet.
        capabilities: {},
        inputRequired: { autoFulfill: false },
        listChanged: {
          tools: listening("tools"),
          prompts: listening("prompts"),
          resources: listening("resources"),
        },
      },
    );
    client.onerror = (error) => logger.debug("A server's connection reported an error", { error });
    client.setNotificationHandler("notifications/message", ({ params }) => {
      this.#options.log.add("message", typeof params.data === "string" ? params.data : JSON.stringify(params.data));
    });
    try {
      const connecting = (async () => {
        await client.connect(transport, { timeout: limits.startTimeoutMs });
        await this.#options.read(client, null);
      })();
      connecting.catch(() => undefined);
      await withTimeout(Promise.race([connecting, rejection(signal)]), limits.startTimeoutMs, onTimeout);
    } catch (error) {
      refresh.close();
      const isProcess = transport instanceof StdioTransport;
      // The process may have ended without having been read yet.
      if (isProcess) await transport.close().catch(() => undefined);
      await client.close().catch(() => undefined);
      signal.throwIfAborted();
      if (isProcess && transport.failure !== null) throw transport.failure;
      if (isProcess && transport.endedItself) throw new EndedAtStart(transport.exit, error);
      throw error;
    }
    const running = { client, transport, startedAt: clock.now() };
    this.#refresh = refresh;
    client.onclose = () => this.#ended(running, refresh);
    // It may have ended right after its last response.
    if (transport instanceof StdioTransport && transport.exit !== null) throw new EndedAtStart(transport.exit, null);
    return running;
  }

  #reread(client: Client, kinds: readonly ListKind[]): Promise<void> {
    return this.#options.read(client, kinds).catch((error: unknown) => {
      this.#options.log.add("notice", `Its lists could not be read: ${messageOf(error)}`);
    });
  }

  #ended(running: Running, refresh: ListRefresh): void {
    refresh.close();
    if (this.#running !== running) return;
    this.#running = null;
    this.#stopIdleTimer();
    if (!this.#stopping) {
      const failure = this.#endError(running.transport);
      this.#options.log.add("notice", failure.message);
      this.#noteFailure(failure);
    }
    this.#options.onState();
  }

  async #stop(): Promise<void> {
    const running = this.#running;
    if (running === null) return;
    this.#stopping = true;
    this.#stopIdleTimer();
    this.#refresh?.close();
    try {
      await endSession(running.transport);
      await running.client.close();
    } catch (error) {
      this.#options.logger.warn("A server's connection could not be closed", { error });
    } finally {
      this.#stopping = false;
      this.#running = null;
      this.#options.onState();
    }
  }

  #endTooLarge(transport: Transport): void {
    if (transport instanceof StdioTransport) transport.kill(new MessageTooLarge());
    else this.#problem = tooLargeError(this.#options);
  }

  #noteFailure(failure: RecollectError): void {
    const { limits, clock } = this.#options;
    this.#failures += 1;
    this.#timeouts = 0;
    this.#problem = failure;
    const delay =
      this.#failures < 2
        ? 0
        : Math.min(limits.maxRestartDelayMs, limits.restartDelayMs * 2 ** Math.min(this.#failures - 2, 20));
    this.#nextStartAt = clock.now() + (this.#failures >= limits.maxFailures ? limits.restMs : delay);
  }

  #pauseError(pauseMs: number): RecollectError {
    const { name: server, limits } = this.#options;
    const details = this.#problem === null ? {} : { problem: this.#problem.message };
    if (this.#failures >= limits.maxFailures) {
      const minutes = Math.ceil(pauseMs / 60_000);
      return new RecollectError(
        "unavailable",
        "server_broken",
        { server, failures: this.#failures, minutes },
        { details },
      );
    }
    return new RecollectError(
      "unavailable",
      "server_waiting",
      { server, seconds: Math.ceil(pauseMs / 1000) },
      { details },
    );
  }

  /** Turns the error of a call into the sentence for its caller. */
  async #throwCallError(error: unknown, transport: Transport, signal: AbortSignal): Promise<never> {
    const { name: server, limits, log } = this.#options;
    if (signal.aborted || error instanceof RecollectError) throw error;
    const { ProtocolError, SdkError, SdkErrorCode } = await import("@modelcontextprotocol/client");
    if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout) {
      this.#timeouts += 1;
      if (this.#timeouts >= MAX_TIMEOUTS) {
        log.add("notice", `${MAX_TIMEOUTS} calls in succession had no response. The server is stopped.`);
        if (transport instanceof StdioTransport) transport.kill(error);
        else void this.stop();
      }
      const seconds = Math.round(limits.callTimeoutMs / 1000);
      throw new RecollectError("unavailable", "server_call_timeout", { server, seconds }, { cause: error });
    }
    const isClosed =
      error instanceof SdkError &&
      (error.code === SdkErrorCode.ConnectionClosed || error.code === SdkErrorCode.NotConnected);
    if (isClosed || (transport instanceof StdioTransport && transport.exit !== null)) throw this.#endError(transport);
    if (error instanceof ProtocolError) throw error;
    if (isTooLarge(error)) throw tooLargeError(this.#options);
    const problem = messageOf(error).replace(/\.$/, "");
    throw new RecollectError("unavailable", "server_call_failed", { server, problem }, { cause: error });
  }

  #endError(transport: Transport): RecollectError {
    const { name: server } = this.#options;
    if (!(transport instanceof StdioTransport)) {
      return this.#problem ?? new RecollectError("unavailable", "server_ended", { server, exit: "connection closed" });
    }
    if (transport.failure instanceof MessageTooLarge) return tooLargeError(this.#options);
    if (!transport.endedItself && transport.failure === null) {
      return new RecollectError("unavailable", "server_stopped", { server });
    }
    const exit = transport.exit ?? "output closed";
    return new RecollectError("unavailable", "server_ended", { server, exit });
  }

  #startIdleTimer(): void {
    this.#stopIdleTimer();
    if (this.#running === null || this.#queue.size > 0) return;
    this.#idleTimer = setTimeout(() => {
      // A call may have begun while others were stopped.
      void this.#inTurn(async () => {
        if (this.#queue.size === 0) await this.#stop();
      });
    }, this.#options.limits.idleMs).unref();
  }

  #stopIdleTimer(): void {
    if (this.#idleTimer !== null) clearTimeout(this.#idleTimer);
    this.#idleTimer = null;
  }
}

/** Never resolves; rejects with the signal's reason once it is aborted. */
function rejection(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** Ends the session at a server over HTTP, which otherwise keeps it until it expires. */
async function endSession(transport: Transport): Promise<void> {
  if (!("terminateSession" in transport) || typeof transport.terminateSession !== "function") return;
  await withTimeout(Promise.resolve(transport.terminateSession()), END_SESSION_TIMEOUT_MS, () => undefined);
}
