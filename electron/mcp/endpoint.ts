import type { IncomingMessage, ServerResponse } from "node:http";
import {
  classifyInboundRequest,
  type InitializeRequest,
  isInitializeRequest,
  isJSONRPCNotification,
  isJsonContentType,
} from "@modelcontextprotocol/server";
import type { Grant } from "../core/caller.ts";
import type { Events } from "../core/events.ts";
import type { ClientIdentity } from "../core/memory.ts";
import type { MemoryService } from "../core/memory-service.ts";
import type { Clock, Logger } from "../core/ports.ts";
import { messageId, RPC, sendJson, sendRpcError } from "./answers.ts";
import { type Catalog, type CatalogSource, createCatalog } from "./catalog.ts";
import { type Connection, toAuthInfo } from "./connection.ts";
import { INSTRUCTIONS } from "./instructions.ts";
import type { KeptSessions } from "./kept-sessions.ts";
import { createMemorySource } from "./memory-source.ts";
import { isMethod } from "./messages.ts";
import { createModernLeg } from "./modern.ts";
import { createServerFactory } from "./server-factory.ts";
import { createSessions, type Session } from "./sessions.ts";
import { createSubscriptions } from "./subscriptions.ts";

/** First protocol version of the era without sessions. */
const FIRST_MODERN_VERSION = "2026-07-28";

/** One live session of the 2025 era, for the owner's eyes. */
export interface LiveSession {
  readonly id: string;
  readonly client: ClientIdentity | null;
  readonly protocolVersion: string;
  readonly project: string | null;
  readonly transport: Connection["transport"];
  readonly openedAt: number;
  readonly lastSeenAt: number;
  /** Whether it holds a stream open for what is sent unasked. */
  readonly listening: boolean;
}

export interface McpEndpoint {
  /** Answers one HTTP request to `/mcp`. `body` is the parsed JSON of a POST, undefined otherwise. */
  handle(request: IncomingMessage, response: ServerResponse, body: unknown, connection: Connection): Promise<void>;
  /** Tools, prompts and resources as they are served; REST calls the same tools. */
  readonly catalog: Catalog;
  sessions(): readonly LiveSession[];
  /** Who listens in the era without sessions, by the name it gave: one entry for each stream. */
  streams(): readonly (ClientIdentity | null)[];
  /** The session of this id, whoever asks; for the log. */
  session(id: string): LiveSession | undefined;
  /**
   * What a token allows from now on: for live sessions and streams too, before their next request. While it is paused
   * its streams are ended; its sessions live on.
   */
  setGrant(tokenId: string, grant: Grant, paused: boolean): Promise<void>;
  /** Ends all sessions and streams of a token: call it when the token is revoked. */
  disconnect(tokenId: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Both protocol eras at one address. Requests that carry a session id go to their session without another look; the
 * rest is told apart by the SDK's own classification.
 *
 * @param sessions where sessions outlive idleness and restarts
 * @param sessionIdleMs a session without request and open stream is put away after this; default 30 minutes
 * @param maximumSessions live sessions at a time; the one idle longest makes room
 * @param sources further tools, prompts and resources beside the memories
 */
export function createMcpEndpoint(dependencies: {
  readonly service: MemoryService;
  readonly events: Events;
  readonly version: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly sessions: KeptSessions;
  readonly sessionIdleMs?: number;
  readonly maximumSessions?: number;
  readonly sources?: readonly CatalogSource[];
}): McpEndpoint {
  const { service, events, version, clock, logger, sessions: kept, sources = [] } = dependencies;
  const catalog = createCatalog([createMemorySource({ service, version, clock, logger }), ...sources]);
  const buildServer = createServerFactory({ catalog, version, instructions: INSTRUCTIONS, logger });
  const onChanged = () => events.emit("clients.changed", null);
  const sessions = createSessions({
    clock,
    idleMs: dependencies.sessionIdleMs ?? 30 * 60_000,
    maximum: dependencies.maximumSessions ?? 1000,
    kept,
    buildServer: ({ id, client, subscriptions }) => buildServer({ era: "2025", sessionId: id, client, subscriptions }),
    onChanged,
  });
  const modern = createModernLeg({ buildServer, logger, onChanged });
  const subscriptions = createSubscriptions({ events, catalog, sessions, modern, logger });

  async function initialize(
    request: IncomingMessage,
    response: ServerResponse,
    body: InitializeRequest,
    connection: Connection,
  ): Promise<void> {
    const session = await sessions.open(connection, body.params);
    if (session === null) {
      const error = { code: RPC.storage, message: "Too many sessions are in use. Close a client and try again." };
      sendRpcError(response, 503, error, messageId(body));
      return;
    }
    session.transport.handlePost(request, response, body, toAuthInfo(connection));
  }

  /** What the 2025 era asks before its handshake: `initialize` and `ping` are served, nothing else is. */
  async function handleWithoutSession(
    request: IncomingMessage,
    response: ServerResponse,
    body: unknown,
    connection: Connection,
  ): Promise<void> {
    const id = messageId(body);
    if (isInitializeRequest(body) && id !== null) {
      await initialize(request, response, body, connection);
    } else if (isMethod(body, "initialize")) {
      const message = "initialize needs protocolVersion, capabilities and clientInfo with name and version.";
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

  async function handleInSession(
    session: Session | undefined,
    request: IncomingMessage,
    response: ServerResponse,
    body: unknown,
    connection: Connection,
  ): Promise<void> {
    if (session === undefined) {
      const error = { code: RPC.notFound, message: "Session not found: it has ended. Send initialize again." };
      sendRpcError(response, 404, error, messageId(body));
    } else if (request.method === "POST") {
      session.transport.handlePost(request, response, body, toAuthInfo(connection));
    } else if (request.method === "GET") {
      session.transport.handleGet(request, response);
    } else {
      await sessions.end(session);
      response.writeHead(200, { "content-length": 0 }).end();
    }
  }

  return {
    catalog,

    async handle(request, response, body, connection) {
      const method = request.method ?? "";
      const sessionId = request.headers["mcp-session-id"];
      if (method !== "POST" && method !== "GET" && method !== "DELETE") {
        refuseMethod(response, "GET, POST, DELETE");
      } else if (method === "POST" && !isJsonContentType(request.headers["content-type"])) {
        const error = { code: RPC.storage, message: "Content-Type must be application/json." };
        sendRpcError(response, 415, error, messageId(body));
      } else if (typeof sessionId === "string" && !namesModernVersion(request)) {
        const session = sessions.find(sessionId, connection) ?? (await sessions.revive(sessionId, connection));
        await handleInSession(session, request, response, body, connection);
      } else if (method !== "POST") {
        refuseMethod(response, "POST");
      } else if (isLegacy(request, body)) {
        await handleWithoutSession(request, response, body, connection);
      } else {
        await modern.handle(request, response, body, connection);
      }
    },

    sessions: () => sessions.list().map(liveSession),
    streams: () => modern.streams(),
    session(id) {
      const session = sessions.peek(id);
      return session === undefined ? undefined : liveSession(session);
    },

    async setGrant(tokenId, grant, paused) {
      sessions.setGrant(tokenId, grant, paused);
      if (paused) await modern.endOf(tokenId);
      else modern.setGrant(tokenId, grant);
    },

    async disconnect(tokenId) {
      await Promise.all([sessions.endOf(tokenId), modern.endOf(tokenId)]);
    },

    async close() {
      subscriptions.close();
      await Promise.all([sessions.close(), modern.close()]);
    },
  };
}

function isLegacy(request: IncomingMessage, body: unknown): boolean {
  const outcome = classifyInboundRequest({
    httpMethod: "POST",
    ...header("protocolVersionHeader", request.headers["mcp-protocol-version"]),
    ...header("mcpMethodHeader", request.headers["mcp-method"]),
    ...header("mcpNameHeader", request.headers["mcp-name"]),
    body,
  });
  return outcome.kind === "legacy";
}

function header<Name extends string>(name: Name, value: string | string[] | undefined): { [Key in Name]?: string } {
  return (typeof value === "string" ? { [name]: value } : {}) as { [Key in Name]?: string };
}

function namesModernVersion(request: IncomingMessage): boolean {
  const version = request.headers["mcp-protocol-version"];
  return typeof version === "string" && version >= FIRST_MODERN_VERSION;
}

function refuseMethod(response: ServerResponse, allowed: string): void {
  sendRpcError(response, 405, { code: RPC.storage, message: `This address takes ${allowed}.` }, null, {
    allow: allowed,
  });
}

function liveSession(session: Session): LiveSession {
  const { id, client, openedAt, lastSeenAt } = session;
  const { project, transport } = session.connection;
  const { protocolVersion, listening } = session.transport;
  return { id, client, protocolVersion, project, transport, openedAt, lastSeenAt, listening };
}
