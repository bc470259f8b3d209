import type { Endpoint } from "../platform/endpoint-file.ts";
import type { AppLocator } from "./app-locator.ts";
import type { ClientNotification, ClientRequest, JsonObject } from "./client-message.ts";
import type { Diagnostics } from "./diagnostics.ts";
import { BackOff, type HttpChannel, readBody } from "./http-channel.ts";
import { forwardEvents, isResponse, type MessageFilter, readFirstResponse } from "./server-response.ts";
import type { LineWriter } from "./stdio.ts";

/** The server rejects the repeated handshake. */
export class SessionRefused extends Error {}

type Headers = Readonly<Record<string, string>>;

/** The client's settings in its session, which are repeated in the next one. */
interface ClientState {
  readonly initialize: ClientRequest;
  initialized: ClientNotification | null;
  logLevel: ClientRequest | null;
  readonly subscriptions: Map<string, ClientRequest>;
  serverVersion: string | null;
  readonly announcesResources: boolean;
}

/** A session on the server. */
interface Binding {
  readonly endpoint: Endpoint;
  readonly headers: Headers;
  readonly serverVersion: string | null;
}

/** State of the stream of server messages across its reconnections. */
interface Resumption {
  lastEventId: string | null;
  opened: boolean;
}

export interface SessionParts {
  readonly channel: HttpChannel;
  readonly locator: AppLocator;
  readonly writer: LineWriter;
  readonly diagnostics: Diagnostics;
  /** Aborted when the shim exits. */
  readonly closing: AbortSignal;
}

/**
 * The client's session in the protocol revisions before 2026-07-28. It survives restarts of the application: when the
 * server does not know it, the handshake, the log level and the subscriptions are repeated in a new one.
 */
export class Session {
  readonly #parts: SessionParts;
  #state: ClientState | null = null;
  #binding: Binding | null = null;
  #renewal: Promise<Binding> | null = null;
  #handshakes: Promise<unknown> = Promise.resolve();
  #listening = false;
  #requestCount = 0;

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  /** Runs one step of the client's handshake; messages that the client sends after it wait for it. */
  handshake<Result>(step: () => Promise<Result>): Promise<Result> {
    const run = this.#handshakes.then(step);
    this.#handshakes = run.catch(() => {});
    return run;
  }

  /** Resolves when the handshake steps started so far are done. */
  ready(): Promise<unknown> {
    return this.#handshakes;
  }

  /** The server has responded to the client's `initialize`. */
  begin(request: ClientRequest, endpoint: Endpoint, sessionId: string | undefined, result: JsonObject): void {
    const serverVersion = serverVersionOf(result);
    this.#state = {
      initialize: request,
      initialized: null,
      logLevel: null,
      subscriptions: new Map(),
      serverVersion,
      announcesResources: announcesResources(result),
    };
    this.#binding = { endpoint, headers: sessionHeaders(sessionId, result), serverVersion };
  }

  /** The client has sent `notifications/initialized`: from now on the server may send messages of its own. */
  confirm(notification: ClientNotification): void {
    if (this.#state === null) return;
    this.#state.initialized = notification;
    if (this.#listening) return;
    this.#listening = true;
    void this.#listen().finally(() => {
      this.#listening = false;
    });
  }

  /** Stores a successful request that changes the session. */
  remember(request: ClientRequest): void {
    if (this.#state === null) return;
    const { uri } = request.params;
    if (request.method === "logging/setLevel") this.#state.logLevel = request;
    else if (typeof uri !== "string") return;
    else if (request.method === "resources/subscribe") this.#state.subscriptions.set(uri, request);
    else if (request.method === "resources/unsubscribe") this.#state.subscriptions.delete(uri);
  }

  /**
   * Returns the headers of the session on this endpoint, and recreates the session if needed.
   * @throws ConnectionFailure, SessionRefused
   */
  async headersFor(endpoint: Endpoint): Promise<Headers> {
    return (await this.#bind(endpoint))?.headers ?? {};
  }

  /** The server does not know the session of these headers. */
  lose(headers: Headers): void {
    if (this.#binding?.headers === headers) this.#binding = null;
  }

  /** Ends the session on the server. */
  async end(): Promise<void> {
    if (this.#binding === null || this.#binding.headers["mcp-session-id"] === undefined) return;
    const { endpoint, headers } = this.#binding;
    (await this.#parts.channel.send(endpoint, { method: "DELETE", headers })).resume();
  }

  async #bind(endpoint: Endpoint): Promise<Binding | null> {
    if (this.#state === null) return null;
    if (this.#binding !== null && isSameApp(this.#binding.endpoint, endpoint)) return this.#binding;
    this.#renewal ??= this.#renew(endpoint, this.#state).finally(() => {
      this.#renewal = null;
    });
    this.#binding = await this.#renewal;
    return this.#binding;
  }

  async #renew(endpoint: Endpoint, state: ClientState): Promise<Binding> {
    const response = await this.#post(endpoint, {}, state.initialize.body);
    const message = await readFirstResponse(response);
    if (response.statusCode !== 200 || message === null || !("result" in message)) {
      throw new SessionRefused(`The session could not be restored (HTTP status ${response.statusCode}).`);
    }
    const result = message.result as JsonObject;
    const sessionId = response.headers["mcp-session-id"];
    const headers = sessionHeaders(typeof sessionId === "string" ? sessionId : undefined, result);
    if (state.initialized !== null) {
      await readBody(await this.#post(endpoint, headers, state.initialized.body));
      if (state.logLevel !== null) await this.#repeat(endpoint, headers, state.logLevel);
      for (const request of state.subscriptions.values()) await this.#repeat(endpoint, headers, request);
    }
    this.#parts.diagnostics.log("Reconnected to Recollect.");
    return { endpoint, headers, serverVersion: serverVersionOf(result) };
  }

  /** Repeats a request of the client under an id of the shim. */
  async #repeat(endpoint: Endpoint, headers: Headers, { method, params }: ClientRequest): Promise<void> {
    this.#requestCount += 1;
    const message = { jsonrpc: "2.0", id: `recollect-shim-${this.#requestCount}`, method, params };
    await readBody(await this.#post(endpoint, headers, Buffer.from(JSON.stringify(message))));
  }

  #post(endpoint: Endpoint, headers: Headers, body: Buffer) {
    const { channel, closing } = this.#parts;
    return channel.send(endpoint, { method: "POST", headers, body, signal: closing });
  }

  /** Keeps a stream of the server's own messages open. Never starts the application. */
  async #listen(): Promise<void> {
    const { locator, closing } = this.#parts;
    const resumption: Resumption = { lastEventId: null, opened: false };
    const backOff = new BackOff();
    while (!closing.aborted) {
      const endpoint = await locator.waitUntilRunning(closing).catch(() => null);
      if (endpoint === null) return;
      backOff.begin();
      try {
        if (!(await this.#listenOnce(endpoint, resumption))) return;
      } catch {
        locator.distrust(endpoint);
      }
      await backOff.pause(closing);
    }
  }

  /** Forwards one stream until it ends. @returns whether to open another one */
  async #listenOnce(endpoint: Endpoint, resumption: Resumption): Promise<boolean> {
    const { channel, locator, writer, closing } = this.#parts;
    const before = this.#binding;
    const current = await this.#bind(endpoint);
    if (current === null || this.#state === null) return false;
    if (current !== before) resumption.lastEventId = null;
    const { lastEventId } = resumption;
    const resume: Headers = lastEventId === null ? {} : { "last-event-id": lastEventId };
    const response = await channel.send(endpoint, {
      method: "GET",
      headers: { ...current.headers, ...resume, accept: "text/event-stream" },
      signal: closing,
    });
    if (response.statusCode !== 200) {
      response.resume();
      if (response.statusCode === 404) this.lose(current.headers);
      if (response.statusCode === 401) locator.distrust(endpoint);
      // 405: the server has no such stream. 503: it has no room for another one now.
      return response.statusCode !== 405;
    }
    if (resumption.opened) await this.#announceChanges(this.#state, current.serverVersion);
    resumption.opened = true;
    await forwardEvents(response, async ({ id, data }) => {
      if (id !== undefined) resumption.lastEventId = id;
      if (data !== "") await writer.write(data);
    });
    return true;
  }

  /** Notifies the client of everything that may have changed while the stream was closed. */
  async #announceChanges(state: ClientState, serverVersion: string | null): Promise<void> {
    const methods = state.announcesResources ? ["notifications/resources/list_changed"] : [];
    if (serverVersion !== state.serverVersion) {
      methods.push("notifications/tools/list_changed", "notifications/prompts/list_changed");
      state.serverVersion = serverVersion;
    }
    const changes = [
      ...methods.map((method) => ({ jsonrpc: "2.0", method })),
      ...[...state.subscriptions.keys()].map((uri) => resourceUpdated({ uri })),
    ];
    for (const change of changes) await this.#parts.writer.write(JSON.stringify(change));
  }
}

function resourceUpdated(params: JsonObject): JsonObject {
  return { jsonrpc: "2.0", method: "notifications/resources/updated", params };
}

function isSameApp(one: Endpoint, other: Endpoint): boolean {
  return one.pid === other.pid && one.url === other.url && one.token === other.token;
}

function sessionHeaders(sessionId: string | undefined, { protocolVersion }: JsonObject): Record<string, string> {
  return {
    ...(sessionId === undefined ? {} : { "mcp-session-id": sessionId }),
    ...(typeof protocolVersion === "string" ? { "mcp-protocol-version": protocolVersion } : {}),
  };
}

function serverVersionOf(result: JsonObject): string | null {
  const version = (result.serverInfo as JsonObject | undefined)?.version;
  return typeof version === "string" ? version : null;
}

function announcesResources(result: JsonObject): boolean {
  const resources = (result.capabilities as JsonObject | undefined)?.resources as JsonObject | undefined;
  return resources?.listChanged === true;
}

const SUBSCRIPTION_ID = "io.modelcontextprotocol/subscriptionId";

/**
 * The counterpart of a session from 2026-07-28 on: one `subscriptions/listen` of the client, whose stream is opened
 * again after a restart of the application.
 */
export class Subscription {
  readonly #request: ClientRequest;
  #open = false;

  constructor(request: ClientRequest) {
    this.#request = request;
  }

  /** Whether the server has accepted the subscription, so that a stream that ends is to be opened again. */
  get isOpen(): boolean {
    return this.#open;
  }

  /**
   * Passes on the first acknowledgement, and in place of later ones notifications of everything that may have changed
   * while the stream was closed. Drops the result with which a server that stops ends its streams.
   */
  readonly filter: MessageFilter = (text, message) => {
    if (isResponse(message)) {
      if (this.#open && "result" in message) return [];
      this.#open = false;
      return [text];
    }
    if (message.method !== "notifications/subscriptions/acknowledged") return [text];
    const reopened = this.#open;
    // A subscription without any accepted notification gets its result immediately, which is for the client.
    const params = message.params as { readonly notifications?: JsonObject } | undefined;
    this.#open = Object.keys(params?.notifications ?? {}).length > 0;
    return reopened ? this.#possibleChanges() : [text];
  };

  #possibleChanges(): string[] {
    const requested = (this.#request.params.notifications ?? {}) as JsonObject;
    const uris = Array.isArray(requested.resourceSubscriptions) ? requested.resourceSubscriptions : [];
    const _meta = { [SUBSCRIPTION_ID]: JSON.parse(this.#request.id) };
    const listChanged = { jsonrpc: "2.0", method: "notifications/resources/list_changed", params: { _meta } };
    return [
      ...(requested.resourcesListChanged === true ? [listChanged] : []),
      ...uris.map((uri: unknown) => resourceUpdated({ uri, _meta })),
    ].map((message) => JSON.stringify(message));
  }
}
