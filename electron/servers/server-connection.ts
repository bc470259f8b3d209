import type { Client, Transport } from "@modelcontextprotocol/client";
import type { ServerState } from "../core/servers.ts";
import { createMutex } from "../core/util/mutex.ts";
import { RecollectError } from "../text/errors.ts";
import {
  type CallPlace,
  CallQueue,
  CallTimer,
  pauseAll,
  QueueFull,
  RequestsTooLarge,
  withRestart,
} from "./call-queue.ts";
import type { CallRoute, RequestOptions } from "./calling-client.ts";
import { type ConnectedClient, type ConnectOptions, connectClient, disconnectClient } from "./connect-client.ts";
import {
  CallTimeout,
  callError,
  endError,
  StartFailures,
  startError,
  startNotice,
  startTimeout,
  tooLargeError,
} from "./connection-errors.ts";
import { isSessionLost } from "./http-errors.ts";
import { isSignInError } from "./oauth/sign-in-errors.ts";
import { ResourceSubscriptions } from "./resource-subscriptions.ts";
import { ServerRequests } from "./server-requests.ts";
import { MessageTooLarge, StdioTransport } from "./stdio-transport.ts";

/** Successive calls without a response after which a server counts as hanging and is killed. */
const MAX_TIMEOUTS = 3;
/** The longest time-out of a timer: {@link CallTimer} ends a call instead of the SDK. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;
/** The maximum repetitions of one call after a person opened an address. */
const MAX_ADDRESS_ROUNDS = 5;
/** The key of the owner, who tests tools. */
const OWNER_KEY = "owner";

/** A subscription has no caller, and a request of negligible size. */
const SUBSCRIPTION_ROUTE = { onprogress: null, client: null, requestBytes: 0 } as const;

interface ConnectionOptions extends Omit<ConnectOptions, "requests" | "onResourceUpdated"> {
  readonly name: string;
  /** Its address; null for a program. */
  readonly url: string | null;
  /** Returns the revision of the last connection; null for a new server. */
  revision(): string | null;
  /** Returns the error for the owner if a missing sign-in caused this one, otherwise null. */
  explain(error: unknown): Promise<RecollectError | null>;
  onState(): void;
}

/**
 * The connection to one server: it starts with the first call and stops when idle. Failures delay the next start. If
 * the server exits, only its own calls fail.
 */
export class ServerConnection {
  readonly #options: ConnectionOptions;
  readonly #queue: CallQueue;
  readonly #failures: StartFailures;
  readonly #requests: ServerRequests;
  readonly subscriptions: ResourceSubscriptions;
  readonly #inTurn = createMutex();
  #running: ConnectedClient | null = null;
  /** Connections whose session the server does not know, with calls in progress. */
  readonly #lost = new Set<ConnectedClient>();
  #stopping = false;
  #closed = false;
  /** Whether only a call starts the server again. */
  #isStoppedByOwner = false;
  /** Whether the next start looks for the server's revision again: the owner may have updated it. */
  #isUpdated = false;
  #timeouts = 0;
  #idleTimer: NodeJS.Timeout | null = null;
  /** Abandons the start in progress; null without one. */
  #opening: AbortController | null = null;

  constructor(options: ConnectionOptions) {
    const { name, limits, clock, log } = options;
    this.#options = options;
    this.#requests = new ServerRequests({
      server: name,
      log,
      // From now on a request can be assigned to its client.
      onAsked: () => {
        this.#queue.isExclusive = true;
      },
    });
    this.subscriptions = new ResourceSubscriptions({
      limits,
      log,
      run: (work) => this.run({ ...SUBSCRIPTION_ROUTE, signal: new AbortController().signal }, work),
      onEmpty: () => this.#startIdleTimer(),
    });
    this.#queue = new CallQueue(limits);
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
   * @param onPaused called at the end with the time for which the call waited for its client
   * @throws unavailable, cancelled, rate_limited; ProtocolError with the server's own error
   */
  async run<Result>(
    route: CallRoute,
    work: (client: Client, options: RequestOptions) => Promise<Result>,
    onPaused: (pausedMs: number) => void = () => undefined,
  ): Promise<Result> {
    const { name: server, limits } = this.#options;
    const { signal, client, requestBytes: bytes } = route;
    try {
      const call = { signal, key: client?.key ?? OWNER_KEY, bytes };
      return await this.#queue.run(call, (place) => this.#runInPlace(route, place, work, onPaused));
    } catch (error) {
      if (error instanceof QueueFull) {
        throw new RecollectError("server_busy", { server, maximum: limits.maxWaitingCalls });
      }
      if (error instanceof RequestsTooLarge) {
        const maximum = limits.maxRequestBytes / 1024 / 1024;
        throw new RecollectError("server_requests_too_large", { server, maximum });
      }
      if (signal.aborted) throw new RecollectError("server_call_cancelled", { server }, { cause: error });
      throw error;
    } finally {
      this.#startIdleTimer();
    }
  }

  async #runInPlace<Result>(
    { signal, onprogress, client: caller, requestBytes }: CallRoute,
    place: CallPlace,
    work: (client: Client, options: RequestOptions) => Promise<Result>,
    onPaused: (pausedMs: number) => void,
    isRepeated = false,
  ): Promise<Result> {
    const { limits } = this.#options;
    this.#failures.checkLimit();
    const connected = await this.#ready(signal);
    const { client, transport, levels } = connected;
    this.#stopIdleTimer();
    const timer = new CallTimer(limits.callTimeoutMs, limits.maxCallMs, signal);
    connected.calls.add(timer);
    const options = {
      signal: timer.signal,
      timeout: NO_TIMEOUT_MS,
      ...(onprogress === null ? {} : { onprogress: withRestart(timer, onprogress) }),
    };
    try {
      const result = await this.#requests.run({ client: caller, pause: () => pauseAll(timer, place) }, async () => {
        await levels.request(client, caller?.logLevel ?? null);
        return await this.#repeatAfterAddress(() => work(client, options), caller, options.signal);
      });
      this.#failures.noteSuccess();
      this.#timeouts = 0;
      return result;
    } catch (error) {
      if (!isRepeated && !signal.aborted && isSessionLost(error, transport)) {
        this.#giveUp(connected);
        return await this.#runInPlace(
          { signal, onprogress, client: caller, requestBytes },
          place,
          work,
          onPaused,
          true,
        );
      }
      return await this.#throwCallError(timer.isExpired ? new CallTimeout() : error, transport, signal);
    } finally {
      onPaused(timer.pausedMs);
      timer.close();
      connected.calls.delete(timer);
      if (connected.calls.size === 0) this.#closeLost(connected);
    }
  }

  /** Repeats a call if the server required a person to open an address first. */
  async #repeatAfterAddress<Result>(
    call: () => Promise<Result>,
    caller: CallRoute["client"],
    signal: AbortSignal,
  ): Promise<Result> {
    for (let round = 1; ; round += 1) {
      try {
        return await call();
      } catch (error) {
        const forClient = await this.#requests.handleAddressError(error, caller, signal);
        if (forClient !== null || round === MAX_ADDRESS_ROUNDS) throw forClient ?? error;
      }
    }
  }

  /**
   * Starts the server before its first call, unless its last start failed or the owner stopped it. A failure is shown as
   * {@link problem}, and the call tries again.
   */
  prepare(): void {
    const starting = this.#inTurn(async () => {
      if (this.state !== "stopped" || this.problem !== null || this.#isStoppedByOwner) return;
      await this.#start();
      this.#startIdleTimer();
    });
    starting.catch(() => undefined);
  }

  /** Starts the server immediately, even after failures. @throws unavailable */
  async restart(): Promise<void> {
    await this.stop();
    this.#failures.reset();
    this.#isUpdated = true;
    await this.#ready(new AbortController().signal);
    this.#startIdleTimer();
  }

  /** Stops the server, even during its start; calls in progress fail. The next call restarts it. */
  stop(): Promise<void> {
    const { name: server } = this.#options;
    this.#isStoppedByOwner = true;
    this.#opening?.abort(new RecollectError("server_stopped", { server }));
    return this.#inTurn(() => this.#stop());
  }

  /** Stops the server permanently. */
  async close(): Promise<void> {
    this.#closed = true;
    this.subscriptions.close();
    await this.stop();
  }

  async #ready(signal: AbortSignal): Promise<ConnectedClient> {
    // A server that is being stopped does not accept calls; it is restarted afterwards.
    const current = this.#stopping ? null : this.#running;
    const running = current ?? (await this.#inTurn(async () => this.#running ?? (await this.#start())));
    signal.throwIfAborted();
    return running;
  }

  async #start(): Promise<ConnectedClient> {
    const { name: server, log, explain, onState } = this.#options;
    const last = log.lines().at(-1);
    if (this.#closed) throw new RecollectError("server_stopped", { server });
    this.#failures.checkPause();
    this.#isStoppedByOwner = false;
    const opening = new AbortController();
    this.#opening = opening;
    onState();
    try {
      const running = await this.#connect(opening.signal);
      this.#running = running;
      this.#failures.noteProblem(null);
      this.subscriptions.connected();
      return running;
    } catch (error) {
      opening.signal.throwIfAborted();
      const failure = (await explain(error)) ?? (await startError(error, this.#options, log.lines(last)));
      this.#failures.noteLimit(failure);
      log.add("notice", startNotice(error, failure));
      // Not a failure of the server: the owner has to sign in.
      if (isSignInError(failure)) this.#failures.noteProblem(failure);
      else this.#noteFailure(failure);
      throw failure;
    } finally {
      this.#opening = null;
      onState();
    }
  }

  async #connect(signal: AbortSignal): Promise<ConnectedClient> {
    const { log } = this.#options;
    const last = log.lines().at(-1);
    const onTimeout = () => {
      throw startTimeout(this.#options, log.lines(last));
    };
    const onTooLarge = (transport: Transport) => this.#endTooLarge(transport);
    const guard = { signal, onTimeout, onTooLarge };
    const onResourceUpdated = (uri: string) => this.subscriptions.notify(uri);
    const options = { ...this.#options, requests: this.#requests, onResourceUpdated };
    const known = this.#isUpdated ? null : this.#options.revision();
    const connected = await this.#requests.connect(() => connectClient(options, guard, known));
    this.#isUpdated = false;
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
      this.subscriptions.ended();
    }
    this.#options.onState();
  }

  /**
   * Gives up a connection whose session the server does not know: the next call connects again. It is closed after its
   * last call, because the others may have a response, or be refused too and repeated.
   */
  #giveUp(lost: ConnectedClient): void {
    if (this.#running !== lost) return;
    this.#options.log.add("notice", "The server does not know the session any more. Recollect connects again.");
    this.#lost.add(lost);
    this.#running = null;
    lost.refresh.close();
    this.subscriptions.disconnected();
    this.#options.onState();
  }

  #closeLost(lost: ConnectedClient): void {
    if (this.#lost.delete(lost)) void lost.client.close().catch(() => undefined);
  }

  async #stop(): Promise<void> {
    for (const lost of this.#lost) this.#closeLost(lost);
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
      this.subscriptions.disconnected();
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

  /** Turns the failure of a call into an error for its caller. */
  async #throwCallError(error: unknown, transport: Transport, signal: AbortSignal): Promise<never> {
    if (signal.aborted || error instanceof RecollectError) throw error;
    const explained = await this.#options.explain(error);
    if (explained !== null) throw explained;
    if (error instanceof CallTimeout) this.#noteTimeout(transport, error);
    const failure = await callError(error, transport, this.#options, this.problem);
    this.#failures.noteLimit(failure);
    throw failure;
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
    if (this.#running === null || this.#queue.size > 0 || this.subscriptions.size > 0) return;
    this.#idleTimer = setTimeout(() => {
      // A call may have started in the meantime.
      void this.#inTurn(async () => {
        if (this.#queue.size === 0 && this.subscriptions.size === 0) await this.#stop();
      });
    }, this.#options.limits.idleMs).unref();
  }

  #stopIdleTimer(): void {
    if (this.#idleTimer !== null) clearTimeout(this.#idleTimer);
    this.#idleTimer = null;
  }
}
