import {
  type CacheHint,
  CLIENT_INFO_META_KEY,
  ProtocolError,
  Server,
  type ServerCapabilities,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { RecollectError, toErrorBody } from "../core/errors.ts";
import type { ClientIdentity } from "../core/memory.ts";
import type { Logger } from "../core/ports.ts";
import type { ProtocolEra } from "../core/request-log.ts";
import { RPC, rpcCodeOf } from "./answers.ts";
import type { CallContext, Catalog } from "./catalog.ts";
import { callerOf, connectionOf, readClientIdentity } from "./connection.ts";
import { pageOf } from "./pagination.ts";
import { completeParams, listParams, namedParams, promptParams, uriParams } from "./parameters.ts";
import type { SessionSubscriptions } from "./session-subscriptions.ts";

/** Most addresses one session may subscribe to. */
const MAX_SUBSCRIPTIONS = 1000;
/** Most values of one completion; the specification's own limit. */
const MAX_COMPLETIONS = 100;
const STABLE: CacheHint = { ttlMs: 300_000, cacheScope: "public" };
const LIVE: CacheHint = { ttlMs: 0, cacheScope: "private" };
const CACHE_HINTS = {
  "server/discover": STABLE,
  "tools/list": STABLE,
  "prompts/list": STABLE,
  "resources/templates/list": STABLE,
  "resources/list": LIVE,
  "resources/read": LIVE,
};

/** What sets one server instance apart: a session of the 2025 era, or nothing at all in the 2026 era. */
export interface ServerScope {
  readonly era: ProtocolEra;
  readonly sessionId: string | null;
  /** Null in the 2026 era: each request names its client itself. */
  readonly client: ClientIdentity | null;
  readonly subscriptions: SessionSubscriptions | null;
}

export type ServerFactory = (scope: ServerScope) => Server;

/**
 * Makes the SDK's server instances, one for each session (2025) or request (2026). An instance holds little but
 * references: tool table, schemas, listings and instructions are built once and shared, because rebuilding them was
 * measured at a quarter of a request's time.
 */
export function createServerFactory(dependencies: {
  readonly catalog: Catalog;
  readonly version: string;
  readonly instructions: string;
  readonly logger: Logger;
}): ServerFactory {
  const { catalog, version, instructions, logger } = dependencies;
  const information = { name: "recollect", title: "Recollect", version };
  const capabilities: ServerCapabilities = {
    logging: {},
    completions: {},
    tools: catalog.changes ? { listChanged: true } : {},
    prompts: catalog.changes ? { listChanged: true } : {},
    resources: { subscribe: true, listChanged: true },
  };
  const templates = catalog.resources.flatMap((family) => family.templates);

  /** Failures meant for the caller keep their code; a defect is logged and answered without its inner text. */
  async function answer<Value>(
    work: () => Promise<Value>,
    translate = (error: RecollectError) => new ProtocolError(rpcCodeOf(error.code), error.message, toErrorBody(error)),
  ): Promise<Value> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof RecollectError) throw translate(error);
      if (error instanceof ProtocolError) throw error;
      logger.error("An MCP request failed", { error });
      throw new ProtocolError(RPC.internal, toErrorBody(error).message, toErrorBody(error));
    }
  }

  function ownerOf(uri: string, era: ProtocolEra) {
    const family = catalog.resources.find((candidate) => candidate.owns(uri));
    if (family !== undefined) return family;
    throw resourceError(new RecollectError("not_found", `There is no resource at ${uri.slice(0, 300)}.`), uri, era);
  }

  return ({ era, sessionId, client, subscriptions }) => {
    const server = new Server(information, { capabilities, instructions, cacheHints: CACHE_HINTS });

    function contextOf(exchange: ServerContext): CallContext {
      const named =
        client ??
        readClientIdentity((exchange.mcpReq.envelope as Record<string, unknown> | undefined)?.[CLIENT_INFO_META_KEY]);
      const token = exchange.mcpReq._meta?.progressToken;
      const quietly = (sent: Promise<void>): void => {
        sent.catch((error: unknown) => logger.debug("A notification did not reach its client", { error }));
      };
      return {
        caller: callerOf(connectionOf(exchange), named, sessionId),
        signal: exchange.mcpReq.signal,
        progress(progress, total, message) {
          if (token === undefined) return;
          const params = { progressToken: token, progress, total, ...(message === undefined ? {} : { message }) };
          quietly(exchange.mcpReq.notify({ method: "notifications/progress", params }));
        },
        log: (level, data) => quietly(exchange.mcpReq.log(level, data, "recollect")),
        exchange,
      };
    }

    server.setRequestHandler("tools/list", { params: listParams }, (params) => {
      const { items, nextCursor } = pageOf("tools", [...catalog.tools().values()], params.cursor);
      return { tools: items.map((tool) => tool.definition), ...(nextCursor === undefined ? {} : { nextCursor }) };
    });
    server.setRequestHandler("tools/call", { params: namedParams }, async (params, exchange) => {
      const tool = catalog.tools().get(params.name);
      if (tool === undefined) {
        throw new ProtocolError(RPC.invalidParams, `There is no tool ${params.name.slice(0, 100)}.`, {
          code: "not_found",
          hint: `The tools are ${[...catalog.tools().keys()].join(", ")}.`,
        });
      }
      return await tool.call(params.arguments, contextOf(exchange));
    });

    server.setRequestHandler("prompts/list", { params: listParams }, (params) => {
      const { items, nextCursor } = pageOf("prompts", [...catalog.prompts().values()], params.cursor);
      return { prompts: items.map((prompt) => prompt.definition), ...(nextCursor === undefined ? {} : { nextCursor }) };
    });
    server.setRequestHandler("prompts/get", { params: promptParams }, async (params, exchange) => {
      const prompt = catalog.prompts().get(params.name);
      if (prompt === undefined) {
        throw new ProtocolError(RPC.invalidParams, `There is no prompt ${params.name.slice(0, 100)}.`, {
          code: "not_found",
          hint: `The prompts are ${[...catalog.prompts().keys()].join(", ")}.`,
        });
      }
      return await answer(() => prompt.get(params.arguments ?? {}, contextOf(exchange)));
    });

    server.setRequestHandler("resources/list", { params: listParams }, async (params, exchange) => {
      const context = contextOf(exchange);
      const lists = await answer(() => Promise.all(catalog.resources.map((family) => family.list(context))));
      const { items, nextCursor } = pageOf("resources", lists.flat(), params.cursor);
      return { resources: items, ...(nextCursor === undefined ? {} : { nextCursor }) };
    });
    server.setRequestHandler("resources/templates/list", { params: listParams }, (params) => {
      const { items, nextCursor } = pageOf("templates", templates, params.cursor);
      const resourceTemplates = items.map((template) => template.definition);
      return { resourceTemplates, ...(nextCursor === undefined ? {} : { nextCursor }) };
    });
    server.setRequestHandler("resources/read", { params: uriParams }, async (params, exchange) => {
      const family = ownerOf(params.uri, era);
      return await answer(
        () => family.read(params.uri, contextOf(exchange)),
        (error) => resourceError(error, params.uri, era),
      );
    });
    if (subscriptions !== null) {
      server.setRequestHandler("resources/subscribe", { params: uriParams }, (params) => {
        ownerOf(params.uri, era);
        if (subscriptions.size >= MAX_SUBSCRIPTIONS) {
          throw new ProtocolError(
            RPC.invalidParams,
            `A session can subscribe to ${MAX_SUBSCRIPTIONS} resources at most.`,
          );
        }
        subscriptions.add(params.uri);
        return {};
      });
      server.setRequestHandler("resources/unsubscribe", { params: uriParams }, (params) => {
        subscriptions.delete(params.uri);
        return {};
      });
    }

    server.setRequestHandler("completion/complete", { params: completeParams }, async (params, exchange) => {
      const { ref, argument } = params;
      const referenced =
        ref.type === "ref/prompt"
          ? catalog.prompts().get(ref.name)
          : templates.find((template) => template.definition.uriTemplate === ref.uri);
      if (referenced === undefined) {
        throw new ProtocolError(RPC.invalidParams, "There is no such prompt or resource template.", { ref });
      }
      const complete = referenced.complete?.[argument.name];
      const given = params.context?.arguments ?? {};
      const values =
        complete === undefined ? [] : await answer(() => complete(argument.value, given, contextOf(exchange)));
      return {
        completion: {
          values: values.slice(0, MAX_COMPLETIONS),
          total: values.length,
          hasMore: values.length > MAX_COMPLETIONS,
        },
      };
    });
    return server;
  };
}

/** A missing resource is -32001 in the 2025 era, and -32602 in the 2026 era as its specification says. */
function resourceError(error: RecollectError, uri: string, era: ProtocolEra): ProtocolError {
  const code = error.code === "not_found" && era === "2026" ? RPC.invalidParams : rpcCodeOf(error.code);
  return new ProtocolError(code, error.message, { uri, ...toErrorBody(error) });
}
