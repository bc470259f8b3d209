import type { Client, InputRequiredResult, Transport } from "@modelcontextprotocol/client";
import type { SecretStore } from "../core/secret-store.ts";
import type { ServerLogLine, ServerSignIn, ServerSummary, StdioServer } from "../core/servers.ts";
import type { CallContext } from "../mcp/catalog-entries.ts";
import type { RecordContext } from "../platform/record-file.ts";
import { RecollectError, toErrorBody } from "../text/errors.ts";
import type { LanguageChoice } from "../text/language.ts";
import { type CallRoute, type RequestOptions, sessionClient } from "./calling-client.ts";
import { openHttpTransport } from "./http-transport.ts";
import { resultForClient } from "./input-requests.ts";
import type { ServerLimits } from "./limits.ts";
import { LIST_KINDS, type ListKind } from "./list-refresh.ts";
import { isOwnAddress, isRecollect } from "./loop.ts";
import { type KeptSignIn, OAuthClient } from "./oauth/oauth-client.ts";
import { readOffered } from "./offered.ts";
import { ServerConnection } from "./server-connection.ts";
import type { ServerRecord } from "./server-file.ts";
import { maskedForms, passwordsIn, ServerLog } from "./server-log.ts";
import type { ServerProcesses } from "./server-processes.ts";
import { downloadVariables } from "./start-output.ts";
import { StdioTransport } from "./stdio-transport.ts";
import { anyStateOf, SuspendedCalls, suspendedStateOf } from "./suspended-calls.ts";
import { toolPins } from "./tool-pins.ts";

/** Shorter values are also ordinary words in the bodies of the request log. */
const MIN_LOGGED_SECRET = 6;

/** The application and machine that servers run on. */
export interface ServerHost extends RecordContext {
  readonly version: string;
  readonly env: NodeJS.ProcessEnv;
  readonly home: string;
  /** The port of this Recollect. */
  readonly ownPort: () => number;
  /** The owner's language, for the page at the end of a sign-in. */
  readonly language: () => LanguageChoice;
}

interface ManagedServerOptions extends ServerHost {
  readonly id: string;
  readonly limits: ServerLimits;
  /** The storage of the sign-in: the file, and the keychain with its key. */
  readonly signIn: {
    readonly file: string;
    readonly secrets: SecretStore;
  };
  readonly processes: Pick<ServerProcesses, "note" | "forget">;
  record(): ServerRecord;
  secrets(): Promise<Readonly<Record<string, string>>>;
  /** Called with the server's identity and lists after each start and change. */
  onRead(changes: Pick<ServerRecord, "identity" | "protocolVersion" | "offered">): void;
  /** Called after each call that the server answered. */
  onCalled(): void;
  onState(): void;
  /** Receives the texts of an owner that must not be logged: the server's secrets and tokens. */
  onSecrets(owner: string, texts: readonly string[]): void;
}

/** The data to restore a removed server. */
export interface RemovedServer {
  readonly record: ServerRecord;
  readonly secrets: Readonly<Record<string, string>>;
  readonly signIn: KeptSignIn | null;
}

/** One server with its connection and its log. */
export class ManagedServer {
  readonly #options: ManagedServerOptions;
  readonly #connection: ServerConnection;
  readonly #log: ServerLog;
  /** Null for a server on stdio. */
  readonly #oauth: OAuthClient | null;
  readonly #suspended: SuspendedCalls;
  /** The entries that were left out when the lists were read last. */
  readonly #invalid = new Map<ListKind, readonly string[]>();

  constructor(options: ManagedServerOptions) {
    const { version, limits, clock, logger, onState } = options;
    this.#options = options;
    this.#log = new ServerLog(clock);
    this.#oauth = this.#createOAuthClient();
    const { name, transport } = options.record();
    this.#suspended = new SuspendedCalls(name, limits.answerTimeoutMs);
    this.#connection = new ServerConnection({
      name,
      url: transport.kind === "stdio" ? null : transport.url,
      revision: () => options.record().protocolVersion,
      version,
      limits,
      clock,
      logger,
      log: this.#log,
      openTransport: (onTooLarge) => this.#openTransport(onTooLarge),
      read: (client, kinds) => this.#read(client, kinds),
      onInvalid: (method, part, reason) => this.#noteInvalid(method, part, reason),
      explain: async (error) => (await this.#activeOAuth()?.explain(error)) ?? null,
      onState,
    });
  }

  /**
   * Serves a client's request. The server may ask the client for input.
   * @param target identifies the called entry when a client repeats the request with its responses (revision 2026);
   * null if the server cannot ask for input in this request
   * @throws as {@link ServerConnection.run}
   */
  async serve<Result extends object>(
    context: CallContext,
    target: string | null,
    work: (client: Client, options: RequestOptions) => Promise<Result | InputRequiredResult>,
  ): Promise<Result | InputRequiredResult> {
    const { name, protocolVersion } = this.#options.record();
    const run = async (route: CallRoute, onDuration: (durationMs: number | null) => void) =>
      resultForClient(await this.call(route, work, onDuration), name);
    const { signal, wantsProgress, caller, exchange, requestBytes } = context;
    if (target !== null && exchange !== null && caller.sessionId === null) {
      // A server of revision 2025 never returns a state.
      const isForeign = anyStateOf(context) !== null && suspendedStateOf(context) === null;
      if (isForeign && (protocolVersion ?? "") < "2026") throw await this.#suspended.unknownState();
      return (await this.#suspended.serve(context, target, run)) as Result | InputRequiredResult;
    }
    const onprogress = wantsProgress
      ? (sent: { progress: number; total?: number; message?: string }) =>
          context.progress(sent.progress, sent.total, sent.message)
      : null;
    const client = sessionClient(context, this.#options.limits.answerTimeoutMs);
    return await run({ signal, onprogress, client, requestBytes }, (durationMs) =>
      context.noteServer(name, durationMs),
    );
  }

  /** Calls the server. @throws as {@link ServerConnection.run} */
  async call<Result>(
    route: CallRoute,
    work: (client: Client, options: RequestOptions) => Promise<Result>,
    onDuration: (durationMs: number | null) => void = () => undefined,
  ): Promise<Result> {
    let durationMs: number | null = null;
    onDuration(null);
    try {
      const result = await this.#connection.run(
        route,
        async (client, options) => {
          const started = performance.now();
          try {
            return await work(client, options);
          } finally {
            durationMs = performance.now() - started;
          }
        },
        (pausedMs) => {
          if (durationMs !== null) durationMs -= pausedMs;
        },
      );
      this.#options.onCalled();
      return result;
    } finally {
      onDuration(durationMs);
    }
  }

  /**
   * Subscribes to a resource, and starts the server if it does not run.
   * @returns a function that ends the subscription
   * @throws as {@link ServerConnection.run}
   */
  subscribe(uri: string, onUpdated: () => void): Promise<() => void> {
    return this.#connection.subscriptions.add(uri, onUpdated);
  }

  /** Starts a program that a client is likely to call. Does nothing for a server over HTTP, which runs already. */
  prepare(): void {
    if (this.#options.record().transport.kind === "stdio") this.#connection.prepare();
  }

  restart(): Promise<void> {
    return this.#connection.restart();
  }

  stop(): Promise<void> {
    return this.#connection.stop();
  }

  async close(): Promise<void> {
    await this.#oauth?.cancel();
    await this.#connection.close();
  }

  /** The sign-in at the server. @throws invalid_argument if it has none */
  get oauth(): OAuthClient {
    const oauth = this.#activeOAuth();
    if (oauth !== null) return oauth;
    throw new RecollectError("server_sign_in_unavailable", { server: this.#options.record().name }, { field: "id" });
  }

  /** Stops the server and forgets the sign-in. @throws as `oauth` */
  async signOut(): Promise<void> {
    const { oauth } = this;
    await oauth.cancel();
    await this.stop();
    await oauth.signOut();
  }

  async restoreSignIn(kept: KeptSignIn): Promise<void> {
    await this.#oauth?.restore(kept);
  }

  /** Deletes the sign-in. @returns the data to restore it, or null if there was none */
  async removeSignIn(): Promise<KeptSignIn | null> {
    return (await this.#oauth?.remove()) ?? null;
  }

  log(): readonly ServerLogLine[] {
    return this.#log.lines();
  }

  note(text: string): void {
    this.#log.add("notice", text);
  }

  summary(): ServerSummary {
    const record = this.#options.record();
    const { running } = this.#connection;
    const problem = this.#connection.problem ?? this.#invalidProblem(record.name);
    const signIn = this.#activeOAuth()?.state ?? null;
    const state = stateOf(this.#connection.state, signIn);
    const { id, name, transport, secretNames, identity, protocolVersion, memoryHints, offered } = record;
    const pins = toolPins(record);
    return {
      id,
      name,
      transport,
      secretNames,
      identity,
      protocolVersion,
      memoryHints,
      state,
      signIn,
      problem: problem === null || state === "sign-in" ? null : toErrorBody(problem),
      pid: running?.pid ?? null,
      startedAt: running === null ? null : new Date(running.startedAt).toISOString(),
      tools: {
        approved: pins.filter((pin) => pin.state === "approved").length,
        waiting: pins.filter((pin) => pin.state === "new" || pin.state === "changed").length,
      },
      prompts: offered.prompts.length,
      resources: offered.resources.length,
    };
  }

  async #openTransport(onTooLarge: () => void): Promise<Transport> {
    const { limits, env, home, ownPort, processes } = this.#options;
    const { name, transport } = this.#options.record();
    if (transport.kind !== "stdio" && isOwnAddress(transport.url, ownPort())) throw loopError(name);
    const secrets = await this.#options.secrets();
    const inherited = transport.kind === "stdio" ? transport.inherit.map((name) => env[name] ?? "") : [];
    this.#mask("secrets", [...Object.values(secrets), ...inherited.flatMap(passwordsIn)]);
    if (transport.kind !== "stdio") {
      const headers = { ...transport.headers, ...secrets };
      return openHttpTransport(transport, headers, this.#activeOAuth(), limits.maxMessageBytes, onTooLarge);
    }
    return new StdioTransport({
      command: transport.command,
      args: transport.args,
      cwd: transport.cwd ?? home,
      env: serverEnvironment(transport, secrets, env),
      processes,
      log: this.#log,
      maxMessageBytes: limits.maxMessageBytes,
    });
  }

  #mask(owner: "secrets" | "sign-in", values: readonly string[]): void {
    const texts = maskedForms(values);
    this.#log.mask(owner, texts);
    const id = `${this.#options.id} ${owner}`;
    this.#options.onSecrets(
      id,
      texts.filter((text) => text.length >= MIN_LOGGED_SECRET),
    );
  }

  #createOAuthClient(): OAuthClient | null {
    const { id, limits, clock, logger, language, signIn, record, onState } = this.#options;
    const { name, transport } = record();
    if (transport.kind === "stdio") return null;
    return new OAuthClient({
      ...signIn,
      id,
      name,
      transport,
      timeoutMs: limits.signInTimeoutMs,
      clock,
      logger,
      language,
      mask: (values) => this.#mask("sign-in", values),
      onChange: onState,
      onSignedIn: async () => {
        if (this.#connection.state !== "running") await this.#connection.restart();
      },
    });
  }

  /** Null if the owner set an `Authorization` header instead. */
  #activeOAuth(): OAuthClient | null {
    const { transport, secretNames } = this.#options.record();
    const names = transport.kind === "stdio" ? [] : [...Object.keys(transport.headers), ...secretNames];
    return names.some((name) => name.toLowerCase() === "authorization") ? null : this.#oauth;
  }

  /** Logs a part of a response that is left out. The parts of lists are also a problem for the owner to see. */
  #noteInvalid(method: string, part: string, reason: string): void {
    this.note(`Left out of ${method}: ${part} (${reason})`);
    const kind = LIST_KINDS.find((one) => method.startsWith(`${one}/`) && method.endsWith("/list"));
    if (kind !== undefined) this.#invalid.set(kind, [...(this.#invalid.get(kind) ?? []), part]);
  }

  #invalidProblem(server: string): RecollectError | null {
    const parts = [...this.#invalid.values()].flat();
    return parts.length === 0 ? null : new RecollectError("server_entries_invalid", { server, parts });
  }

  async #read(client: Client, kinds: readonly ListKind[] | null): Promise<void> {
    const { name, offered } = this.#options.record();
    const { name: ownName = "", version = "" } = client.getServerVersion() ?? {};
    for (const kind of kinds ?? LIST_KINDS) this.#invalid.delete(kind);
    const read = await readOffered(client, kinds, offered, (...invalid) => this.#noteInvalid(...invalid));
    if (isRecollect(ownName, read)) throw loopError(name);
    const protocolVersion = client.getNegotiatedProtocolVersion() ?? null;
    const identity = { name: ownName, version };
    this.#options.onRead({ identity, protocolVersion, offered: read });
  }
}

/** A server that does not run because it needs a sign-in has its own state. */
function stateOf(state: ServerSummary["state"], signIn: ServerSignIn | null): ServerSummary["state"] {
  const isIdle = state !== "running" && state !== "starting";
  return isIdle && signIn !== null && signIn.state !== "done" ? "sign-in" : state;
}

function loopError(server: string): RecollectError {
  return new RecollectError("server_is_recollect", { server });
}

/** Variables that programs need and that contain no secrets. On Windows their case varies. */
const ALLOWED = new Set(
  [
    ["HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR"],
    ["APPDATA", "COMSPEC", "HOMEDRIVE", "HOMEPATH", "LOCALAPPDATA", "PATHEXT", "PROCESSOR_ARCHITECTURE", "PROGRAMDATA"],
    ["PROGRAMFILES", "PROGRAMFILES(X86)", "SYSTEMDRIVE", "SYSTEMROOT", "TEMP", "TMP", "USERNAME", "USERPROFILE"],
    ["WINDIR"],
  ].flat(),
);

/** Recollect's own addresses and tokens, which are never passed on. */
const OWN = /^RECOLLECT_/i;

/**
 * The environment of a server's process: allowed variables, variables that the owner named, and the server's secrets.
 */
function serverEnvironment(
  server: StdioServer,
  secrets: Readonly<Record<string, string>>,
  own: NodeJS.ProcessEnv,
): Record<string, string> {
  const { env, inherit } = server;
  const inherited = Object.entries(own).flatMap(([name, value]) => {
    const isNamed = inherit.includes(name) || ALLOWED.has(name.toUpperCase());
    // A value that starts with () is a shell function.
    return isNamed && value !== undefined && !value.startsWith("()") ? [[name, value] as const] : [];
  });
  const set = { ...Object.fromEntries(inherited), ...env, ...secrets };
  const all = { ...downloadVariables(server, set), ...set };
  return Object.fromEntries(Object.entries(all).filter(([name]) => !OWN.test(name)));
}
