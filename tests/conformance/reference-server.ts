import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { NodeStreamableHTTPServerTransport, toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, ProtocolError, Server, type ServerContext } from "@modelcontextprotocol/server";
import type { CallContext } from "../../electron/mcp/catalog-entries.ts";
import { createConformanceSource } from "./source.ts";

/** A server with the fixtures of the suite, served by the SDK only. */
export interface ReferenceServer {
  /** The address that has only this revision. */
  readonly urls: Readonly<Record<"2025" | "2026", string>>;
  close(): Promise<void>;
}

const CAPABILITIES = {
  logging: {},
  completions: {},
  tools: { listChanged: true },
  prompts: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
};

/** Starts the fixtures behind the SDK's own servers and transports, on a free port. */
export async function startReferenceServer(): Promise<ReferenceServer> {
  const source = createConformanceSource();
  const sessions = new Map<string, { transport: NodeStreamableHTTPServerTransport; server: Server }>();
  const handler = createMcpHandler(() => buildServer(source), { legacy: "reject" });
  source.onChanged?.((kind) => {
    const isTools = kind === "tools";
    if (isTools) handler.notify.toolsChanged();
    else handler.notify.promptsChanged();
    for (const { server } of sessions.values()) {
      // Sessions whose client has disconnected are never ended.
      (isTools ? server.sendToolListChanged() : server.sendPromptListChanged()).catch(() => undefined);
    }
  });
  const serveModern = toNodeHandler(handler);

  const serveSession = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const id = request.headers["mcp-session-id"];
    const known = typeof id === "string" ? sessions.get(id) : undefined;
    if (typeof id === "string" && known === undefined) return void response.writeHead(404).end();
    if (known !== undefined) return await known.transport.handleRequest(request, response);
    const server = buildServer(source);
    const transport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (opened) => void sessions.set(opened, { transport, server }),
    });
    await server.connect(transport);
    await transport.handleRequest(request, response);
  };

  const http = createServer((request, response) => {
    const serve = request.url?.startsWith("/2026") === true ? serveModern : serveSession;
    void serve(request, response);
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return {
    urls: { "2025": `${origin}/2025`, "2026": `${origin}/2026` },
    async close() {
      await Promise.all([...sessions.values()].map(({ server }) => server.close()));
      await handler.close();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

function buildServer({ tools = [], prompts = [], resources = [] }: ReturnType<typeof createConformanceSource>): Server {
  const server = new Server({ name: "reference", version: "1.0.0" }, { capabilities: CAPABILITIES });
  const templates = resources.flatMap((family) => family.templates);
  const find = <One extends { readonly definition: { readonly name: string } }>(list: readonly One[], name: string) => {
    const found = list.find(({ definition }) => definition.name === name);
    if (found === undefined) throw new ProtocolError(-32602, `There is no ${name}.`);
    return found;
  };
  server.setRequestHandler("tools/list", () => ({ tools: tools.map(({ definition }) => definition) }));
  server.setRequestHandler("tools/call", ({ params }, context) =>
    find(tools, params.name).call(params.arguments, contextOf(context)),
  );
  server.setRequestHandler("prompts/list", () => ({ prompts: prompts.map(({ definition }) => definition) }));
  server.setRequestHandler("prompts/get", ({ params }, context) =>
    find(prompts, params.name).get(params.arguments ?? {}, contextOf(context)),
  );
  server.setRequestHandler("resources/list", async (_request, context) => ({
    resources: (await Promise.all(resources.map((family) => family.list(contextOf(context))))).flat(),
  }));
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: templates.map(({ definition }) => definition),
  }));
  server.setRequestHandler("resources/read", async ({ params }, context) => {
    const family = resources.find((candidate) => candidate.owns(params.uri));
    const missing = () => new ProtocolError(-32602, "There is no such resource.", { uri: params.uri });
    if (family === undefined) throw missing();
    return await family.read(params.uri, contextOf(context)).catch(() => {
      throw missing();
    });
  });
  server.setRequestHandler("resources/subscribe", () => ({}));
  server.setRequestHandler("resources/unsubscribe", () => ({}));
  server.setRequestHandler("completion/complete", async ({ params: { ref, argument } }, context) => {
    const completers =
      ref.type === "ref/prompt"
        ? find(prompts, ref.name).complete
        : templates.find(({ definition }) => definition.uriTemplate === ref.uri)?.complete;
    const values = (await completers?.[argument.name]?.(argument.value, {}, contextOf(context))) ?? [];
    return { completion: { values: [...values], total: values.length, hasMore: false } };
  });
  return server;
}

function contextOf(exchange: ServerContext): CallContext {
  const { mcpReq } = exchange;
  const progressToken = mcpReq._meta?.progressToken;
  return {
    // The fixtures do not read it.
    caller: null as never,
    signal: mcpReq.signal,
    requestBytes: 0,
    wantsProgress: progressToken !== undefined,
    progress(progress, total, message) {
      if (progressToken === undefined) return;
      const params = { progressToken, progress, total, message };
      void mcpReq.notify({ method: "notifications/progress", params });
    },
    noteServer: () => undefined,
    log: (level, data, logger) => void mcpReq.log(level, data, logger),
    client: null,
    exchange,
  };
}
