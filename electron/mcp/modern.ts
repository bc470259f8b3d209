import type { IncomingMessage, ServerResponse } from "node:http";
import { CLIENT_INFO_META_KEY, createMcpHandler, type McpHttpHandler } from "@modelcontextprotocol/server";
import type { Grant } from "../core/caller.ts";
import type { ClientIdentity } from "../core/memory.ts";
import type { Logger } from "../core/ports.ts";
import { type Connection, readClientIdentity, toAuthInfo } from "./connection.ts";
import { isMethod } from "./messages.ts";
import type { ServerFactory } from "./server-factory.ts";

/** The 2026 era: no sessions, one server instance for each request, streams only for `subscriptions/listen`. */
export interface ModernLeg {
  handle(request: IncomingMessage, response: ServerResponse, body: unknown, connection: Connection): Promise<void>;
  /** Who holds a stream open now, by the name it gave; one entry for each stream. */
  streams(): readonly (ClientIdentity | null)[];
  /** One entry for each token in use: who may be told, and how. */
  listeners(): readonly { readonly connection: Connection; readonly notify: McpHttpHandler["notify"] }[];
  /** What a token's listeners hear from now on. */
  setGrant(tokenId: string, grant: Grant): void;
  /** Ends requests and streams of a token. */
  endOf(tokenId: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Serves 2026-07-28 by the SDK's handler. Each token has a handler of its own, because listeners hear what their grant
 * reaches and no more, and because revoking a token ends its streams.
 */
export function createModernLeg(dependencies: {
  readonly buildServer: ServerFactory;
  readonly logger: Logger;
  /** A stream was opened, or ended. */
  readonly onChanged: () => void;
}): ModernLeg {
  const { buildServer, logger, onChanged } = dependencies;
  const streams = new Set<{ readonly client: ClientIdentity | null }>();
  const handlers = new Map<string, { connection: Connection; readonly handler: McpHttpHandler }>();

  function handlerFor(connection: Connection): McpHttpHandler {
    const known = handlers.get(connection.tokenId);
    if (known !== undefined) {
      known.connection = connection;
      return known.handler;
    }
    const handler = createMcpHandler(
      () => buildServer({ era: "2026", sessionId: null, client: null, subscriptions: null }),
      { legacy: "reject", onerror: (error) => logger.debug("A 2026 request was refused", { error }) },
    );
    handlers.set(connection.tokenId, { connection, handler });
    return handler;
  }

  return {
    async handle(request, response, body, connection) {
      const abort = new AbortController();
      response.once("close", () => {
        if (!response.writableFinished) abort.abort();
      });
      const answer = await handlerFor(connection).fetch(toWebRequest(request, abort.signal), {
        authInfo: toAuthInfo(connection),
        parsedBody: body,
      });
      if (!isMethod(body, "subscriptions/listen") || answer.status !== 200) {
        await sendWebResponse(answer, response);
        return;
      }
      const stream = { client: readMetaClient(body) };
      streams.add(stream);
      onChanged();
      try {
        await sendWebResponse(answer, response);
      } finally {
        streams.delete(stream);
        onChanged();
      }
    },
    streams: () => [...streams].map(({ client }) => client),
    listeners: () => [...handlers.values()].map(({ connection, handler }) => ({ connection, notify: handler.notify })),
    setGrant(tokenId, grant) {
      const known = handlers.get(tokenId);
      if (known !== undefined) known.connection = { ...known.connection, grant };
    },
    async endOf(tokenId) {
      const known = handlers.get(tokenId);
      handlers.delete(tokenId);
      await known?.handler.close();
    },
    async close() {
      await Promise.all([...handlers.values()].map(({ handler }) => handler.close()));
      handlers.clear();
    },
  };
}

/** Who sent a message of this era, as it says itself. */
function readMetaClient(body: unknown): ClientIdentity | null {
  const { params } = body as { readonly params?: { readonly _meta?: Readonly<Record<string, unknown>> } };
  return readClientIdentity(params?._meta?.[CLIENT_INFO_META_KEY]);
}

/** Method, headers and signal are all that is read of it: the body travels beside it, parsed. */
function toWebRequest(request: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === "string") headers.set(name, value);
    else for (const item of value ?? []) headers.append(name, item);
  }
  return new Request("http://127.0.0.1/mcp", { method: request.method ?? "POST", headers, signal });
}

async function sendWebResponse(answer: Response, response: ServerResponse): Promise<void> {
  if (response.destroyed) {
    await answer.body?.cancel();
    return;
  }
  const headers = Object.fromEntries(answer.headers);
  if (!headers["content-type"]?.startsWith("text/event-stream")) {
    const text = Buffer.from(await answer.arrayBuffer());
    response.writeHead(answer.status, { ...headers, "content-length": text.length }).end(text);
    return;
  }
  response.writeHead(answer.status, headers);
  response.flushHeaders();
  for await (const chunk of answer.body ?? []) {
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
