import {
  type CacheHint,
  type LoggingLevel,
  type McpServer,
  ProtocolError,
  type Server,
  type ServerCapabilities,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Grant } from "../core/caller.ts";
import type { ClientIdentity } from "../core/memory.ts";
import type { Logger } from "../core/ports.ts";
import type { ProtocolRevision } from "../core/request-log.ts";
import { RecollectError, toErrorBody } from "../text/errors.ts";
import { createCallContext, LOG_LEVELS } from "./call-context.ts";
import type { Catalog } from "./catalog.ts";
import type { CallContext, CatalogResources } from "./catalog-entries.ts";
import { type Connection, connectionOf } from "./connection.ts";
import { RPC, rpcCodeOf } from "./json-rpc.ts";
import { DeclaredHeaders, HeaderCheckingServer, UnchangedResultsServer } from "./sdk-servers.ts";
import type { SessionSubscriptions } from "./sessions.ts";

/** Entries on one page of a list: the tools and prompts of one server fit. */
const PAGE_SIZE = 100;
/** Subscriptions of one session or stream: each is compared with every change. */
export const MAX_SUBSCRIPTIONS = 1000;
/** The extension for skills, SEP-2640. */
const SKILLS_EXTENSION = "io.modelcontextprotocol/skills";
/** Values of one completion; the limit of the MCP specification. */
const MAX_COMPLETIONS = 100;

const STABLE: CacheHint = { ttlMs: 300_000, cacheScope: "public" };
const LIVE: CacheHint = { ttlMs: 0, cacheScope: "private" };
/** A list that depends on the client's grant. */
const GRANTED: CacheHint = { ttlMs: 10_000, cacheScope: "private" };
const CACHE_HINTS = {
  "server/discover": STABLE,
  "tools/list": STABLE,
  "prompts/list": STABLE,
  "resources/templates/list": STABLE,
  "resources/list": LIVE,
  "resources/read": LIVE,
};
const CHANGING_CACHE_HINTS = {
  ...CACHE_HINTS,
  "server/discover": GRANTED,
  "tools/list": GRANTED,
  "prompts/list": GRANTED,
  "resources/templates/list": GRANTED,
};

// The `params` of each request. The SDK responds to others with -32602 and the name of the field.
const listParams = z.object({ cursor: z.string().optional() });
const toolParams = z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()).optional() });
const promptParams = z.object({ name: z.string(), arguments: z.record(z.string(), z.string()).optional() });
const uriParams = z.object({ uri: z.string().max(4000) });
const completeParams = z.object({
  ref: z.discriminatedUnion("type", [
    z.object({ type: z.literal("ref/prompt"), name: z.string() }),
    z.object({ type: z.literal("ref/resource"), uri: z.string() }),
  ]),
  argument: z.object({ name: z.string(), value: z.string() }),
  context: z.object({ arguments: z.record(z.string(), z.string()).optional() }).optional(),
});

const levelParams = z.object({ level: z.enum(LOG_LEVELS) });

/** The scope of a server instance: one session (protocol revision 2025) or one request (2026). */
interface ServerScope {
  readonly revision: ProtocolRevision;
  /** Null in 2026, as are the others: each request names its client. */
  readonly sessionId: string | null;
  readonly client: ClientIdentity | null;
  readonly subscriptions: SessionSubscriptions | null;
}

/**
 * Builds the SDK's server instances, one for each session (protocol revision 2025) or request (2026). The instances
 * share the catalog's tables: rebuilding them took a quarter of a request's time.
 */
export class ServerFactory {
  readonly #catalog: Catalog;
  readonly #logger: Logger;
  readonly #information: { readonly name: string; readonly title: string; readonly version: string };
  readonly #capabilities: ServerCapabilities;
  /** The level that each session asked for. */
  readonly #logLevels = new WeakMap<ServerScope, LoggingLevel>();
  readonly #declaredHeaders = new DeclaredHeaders();

  constructor(dependencies: {
    readonly catalog: Catalog;
    readonly version: string;
    readonly logger: Logger;
  }) {
    const { catalog, version, logger } = dependencies;
    this.#catalog = catalog;
    this.#logger = logger;
    this.#information = { name: "recollect", title: "Recollect", version };
    this.#capabilities = {
      logging: {},
      completions: {},
      tools: catalog.canChange ? { listChanged: true } : {},
      prompts: catalog.canChange ? { listChanged: true } : {},
      resources: { subscribe: true, listChanged: true },
      ...(catalog.hasSkills ? { extensions: { [SKILLS_EXTENSION]: {} } } : {}),
    };
  }

  /** @param grant decides about the instructions; each request has the grant of its time */
  build(scope: ServerScope, grant: Grant): Server {
    const server = new UnchangedResultsServer(this.#information, {
      capabilities: this.#capabilities,
      instructions: this.#catalog.entries(grant).instructions,
      cacheHints: this.#catalog.canChange ? CHANGING_CACHE_HINTS : CACHE_HINTS,
    });
    this.#serveTools(server, scope);
    this.#servePrompts(server, scope);
    this.#serveResources(server, scope);
    if (this.#catalog.hasSkills) this.#serveSkills(server, scope);
    if (scope.subscriptions !== null) this.#serveSubscriptions(server, scope, scope.subscriptions);
    this.#serveCompletions(server, scope);
    // The SDK's own handler reports a wrong level as an internal error.
    server.setRequestHandler("logging/setLevel", { params: levelParams }, ({ level }) => {
      this.#logLevels.set(scope, level);
      return {};
    });
    return server;
  }

  /**
   * Builds the server of one request of revision 2026.
   * @param tool the called tool; null for any other request. Requests over stdio have no headers to compare.
   */
  buildForRequest(
    { grant, transport }: Pick<Connection, "grant" | "transport">,
    tool: string | null,
  ): Server | McpServer {
    const server = this.build({ revision: "2026", sessionId: null, client: null, subscriptions: null }, grant);
    const called = tool === null || transport === "stdio" ? undefined : this.#catalog.entries(grant).tools.get(tool);
    if (called === undefined || !this.#declaredHeaders.has(called.definition)) return server;
    return new HeaderCheckingServer(this.#information, server, called.definition.inputSchema);
  }

  #serveTools(server: Server, scope: ServerScope): void {
    const catalog = this.#catalog;
    server.setRequestHandler("tools/list", { params: listParams }, async ({ cursor }, exchange) => {
      const listed = [...catalog.entries(grantOf(exchange)).tools.values()].filter(({ unlisted }) => unlisted !== true);
      const { items, nextCursor } = pageOf("tools", listed, cursor);
      const { caller } = this.#contextOf(exchange, scope, server);
      const tools = items.map((tool) => tool.describe?.(caller) ?? tool.definition);
      return { tools: await Promise.all(tools), nextCursor };
    });
    server.setRequestHandler("tools/call", { params: toolParams }, async ({ name, arguments: args }, exchange) => {
      const { tools } = catalog.entries(grantOf(exchange));
      const tool = tools.get(name);
      if (tool === undefined) {
        throw unknownName("tool", name, new Map([...tools].filter(([, { unlisted }]) => unlisted !== true)));
      }
      return await tool.call(args, this.#contextOf(exchange, scope, server));
    });
  }

  #servePrompts(server: Server, scope: ServerScope): void {
    const catalog = this.#catalog;
    server.setRequestHandler("prompts/list", { params: listParams }, ({ cursor }, exchange) => {
      const { prompts } = catalog.entries(grantOf(exchange));
      const { items, nextCursor } = pageOf("prompts", [...prompts.values()], cursor);
      return { prompts: items.map((prompt) => prompt.definition), nextCursor };
    });
    server.setRequestHandler("prompts/get", { params: promptParams }, async ({ name, arguments: args }, exchange) => {
      const { prompts } = catalog.entries(grantOf(exchange));
      const prompt = prompts.get(name);
      if (prompt === undefined) throw unknownName("prompt", name, prompts);
      return await this.#withProtocolErrors(() => prompt.get(args ?? {}, this.#contextOf(exchange, scope, server)));
    });
  }

  #serveResources(server: Server, scope: ServerScope): void {
    const catalog = this.#catalog;
    server.setRequestHandler("resources/list", { params: listParams }, async ({ cursor }, exchange) => {
      const context = this.#contextOf(exchange, scope, server);
      const lists = await this.#withProtocolErrors(() =>
        Promise.all(catalog.entries(grantOf(exchange)).resources.map((family) => family.list(context))),
      );
      const { items, nextCursor } = pageOf("resources", lists.flat(), cursor);
      return { resources: items, nextCursor };
    });
    server.setRequestHandler("resources/templates/list", { params: listParams }, ({ cursor }, exchange) => {
      const { items, nextCursor } = pageOf("templates", catalog.entries(grantOf(exchange)).templates, cursor);
      return { resourceTemplates: items.map((template) => template.definition), nextCursor };
    });
    server.setRequestHandler("resources/read", { params: uriParams }, async ({ uri }, exchange) => {
      const family = this.#familyOf(uri, exchange, scope);
      return await this.#withProtocolErrors(
        () => family.read(uri, this.#contextOf(exchange, scope, server)),
        (error) => resourceError(error, uri, scope.revision),
      );
    });
  }

  #serveSkills(server: Server, { revision }: ServerScope): void {
    const catalog = this.#catalog;
    // The SDK adds these only to the methods that the specification itself defines.
    const hint = revision === "2026" ? STABLE : {};
    server.setRequestHandler("skills/list", { params: listParams }, async ({ cursor }) => {
      const skills = await this.#withProtocolErrors(() => catalog.skills());
      const { items, nextCursor } = pageOf("skills", skills, cursor);
      return { skills: items, nextCursor, ...hint };
    });
    server.setRequestHandler("skills/get", { params: uriParams }, async ({ uri }) => {
      const skills = await this.#withProtocolErrors(() => catalog.skills());
      const skill = skills.find((each) => each.uri === uri);
      if (skill !== undefined) return { skill, ...hint };
      throw new ProtocolError(RPC.invalidParams, `There is no skill at ${uri.slice(0, 300)}.`, {
        code: "not_found",
        hint: `The skills are ${skills.map((each) => each.uri).join(", ")}.`,
      });
    });
  }

  #serveSubscriptions(server: Server, scope: ServerScope, subscriptions: SessionSubscriptions): void {
    server.setRequestHandler("resources/subscribe", { params: uriParams }, async ({ uri }, exchange) => {
      if (this.#familyOf(uri, exchange, scope).canSubscribe === false) {
        throw resourceError(new RecollectError("server_not_subscribable", {}), uri, scope.revision);
      }
      if (subscriptions.size >= MAX_SUBSCRIPTIONS) {
        throw new ProtocolError(RPC.invalidParams, `A session can have at most ${MAX_SUBSCRIPTIONS} subscriptions.`);
      }
      await this.#withProtocolErrors(
        () => subscriptions.add(uri),
        (error) => resourceError(error, uri, scope.revision),
      );
      return {};
    });
    server.setRequestHandler("resources/unsubscribe", { params: uriParams }, ({ uri }) => {
      subscriptions.delete(uri);
      return {};
    });
  }

  #serveCompletions(server: Server, scope: ServerScope): void {
    const catalog = this.#catalog;
    server.setRequestHandler("completion/complete", { params: completeParams }, async (params, exchange) => {
      const { ref, argument, context } = params;
      const { prompts, templates } = catalog.entries(grantOf(exchange));
      const referenced =
        ref.type === "ref/prompt"
          ? prompts.get(ref.name)
          : templates.find((template) => template.definition.uriTemplate === ref.uri);
      if (referenced === undefined) {
        throw new ProtocolError(RPC.invalidParams, "There is no such prompt or resource template.", { ref });
      }
      const { complete: completions } = referenced;
      const complete =
        completions !== undefined && Object.hasOwn(completions, argument.name) ? completions[argument.name] : undefined;
      const values =
        complete === undefined
          ? []
          : await this.#withProtocolErrors(() =>
              complete(argument.value, context?.arguments ?? {}, this.#contextOf(exchange, scope, server)),
            );
      return {
        completion: {
          values: values.slice(0, MAX_COMPLETIONS),
          total: values.length,
          hasMore: values.length > MAX_COMPLETIONS,
        },
      };
    });
  }

  #contextOf(exchange: ServerContext, scope: ServerScope, server: Server): CallContext {
    return createCallContext(exchange, {
      ...scope,
      server,
      logLevel: this.#logLevels.get(scope) ?? null,
      logger: this.#logger,
    });
  }

  /** Runs `work` and turns its failures into protocol errors. A defect is logged and sent without its inner text. */
  async #withProtocolErrors<Value>(
    work: () => Promise<Value>,
    translate = (error: RecollectError) => new ProtocolError(rpcCodeOf(error.code), error.message, toErrorBody(error)),
  ): Promise<Value> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof RecollectError) throw translate(error);
      if (error instanceof ProtocolError) throw error;
      this.#logger.error("An MCP request failed", { error });
      throw new ProtocolError(RPC.internal, toErrorBody(error).message, toErrorBody(error));
    }
  }

  #familyOf(uri: string, exchange: ServerContext, { revision }: ServerScope): CatalogResources {
    const { resources } = this.#catalog.entries(grantOf(exchange));
    const family = resources.find((candidate) => candidate.owns(uri));
    if (family !== undefined) return family;
    throw resourceError(new RecollectError("resource_unknown", { uri: uri.slice(0, 300) }), uri, revision);
  }
}

function grantOf(exchange: ServerContext): Grant {
  return connectionOf(exchange).grant;
}

/** A missing resource is -32001 in revision 2025, and -32602 in 2026, as its specification says. */
function resourceError(error: RecollectError, uri: string, revision: ProtocolRevision): ProtocolError {
  const code = error.code === "not_found" && revision === "2026" ? RPC.invalidParams : rpcCodeOf(error.code);
  return new ProtocolError(code, error.message, { uri, ...toErrorBody(error) });
}

/** An unknown tool or prompt is -32602, as the specification says. */
function unknownName(kind: "tool" | "prompt", name: string, known: ReadonlyMap<string, unknown>): ProtocolError {
  return new ProtocolError(RPC.invalidParams, `There is no ${kind} ${name.slice(0, 100)}.`, {
    code: "not_found",
    hint: `The ${kind}s are ${[...known.keys()].join(", ")}.`,
  });
}

/**
 * Returns one page of a list that is in memory. The cursor contains the name of the list and the offset of the next
 * page.
 * @throws ProtocolError -32602 for a cursor of another list
 */
function pageOf<Item>(
  list: string,
  items: readonly Item[],
  cursor: string | undefined,
): { readonly items: Item[]; readonly nextCursor?: string } {
  const start = cursor === undefined ? 0 : readCursor(list, cursor);
  const end = start + PAGE_SIZE;
  const nextCursor = end < items.length ? Buffer.from(`${list}:${end}`).toString("base64url") : undefined;
  return { items: items.slice(start, end), nextCursor };
}

function readCursor(list: string, cursor: string): number {
  const [name, offset, ...rest] = Buffer.from(cursor, "base64url").toString("utf8").split(":");
  if (name !== list || rest.length > 0 || offset === undefined || !/^[1-9]\d{0,8}$/.test(offset)) {
    throw new ProtocolError(RPC.invalidParams, `Invalid cursor for ${list}: send nextCursor unchanged.`, {
      code: "invalid_argument",
      field: "cursor",
    });
  }
  return Number(offset);
}
