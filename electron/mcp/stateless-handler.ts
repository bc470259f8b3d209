import type { IncomingMessage, ServerResponse } from "node:http";
import { CLIENT_INFO_META_KEY, createMcpHandler, type McpHttpHandler } from "@modelcontextprotocol/server";
import type { Grant } from "../core/caller.ts";
import type { ClientIdentity } from "../core/memory.ts";
import type { Logger } from "../core/ports.ts";
import { isRecord } from "../core/util/is-record.ts";
import { type Connection, connectionOf, readClientIdentity, toAuthInfo } from "./connection.ts";
import { isMethod, RPC, requestIdOf, sendRpcError } from "./json-rpc.ts";
import type { ResourceWatches } from "./resource-watches.ts";
import { MAX_SUBSCRIPTIONS, type ServerFactory } from "./server-factory.ts";

/** Open streams of one token: as many as it may have sessions in revision 2025. */
const MAX_STREAMS_OF_TOKEN = 64;

interface OpenStream {
  readonly client: ClientIdentity | null;
  readonly tokenId: string;
  end(): void;
}

/**
 * Serves protocol revision 2026 with the SDK's handler: no sessions, one server instance for each request, and event
 * streams only for `subscriptions/listen`. Each token has its own handler, so that its listeners receive only what its
 * grant allows, and so that its streams can be closed when it is revoked.
 */
export class StatelessHandler {
  readonly #servers: ServerFactory;
  readonly #watches: ResourceWatches;
  readonly #logger: Logger;
  readonly #onChanged: () => void;
  /** Oldest first. */
  readonly #streams = new Set<OpenStream>();
  /** By token id. */
  readonly #handlers = new Map<string, { connection: Connection; readonly handler: McpHttpHandler }>();

  constructor(options: {
    readonly servers: ServerFactory;
    readonly watches: ResourceWatches;
    readonly logger: Logger;
    /** Called when a stream is opened or closed. */
    onChanged(): void;
  }) {
    this.#servers = options.servers;
    this.#watches = options.watches;
    this.#logger = options.logger;
    this.#onChanged = options.onChanged;
  }

  async handle(
    request: IncomingMessage,
    response: ServerResponse,
    body: unknown,
    connection: Connection,
  ): Promise<void> {
    if (body === undefined) {
      sendRpcError(response, 400, { code: RPC.parseError, message: "The body of the request is empty." }, null);
      return;
    }
    const uris = subscriptionsOf(body);
    if (uris.length > MAX_SUBSCRIPTIONS) {
      const error = {
        code: RPC.invalidParams,
        message: `A stream can have at most ${MAX_SUBSCRIPTIONS} subscriptions.`,
      };
      sendRpcError(response, 400, error, requestIdOf(body));
      return;
    }
    const disconnected = new AbortController();
    response.once("close", () => {
      if (!response.writableFinished) disconnected.abort();
    });
    const result = await this.#handlerFor(connection).fetch(toWebRequest(request, disconnected.signal), {
      authInfo: toAuthInfo(connection),
      parsedBody: body,
    });
    if (!isMethod(body, "subscriptions/listen") || !isEventStream(result)) {
      await sendWebResponse(result, response);
      return;
    }
    const { tokenId } = connection;
    const stream = { client: readMetaClient(body), tokenId, end: () => disconnected.abort() };
    this.#streams.add(stream);
    this.#onChanged();
    // Past the maximum the token's own oldest stream is ended: streams of clients that are gone are often still open.
    const own = [...this.#streams].filter((open) => open.tokenId === tokenId);
    for (const open of own.slice(0, -MAX_STREAMS_OF_TOKEN)) open.end();
    const grantOf = () => this.#handlers.get(tokenId)?.connection.grant ?? connection.grant;
    const updated = (uri: string) => this.#handlers.get(tokenId)?.handler.notify.resourceUpdated(uri);
    for (const uri of uris) this.#watches.startLater(tokenId, uri, grantOf, () => updated(uri));
    try {
      await sendWebResponse(result, response);
    } finally {
      for (const uri of uris) this.#watches.end(tokenId, uri);
      this.#streams.delete(stream);
      this.#onChanged();
    }
  }

  /** The clients of the open streams, one entry for each stream; null for a client that does not name itself. */
  streams(): readonly (ClientIdentity | null)[] {
    return [...this.#streams].map(({ client }) => client);
  }

  /** One entry for each token in use, with the function that notifies its listeners. */
  listeners(): readonly { readonly connection: Connection; readonly notify: McpHttpHandler["notify"] }[] {
    return [...this.#handlers.values()].map(({ connection, handler }) => ({ connection, notify: handler.notify }));
  }

  /** Changes the rights of a token's listeners. */
  setGrant(tokenId: string, grant: Grant): void {
    const entry = this.#handlers.get(tokenId);
    if (entry !== undefined) entry.connection = { ...entry.connection, grant };
    this.#watches.endAll(tokenId, grant);
  }

  /** Ends the requests and streams of a token. */
  async endOf(tokenId: string): Promise<void> {
    const entry = this.#handlers.get(tokenId);
    this.#handlers.delete(tokenId);
    await entry?.handler.close();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#handlers.values()].map(({ handler }) => handler.close()));
    this.#handlers.clear();
  }

  #handlerFor(connection: Connection): McpHttpHandler {
    const existing = this.#handlers.get(connection.tokenId);
    if (existing !== undefined) {
      existing.connection = connection;
      return existing.handler;
    }
    const handler = createMcpHandler(
      ({ authInfo, requestInfo }) => {
        const isCall = requestInfo?.headers.get("mcp-method") === "tools/call";
        const tool = isCall ? requestInfo.headers.get("mcp-name") : null;
        return this.#servers.buildForRequest(connectionOf({ http: { authInfo } }), tool);
      },
      { legacy: "reject", onerror: (error) => this.#logger.debug("A stateless request was refused", { error }) },
    );
    this.#handlers.set(connection.tokenId, { connection, handler });
    return handler;
  }
}

/** Reads the client from a message's `_meta`. */
function readMetaClient(body: unknown): ClientIdentity | null {
  const { params } = body as { readonly params?: { readonly _meta?: Readonly<Record<string, unknown>> } };
  return readClientIdentity(params?._meta?.[CLIENT_INFO_META_KEY]);
}

/** Returns the resources that a `subscriptions/listen` names; none for any other message. */
function subscriptionsOf(body: unknown): readonly string[] {
  if (!isRecord(body) || body.method !== "subscriptions/listen" || !isRecord(body.params)) return [];
  const { notifications } = body.params;
  const uris = isRecord(notifications) ? notifications.resourceSubscriptions : null;
  return Array.isArray(uris) ? uris.filter((uri) => typeof uri === "string") : [];
}

function isEventStream({ headers }: Response): boolean {
  return headers.get("content-type")?.startsWith("text/event-stream") === true;
}

/**
 * The members of a request that the SDK's handler reads if it receives the body parsed: method, headers by name, and
 * the signal. A real `Request` with its signal costs a tenth of the time of a short call.
 */
function toWebRequest(request: IncomingMessage, signal: AbortSignal): Request {
  const get = (name: string): string | null => {
    const value = request.headers[name.toLowerCase()];
    return (Array.isArray(value) ? value.join(", ") : value) ?? null;
  };
  const headers = { get, has: (name: string) => get(name) !== null };
  const read = { url: "http://127.0.0.1/mcp", method: request.method ?? "POST", headers, signal };
  return read as unknown as Request;
}

async function sendWebResponse(result: Response, response: ServerResponse): Promise<void> {
  if (response.destroyed) {
    await result.body?.cancel();
    return;
  }
  const headers = Object.fromEntries(result.headers);
  if (!isEventStream(result)) {
    const text = await result.text();
    response.writeHead(result.status, { ...headers, "content-length": Buffer.byteLength(text) }).end(text);
    return;
  }
  response.writeHead(result.status, headers);
  response.flushHeaders();
  for await (const chunk of result.body ?? []) {
    if (response.destroyed) break;
    if (!response.write(chunk)) {
      await new Promise<void>((resolve) => {
        response.once("drain", resolve);
        response.once("close", resolve);
      });
    }
  }
  response.end();
}
