import type { Client, Transport } from "@modelcontextprotocol/client";
import { RecollectError } from "../core/errors.ts";
import type { ServerState } from "../core/servers.ts";
import { createMutex } from "../core/util/mutex.ts";
import { CallQueue, QueueFull } from "./call-queue.ts";
import { type ConnectedClient, type ConnectOptions, connectClient, disconnectClient } from "./connect-client.ts";
import { callError, endError, isTimeout, startError, startNotice, tooLargeError } from "./connection-errors.ts";
import { isSignInError } from "./oauth/sign-in-errors.ts";
import { StartFailures } from "./start-failures.ts";
import { MessageTooLarge, StdioTransport } from "./stdio-transport.ts";

/** Calls without a response, one after the other, after which a server counts as hanging and is killed. */
const MAX_TIMEOUTS = 3;

/** How a call reaches the server. */
export interface CallRoute {
  readonly signal: AbortSignal;
  /** Passed to the SDK; null: the caller did not ask for progress. */
  readonly onprogress: ((progress: { progress: number; total?: number; message?: string }) => void) | null;
}

export type RequestOptions = NonNullable<Parameters<Client["callTool"]>[1]>;

interface ConnectionOptions extends ConnectOptions {
  readonly name: string;
  /** Returns the sentence for an error that the owner's sign-in caused; null for others. */
  explain(error: unknown): Promise<RecollectError | null>;
  onState(): void;
}

/**
 * The connection to one server: it starts with the first call and stops when idle. Failures delay the next start. A server
 * that ends takes only its own calls with it.
 */
export class ServerConnection {
  readonly #options: ConnectionOptions;
  readonly #queue: CallQueue;
  readonly #failures: StartFailures;
  readonly #inTurn = createMutex();
  #running: ConnectedClient | null = null;
  #stopping = false;
  #closed = false;
  /** Of revision 2025: it ended when it was asked for its revision, so it is not asked again. */
  #isLegacy = false;
  #timeouts = 0;
  #idleTimer: NodeJS.Timeout | null = null;
  /** Abandons the start in progress; null without one. */
  #opening: AbortController | null = null;

  constructor(options: ConnectionOptions) {
    const { name, limits, clock } = options;
    this.#options = options;
    this.#queue = new CallQueue(limits.callsAtOnce, limits.maxWaitingCalls);
    this.#failures = new StartFailures(name, limits, clock);
  }

  get state(): ServerState {
    if (this.#running !== null) return "running";
    return this.#opening !== null ? "starting" : this.#failures.state;
  }

  get problem(): RecollectError | null {
    return this.#failures.problem;
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
        this.#failures.noteSuccess();
        this.#timeouts = 0;
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
    this.#failures.reset();
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

  async #ready(signal: AbortSignal): Promise<ConnectedClient> {
    const running = this.#running ?? (await this.#inTurn(async () => this.#running ?? (await this.#start())));
    signal.throwIfAborted();
    return running;
  }

  async #start(): Promise<ConnectedClient> {
    const { name: server, limits, log, explain, onState } = this.#options;
    if (this.#closed) throw new RecollectError("unavailable", "server_stopped", { server });
    this.#failures.checkPause();
    const opening = new AbortController();
    this.#opening = opening;
    onState();
    try {
      const running = await this.#connect(opening.signal);
      this.#running = running;
      this.#failures.noteProblem(null);
      return running;
    } catch (error) {
      opening.signal.throwIfAborted();
      const failure = (await explain(error)) ?? (await startError(error, { server, limits, log }));
      log.add("notice", startNotice(error, failure));
      // The server is well: the owner has to sign in.
      if (isSignInError(failure)) this.#failures.noteProblem(failure);
      else this.#noteFailure(failure);
      throw failure;
    } finally {
      this.#opening = null;
      onState();
    }
  }

  async #connect(signal: AbortSignal): Promise<ConnectedClient> {
    const { name: server, limits } = this.#options;
    const onTimeout = () => {
      const seconds = Math.round(limits.startTimeoutMs / 1000);
      throw new RecollectError("unavailable", "server_start_timeout", { server, seconds });
    };
    const onTooLarge = (transport: Transport) => this.#endTooLarge(transport);
    const guard = { signal, onTimeout, onTooLarge };
    const { connected, isLegacy } = await connectClient(this.#options, guard, this.#isLegacy);
    this.#isLegacy = isLegacy;
    connected.client.onclose = () => this.#ended(connected);
    return connected;
  }

  #ended(ended: ConnectedClient): void {
    ended.refresh.close();
    if (this.#running !== ended) return;
    this.#running = null;
    this.#stopIdleTimer();
    if (!this.#stopping) {
      const failure = endError(ended.transport, this.#options, this.problem);
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
    running.refresh.close();
    try {
      await disconnectClient(running);
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
    else this.#failures.noteProblem(tooLargeError(this.#options));
  }

  #noteFailure(failure: RecollectError): void {
    this.#timeouts = 0;
    this.#failures.note(failure);
  }

  /** Turns the error of a call into the sentence for its caller. */
  async #throwCallError(error: unknown, transport: Transport, signal: AbortSignal): Promise<never> {
    if (signal.aborted || error instanceof RecollectError) throw error;
    const explained = await this.#options.explain(error);
    if (explained !== null) throw explained;
    if (await isTimeout(error)) this.#noteTimeout(transport, error as Error);
    throw await callError(error, transport, this.#options, this.problem);
  }

  #noteTimeout(transport: Transport, error: Error): void {
    this.#timeouts += 1;
    if (this.#timeouts < MAX_TIMEOUTS) return;
    this.#options.log.add("notice", `${MAX_TIMEOUTS} calls in succession had no response. The server is stopped.`);
    if (transport instanceof StdioTransport) transport.kill(error);
    else void this.stop();
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
