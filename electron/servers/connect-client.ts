import type { Client, LoggingLevel, Transport } from "@modelcontextprotocol/client";
import type { Clock, Logger } from "../core/ports.ts";
import { withTimeout } from "../core/util/with-timeout.ts";
import { LOG_LEVELS } from "../mcp/call-context.ts";
import { RecollectError } from "../text/errors.ts";
import { EndedAtStart, messageOf } from "./connection-errors.ts";
import { DirectRequests } from "./direct-requests.ts";
import { Redirected } from "./http-errors.ts";
import type { ServerLimits } from "./limits.ts";
import { type ListKind, ListRefresh } from "./list-refresh.ts";
import { type OnInvalid, readByParts } from "./read-results.ts";
import type { ServerLog } from "./server-log.ts";
import { DECLARED_CAPABILITIES, type ServerRequests } from "./server-requests.ts";
import { NotStarted, StdioTransport } from "./stdio-transport.ts";

/** Silence after which a server is assumed to be of revision 2025. */
const PROBE_TIMEOUT_MS = 5000;
const END_SESSION_TIMEOUT_MS = 2000;
/** The error code for a revision that a server does not support (revision 2026). */
const UNSUPPORTED_REVISION = -32_022;

/** The SDK's client that is connected to a server. */
export interface ConnectedClient {
  readonly client: Client;
  readonly transport: Transport;
  readonly refresh: ListRefresh;
  readonly levels: LogLevels;
  readonly startedAt: number;
  /** The calls in progress. */
  readonly calls: Set<object>;
}

export interface ConnectOptions {
  readonly version: string;
  readonly limits: ServerLimits;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly log: ServerLog;
  /** Handles the server's requests to its clients. */
  readonly requests: ServerRequests;
  readonly onInvalid: OnInvalid;
  onResourceUpdated(uri: string): void;
  /** Opens a transport with the current secrets. */
  openTransport(onTooLarge: () => void): Promise<Transport>;
  /** Reads the server's lists. Called after each start, and for the given kinds after a change. */
  read(client: Client, kinds: readonly ListKind[] | null): Promise<void>;
}

/** Abandons a start: `signal` immediately, `onTimeout` after the maximum duration of a start. */
interface StartGuard {
  readonly signal: AbortSignal;
  onTimeout(): never;
  /** Called when the server sends a message over the maximum. */
  onTooLarge(transport: Transport): void;
}

/** The revision with which a connection is tried: a request for 2026, with this maximum time, or `initialize` of 2025. */
type Attempt = { readonly probeMs: number } | "initialize";

/**
 * Connects to a server and reads its lists. A known server is tried with its revision first. Otherwise the client requests
 * revision 2026. That request never decides: if it fails or has no response in a short time, `initialize` is sent, and only
 * if that fails too, the request is repeated with all the time of a start.
 * @param known the revision of the last connection; null for a new server
 */
export async function connectClient(
  options: ConnectOptions,
  guard: StartGuard,
  known: string | null,
): Promise<ConnectedClient> {
  const isModern = known !== null && known >= "2026";
  const probe: Attempt = { probeMs: isModern ? options.limits.startTimeoutMs : PROBE_TIMEOUT_MS };
  const patient: Attempt = { probeMs: options.limits.startTimeoutMs };
  const attempts: readonly Attempt[] =
    known !== null && !isModern
      ? ["initialize", probe]
      : isModern
        ? [probe, "initialize"]
        : [probe, "initialize", patient];
  const deadline = performance.now() + options.limits.startTimeoutMs;
  const last = options.log.lines().at(-1);
  let first: unknown = null;
  let failure: unknown = null;
  for (const attempt of attempts) {
    const isRepeat = attempt === patient;
    if (isRepeat && !isTimeout(first) && !isRevisionRefused(first)) break;
    // This attempt has the same output, unless only the former request was the problem.
    if (failure !== null) options.log.forgetAfter(last);
    try {
      return await tryConnect(options, guard, attempt, Math.max(1, deadline - performance.now()));
    } catch (error) {
      first ??= error;
      // The reason of `initialize` is the server's own; the request before it may only be unknown to the server.
      if (!isRepeat) failure = error;
      if (!(await mayDependOnRequest(error))) throw error;
    }
  }
  throw failure;
}

const isTimeout = (error: unknown) => error instanceof Error && /timed out/.test(error.message);

/** Whether the server refused `initialize` of 2025, which over stdio follows a request for 2026 without a response. */
function isRevisionRefused(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === UNSUPPORTED_REVISION;
}

/** Whether a start that failed may succeed with the request of another revision. */
async function mayDependOnRequest(error: unknown): Promise<boolean> {
  // Servers of older SDKs exit on a request before `initialize`.
  if (error instanceof EndedAtStart) return error.exit !== null;
  if (error instanceof RecollectError || error instanceof Redirected || error instanceof NotStarted) return false;
  const { ProtocolError, SdkError, SdkErrorCode } = await import("@modelcontextprotocol/client");
  const codes: readonly string[] = [
    SdkErrorCode.EraNegotiationFailed,
    SdkErrorCode.RequestTimeout,
    // Some gateways refuse methods that they do not know.
    SdkErrorCode.ClientHttpForbidden,
  ];
  if (error instanceof SdkError && codes.includes(error.code)) return true;
  return error instanceof ProtocolError || /^Error POSTing|content type/i.test(messageOf(error));
}

/** Closes a connection, including the session at a server over HTTP, which otherwise keeps it until it expires. */
export async function disconnectClient({ client, transport }: ConnectedClient): Promise<void> {
  if ("terminateSession" in transport && typeof transport.terminateSession === "function") {
    await withTimeout(Promise.resolve(transport.terminateSession()), END_SESSION_TIMEOUT_MS, () => undefined);
  }
  await client.close();
}

async function tryConnect(
  options: ConnectOptions,
  { signal, onTimeout, onTooLarge }: StartGuard,
  attempt: Attempt,
  timeoutMs: number,
): Promise<ConnectedClient> {
  const { limits, clock, read } = options;
  const transport: Transport = await options.openTransport(() => onTooLarge(transport));
  // A program starts while the SDK is loaded. The client waits for the same start, and reports its failure.
  if (transport instanceof StdioTransport) transport.start().catch(() => undefined);
  const { client, direct, refresh } = await buildClient(options, attempt);
  try {
    const connecting = (async () => {
      await client.connect(transport, { timeout: limits.startTimeoutMs });
      direct.attach(transport);
      await read(client, null);
    })();
    connecting.catch(() => undefined);
    await withTimeout(Promise.race([connecting, rejection(signal)]), timeoutMs, onTimeout);
  } catch (error) {
    refresh.close();
    const isProcess = transport instanceof StdioTransport;
    // The process may have exited before its output was read.
    if (isProcess) await transport.close().catch(() => undefined);
    await client.close().catch(() => undefined);
    signal.throwIfAborted();
    if (isProcess && transport.failure !== null) throw transport.failure;
    if (isProcess && transport.endedItself) throw new EndedAtStart(transport.exit, error);
    throw error;
  }
  // It may have exited right after its last response.
  if (transport instanceof StdioTransport && transport.exit !== null) throw new EndedAtStart(transport.exit, null);
  return { client, transport, refresh, levels: new LogLevels(), startedAt: clock.now(), calls: new Set() };
}

async function buildClient(
  { version, limits, logger, log, requests, read, onInvalid, onResourceUpdated }: ConnectOptions,
  attempt: Attempt,
): Promise<{ readonly client: Client; readonly direct: DirectRequests; readonly refresh: ListRefresh }> {
  const sdk = await import("@modelcontextprotocol/client");
  const information = { name: "recollect", title: "Recollect", version };
  const refresh = new ListRefresh(limits.refreshDelayMs, (kinds) =>
    read(client, kinds).catch((error: unknown) => {
      log.add("notice", `Its lists could not be read: ${messageOf(error)}`);
    }),
  );
  const listening = (kind: ListKind) => ({
    autoRefresh: false,
    debounceMs: 0,
    onChanged: () => refresh.request(kind),
  });
  const client = new sdk.Client(information, {
    versionNegotiation:
      attempt === "initialize" ? { mode: "legacy" } : { mode: "auto", probe: { timeoutMs: attempt.probeMs } },
    capabilities: DECLARED_CAPABILITIES,
    inputRequired: { autoFulfill: false },
    listChanged: {
      tools: listening("tools"),
      prompts: listening("prompts"),
      resources: listening("resources"),
    },
  });
  client.onerror = (error) => logger.debug("A server's connection reported an error", { error });
  const direct = new DirectRequests(sdk, client, information);
  readByParts(client, direct, sdk.specTypeSchemas, onInvalid, (result) => log.withoutSecrets(result));
  requests.install(client);
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => onResourceUpdated(params.uri));
  return { client, direct, refresh };
}

/** Never resolves; rejects with the signal's reason once it is aborted. */
function rejection(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/**
 * The level of log messages that a connection requests from a server of revision 2025. Clients share the connection, so
 * it is the lowest level that any of them requested; each client gets only the messages of its own level.
 */
class LogLevels {
  #lowest: LoggingLevel | null = null;

  /** @param level the level of the calling client, or null */
  async request(client: Client, level: LoggingLevel | null): Promise<void> {
    if (level === null || client.getProtocolEra() !== "legacy") return;
    if (client.getServerCapabilities()?.logging === undefined) return;
    if (this.#lowest !== null && LOG_LEVELS.indexOf(this.#lowest) <= LOG_LEVELS.indexOf(level)) return;
    this.#lowest = level;
    // A server that refuses it still serves the call.
    await client.setLoggingLevel(level).catch(() => undefined);
  }
}
