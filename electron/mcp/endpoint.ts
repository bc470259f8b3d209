import type { IncomingMessage, ServerResponse } from "node:http";
import { isDeepStrictEqual } from "node:util";
import {
  classifyInboundRequest,
  type InitializeRequest,
  isInitializeRequest,
  isJSONRPCNotification,
  isJsonContentType,
} from "@modelcontextprotocol/server";
import type { Caller, Grant } from "../core/caller.ts";
import type { Events } from "../core/events.ts";
import type { ClientIdentity } from "../core/memory.ts";
import type { MemoryService } from "../core/memory-service.ts";
import type { Clock, Logger } from "../core/ports.ts";
import type { GivenRecorder } from "../core/use.ts";
import { sendJson } from "../core/util/http-response.ts";
import { Catalog } from "./catalog.ts";
import type { CatalogSource } from "./catalog-entries.ts";
import { type Connection, toAuthInfo } from "./connection.ts";
import { isMethod, RPC, requestIdOf, sendRpcError, withoutNullParams } from "./json-rpc.ts";
import { createMemorySource } from "./memory-source.ts";
import { ResourceWatches } from "./resource-watches.ts";
import { ServerFactory } from "./server-factory.ts";
import type { SessionStore } from "./session-store.ts";
import { NoRoom, type Session, Sessions } from "./sessions.ts";
import { StatelessHandler } from "./stateless-handler.ts";
import { Subscriptions } from "./subscriptions.ts";

/** The first protocol version without sessions. */
const FIRST_STATELESS_VERSION = "2026-07-28";
const DEFAULT_SESSION_IDLE_MS = 30 * 60_000;
/** About 10 KB each (ADR 0009). */
const DEFAULT_MAX_SESSIONS = 1000;
/**
 * A client has one session for each window or agent, and all shims that name no client have the owner's token: 256 leave
 * three tokens their full number at the same time.
 */
const DEFAULT_MAX_SESSIONS_OF_TOKEN = 256;
/** When a client may try again that was refused because all sessions are busy. */
const RETRY_AFTER_SECONDS = 5;

/** A live session (protocol revision 2025), as the owner sees it. */
interface LiveSession {
  readonly id: string;
  readonly client: ClientIdentity | null;
  readonly protocolVersion: string;
  readonly project: string | null;
  readonly transport: Connection["transport"];
  readonly openedAt: number;
  readonly lastSeenAt: number;
  /** Whether the client has an open stream for notifications. */
  readonly listening: boolean;
}

interface McpEndpointOptions {
  readonly service: MemoryService;
  readonly events: Events;
  readonly version: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly sessions: SessionStore;
  /** A session without a request or an open stream for this long is suspended; default 30 minutes. */
  readonly sessionIdleMs?: number;
  /** The maximum number of live sessions; default 1000. Past it, an idle session is suspended. */
  readonly maximumSessions?: number;
  /** The same for the sessions of one token; default 256. */
  readonly maximumSessionsOfToken?: number;
  /** Returns a line for a search with few results that suggests where else to look, or null. */
  readonly pointElsewhere?: (caller: Caller, query: string) => Promise<string | null>;
  /** Records which memories clients get. Default: nothing is recorded. */
  readonly recorder?: GivenRecorder;
  /** Further tools, prompts and resources. */
  readonly sources?: readonly CatalogSource[];
}

/**
 * The MCP endpoint `/mcp`, for both protocol revisions. A request with a session id goes to its session; the SDK's
 * classification decides about the others.
 */
export class McpEndpoint {
  /** The tools, prompts and resources. REST calls the same tools. */
  readonly catalog: Catalog;
  readonly #sessions: Sessions;
  readonly #stateless: StatelessHandler;
  readonly #subscriptions: Subscriptions;

  constructor(options: McpEndpointOptions) {
    const { service, events, version, clock, logger, pointElsewhere, recorder, sources = [] } = options;
    const memories = createMemorySource({ service, version, pointElsewhere, recorder, clock, logger });
    this.catalog = new Catalog([memories, ...sources]);
    const servers = new ServerFactory({ catalog: this.catalog, version, logger });
    const onChanged = () => events.emit("clients.changed", null);
    const watches = new ResourceWatches(this.catalog, logger);
    this.#sessions = new Sessions({
      clock,
      idleMs: options.sessionIdleMs ?? DEFAULT_SESSION_IDLE_MS,
      maximum: options.maximumSessions ?? DEFAULT_MAX_SESSIONS,
      maximumOfToken: options.maximumSessionsOfToken ?? DEFAULT_MAX_SESSIONS_OF_TOKEN,
      store: options.sessions,
      watches,
      buildServer: ({ id, client, subscriptions, connection }) =>
        servers.build({ revision: "2025", sessionId: id, client, subscriptions }, connection.grant),
      onChanged,
    });
    this.#stateless = new StatelessHandler({ servers, watches, logger, onChanged });
    this.#subscriptions = new Subscriptions({
      events,
      catalog: this.catalog,
      sessions: this.#sessions,
      stateless: this.#stateless,
      logger,
    });
  }

  /** Handles one HTTP request. `given` is the parsed JSON of a POST, otherwise undefined. */
  async handle(
    request: IncomingMessage,
    response: ServerResponse,
    given: unknown,
    connection: Connection,
  ): Promise<void> {
    const body = withoutNullParams(given);
    const method = request.method ?? "";
    const sessionId = request.headers["mcp-session-id"];
    if (method !== "POST" && method !== "GET" && method !== "DELETE") {
      refuseMethod(response, "GET, POST, DELETE");
    } else if (method === "POST" && !isJsonContentType(request.headers["content-type"])) {
      const error = { code: RPC.serverError, message: "Content-Type must be application/json." };
      sendRpcError(response, 415, error, requestIdOf(body));
    } else if (typeof sessionId === "string" && !namesStatelessVersion(request)) {
      const session = await this.#findSession(sessionId, connection, method === "GET");
      if (session === null) refuseForRoom(response, body);
      else await this.#handleInSession(session, request, response, body, connection);
    } else if (method !== "POST") {
      refuseMethod(response, "POST");
    } else if (isSessionBased(request, body)) {
      await this.#handleWithoutSession(request, response, body, connection);
    } else {
      if (isMethod(body, "server/discover")) this.catalog.clientConnected(connection.grant);
      await this.#stateless.handle(request, response, body, connection);
    }
  }

  sessions(): readonly LiveSession[] {
    return this.#sessions.list().map(toLiveSession);
  }

  /** Returns a session by id, of any token; for the log. */
  session(id: string): LiveSession | undefined {
    const session = this.#sessions.peek(id);
    return session === undefined ? undefined : toLiveSession(session);
  }

  /** The clients of open stateless streams, one entry for each stream; null for a client that does not name itself. */
  streams(): readonly (ClientIdentity | null)[] {
    return this.#stateless.streams();
  }

  /**
   * Changes the rights of a token immediately, including its open sessions and streams. Pausing a token closes its
   * streams; its sessions stay open.
   */
  async setGrant(tokenId: string, grant: Grant, paused: boolean): Promise<void> {
    const before = this.#listedFor(tokenId);
    this.#sessions.setGrant(tokenId, grant, paused);
    if (paused) await this.#stateless.endOf(tokenId);
    else this.#stateless.setGrant(tokenId, grant);
    if (isDeepStrictEqual(before, this.#listedFor(tokenId))) return;
    for (const kind of ["tools", "prompts", "resources"] as const) {
      this.#subscriptions.notifyListChanged(kind, undefined, tokenId);
    }
  }

  /** Ends all sessions and streams of a token. Call it when the token is revoked. */
  async disconnect(tokenId: string): Promise<void> {
    await Promise.all([this.#sessions.endOf(tokenId), this.#stateless.endOf(tokenId)]);
  }

  async close(): Promise<void> {
    this.#subscriptions.close();
    await Promise.all([this.#sessions.close(), this.#stateless.close()]);
  }

  /** The parts of a token's grants that determine the lists of its live connections. */
  #listedFor(tokenId: string): readonly unknown[] {
    return [...this.#sessions.list(), ...this.#stateless.listeners()]
      .filter(({ connection }) => connection.tokenId === tokenId)
      .map(({ connection: { grant } }) => [
        grant.servers ?? null,
        grant.listAllTools === true,
        grant.conversations === true,
      ]);
  }

  /** @returns undefined for an unknown session, null if it is suspended and no other can give way */
  async #findSession(id: string, connection: Connection, isStream: boolean): Promise<Session | undefined | null> {
    try {
      return this.#sessions.use(id, connection) ?? (await this.#sessions.resume(id, connection, isStream));
    } catch (error) {
      if (error instanceof NoRoom) return null;
      throw error;
    }
  }

  async #handleInSession(
    session: Session | undefined,
    request: IncomingMessage,
    response: ServerResponse,
    body: unknown,
    connection: Connection,
  ): Promise<void> {
    if (session === undefined) {
      const error = { code: RPC.notFound, message: "Session not found. Send initialize to open a new one." };
      sendRpcError(response, 404, error, requestIdOf(body));
    } else if (request.method === "POST") {
      session.transport.handlePost(request, response, body, toAuthInfo(connection));
    } else if (request.method === "GET") {
      session.transport.handleGet(request, response);
    } else {
      await this.#sessions.end(session);
      response.writeHead(200, { "content-length": 0 }).end();
    }
  }

  /** Before its handshake a client of revision 2025 may send `initialize`, `ping` and notifications. */
  async #handleWithoutSession(
    request: IncomingMessage,
    response: ServerResponse,
    body: unknown,
    connection: Connection,
  ): Promise<void> {
    const id = requestIdOf(body);
    if (isInitializeRequest(body) && id !== null) {
      await this.#initialize(request, response, body, connection);
    } else if (isMethod(body, "initialize")) {
      const message = "initialize requires protocolVersion, capabilities and clientInfo with name and version.";
      sendRpcError(response, 400, { code: RPC.invalidParams, message }, id);
    } else if (isMethod(body, "ping") && id !== null) {
      sendJson(response, 200, { jsonrpc: "2.0", result: {}, id });
    } else if (isJSONRPCNotification(body)) {
      response.writeHead(202, { "content-length": 0 }).end();
    } else {
      const message = "Not initialized: send initialize first, then its Mcp-Session-Id with every request.";
      sendRpcError(response, 400, { code: RPC.notInitialized, message }, id);
    }
  }

  async #initialize(
    request: IncomingMessage,
    response: ServerResponse,
    body: InitializeRequest,
    connection: Connection,
  ): Promise<void> {
    this.catalog.clientConnected(connection.grant);
    const session = await this.#sessions.open(connection, body.params).catch((error: unknown) => {
      if (error instanceof NoRoom) return null;
      throw error;
    });
    if (session === null) refuseForRoom(response, body);
    else session.transport.handlePost(request, response, body, toAuthInfo(connection));
  }
}

function isSessionBased(request: IncomingMessage, body: unknown): boolean {
  const outcome = classifyInboundRequest({
    httpMethod: "POST",
    protocolVersionHeader: headerOf(request, "mcp-protocol-version"),
    mcpMethodHeader: headerOf(request, "mcp-method"),
    mcpNameHeader: headerOf(request, "mcp-name"),
    body,
  });
  return outcome.kind === "legacy";
}

function namesStatelessVersion(request: IncomingMessage): boolean {
  const version = headerOf(request, "mcp-protocol-version");
  return version !== undefined && version >= FIRST_STATELESS_VERSION;
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === "string" ? value : undefined;
}

function refuseForRoom(response: ServerResponse, body: unknown): void {
  const message = `Too many sessions are open, and all of them are in use. Close some of them, or try again in ${RETRY_AFTER_SECONDS} seconds.`;
  const headers = { "retry-after": String(RETRY_AFTER_SECONDS) };
  sendRpcError(response, 503, { code: RPC.serverError, message }, requestIdOf(body), headers);
}

function refuseMethod(response: ServerResponse, allow: string): void {
  const error = { code: RPC.serverError, message: `Method not allowed. This address accepts ${allow}.` };
  sendRpcError(response, 405, error, null, { allow });
}

function toLiveSession(session: Session): LiveSession {
  const { id, client, openedAt, lastSeenAt } = session;
  const { project, transport } = session.connection;
  const { protocolVersion, isListening } = session.transport;
  return { id, client, protocolVersion, project, transport, openedAt, lastSeenAt, listening: isListening };
}
