import type { IncomingMessage, ServerResponse } from "node:http";
import { CLIENT_INFO_META_KEY, createMcpHandler, type McpHttpHandler } from "@modelcontextprotocol/server";
import type { Grant } from "../core/caller.ts";
import type { ClientIdentity } from "../core/memory.ts";
import type { Logger } from "../core/ports.ts";
import { type Connection, readClientIdentity, toAuthInfo } from "./connection.ts";
import { isMethod } from "./json-rpc.ts";
import type { ServerFactory } from "./server-factory.ts";

/**
 * Serves protocol revision 2026 with the SDK's handler: no sessions, one server instance for each request, and event
 * streams only for `subscriptions/listen`. Each token has its own handler, so that its listeners receive only what its
 * grant allows, and so that its streams can be ended when it is revoked.
 */
export class StatelessHandler {
  readonly #servers: ServerFactory;
  readonly #logger: Logger;
  readonly #onChanged: () => void;
  readonly #streams = new Set<{ readonly client: ClientIdentity | null }>();
  /** By token id. */
  readonly #handlers = new Map<string, { connection: Connection; readonly handler: McpHttpHandler }>();

  /** @param onChanged called when a stream is opened or closed */
  constructor(servers: ServerFactory, logger: Logger, onChanged: () => void) {
    this.#servers = servers;
    this.#logger = logger;
    this.#onChanged = onChanged;
  }

  async handle(
    request: IncomingMessage,
    response: ServerResponse,
    body: unknown,
    connection: Connection,
  ): Promise<void> {
    const disconnected = new AbortController();
    response.once("close", () => {
      if (!response.writableFinished) disconnected.abort();
    });
    const result = await this.#handlerFor(connection).fetch(toWebRequest(request, disconnected.signal), {
      authInfo: toAuthInfo(connection),
      parsedBody: body,
    });
    if (!isMethod(body, "subscriptions/listen") || result.status !== 200) {
      await sendWebResponse(result, response);
      return;
    }
    const stream = { client: readMetaClient(body) };
    this.#streams.add(stream);
    this.#onChanged();
    try {
      await sendWebResponse(result, response);
    } finally {
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

  /** Changes what a token's listeners receive. */
  setGrant(tokenId: string, grant: Grant): void {
    const entry = this.#handlers.get(tokenId);
    if (entry !== undefined) entry.connection = { ...entry.connection, grant };
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
      () => this.#servers.build({ revision: "2026", sessionId: null, client: null, subscriptions: null }),
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

/** Copies method and headers. The body is not needed: it is passed to the handler already parsed. */
function toWebRequest(request: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === "string") headers.set(name, value);
    else for (const item of value ?? []) headers.append(name, item);
  }
  return new Request("http://127.0.0.1/mcp", { method: request.method ?? "POST", headers, signal });
}

async function sendWebResponse(result: Response, response: ServerResponse): Promise<void> {
  if (response.destroyed) {
    await result.body?.cancel();
    return;
  }
  const headers = Object.fromEntries(result.headers);
  if (!headers["content-type"]?.startsWith("text/event-stream")) {
    const text = Buffer.from(await result.arrayBuffer());
    response.writeHead(result.status, { ...headers, "content-length": text.length }).end(text);
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
