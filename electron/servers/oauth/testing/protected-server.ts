import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { McpServer as OlderServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { SSEServerTransport } from "@modelcontextprotocol/sdk/server/sse.js";
import {
  createMcpHandler,
  getOAuthProtectedResourceMetadataUrl,
  McpServer,
  OAuthError,
  OAuthErrorCode,
  oauthMetadataResponse,
  requireBearerAuth,
  requireScopes,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import type { AuthorizationServer } from "./authorization-server.ts";

export interface ProtectedServer {
  readonly url: string;
  /** The `Authorization` headers of the requests since its start. */
  readonly seen: (string | null)[];
  close(): void;
}

/**
 * Starts a real MCP server (the SDK's) that requires a token of an authorization server. `read` needs the scope
 * `files:read`, `write` also `files:write`.
 */
export async function startProtectedServer(
  authorization: AuthorizationServer,
  kind: "http" | "sse" = "http",
): Promise<ProtectedServer> {
  const seen: (string | null)[] = [];
  const server = createServer((request, response) => {
    if (kind === "sse" && !request.url?.startsWith("/.well-known/")) void handleOlder(request, response);
    else void handle(request as never, response as never);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
  const metadata = await fetch(`${authorization.issuer}/.well-known/openid-configuration`);
  const oauthMetadata = (await metadata.json()) as Parameters<typeof oauthMetadataResponse>[1]["oauthMetadata"];
  const gate = requireBearerAuth({
    requiredScopes: ["files:read"],
    resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(url),
    expectedResource: url,
    verifier: {
      async verifyAccessToken(token) {
        const found = await authorization.verify(token);
        if (found === null) throw new OAuthError(OAuthErrorCode.InvalidToken, "The token is not valid.");
        const { scopes, resource, expiresAt, client } = found;
        return { token, clientId: client, scopes, expiresAt, resource: new URL(resource) };
      },
    },
  });
  const mcp = createMcpHandler(buildServer);
  const handle = toNodeHandler({
    async fetch(request) {
      const document = oauthMetadataResponse(request, {
        oauthMetadata,
        resourceServerUrl: url,
        scopesSupported: ["files:read"],
        dangerouslyAllowInsecureIssuerUrl: true,
      });
      if (document !== undefined) return document;
      seen.push(request.headers.get("authorization"));
      const authInfo = await gate(request);
      return authInfo instanceof Response ? authInfo : await mcp.fetch(request, { authInfo });
    },
  });
  const sessions = new Map<string | null, SSEServerTransport>();
  const handleOlder = async (request: IncomingMessage, response: ServerResponse) => {
    const { authorization: header = null } = request.headers;
    seen.push(header);
    const answer = await gate(new Request(url, { headers: header === null ? {} : { authorization: header } }));
    if (answer instanceof Response) {
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
    } else if (request.method === "GET") {
      const transport = new SSEServerTransport("/messages", response);
      sessions.set(transport.sessionId, transport);
      await buildOlderServer().connect(transport);
    } else {
      const { searchParams } = new URL(request.url ?? "", url);
      await sessions.get(searchParams.get("sessionId"))?.handlePostMessage(request, response);
    }
  };
  return {
    url: url.href,
    seen,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function buildServer(): McpServer {
  const server = new McpServer({ name: "protected", version: "1" });
  const inputSchema = z.object({ text: z.string() });
  const reply = (text: string) => ({ content: [{ type: "text" as const, text }] });
  server.registerTool("read", { inputSchema }, ({ text }) => reply(`read ${text}`));
  server.registerTool(
    "write",
    { inputSchema, scopeChallenge: requireScopes("files:read", "files:write") },
    ({ text }) => reply(`wrote ${text}`),
  );
  return server;
}

/** A server of the older transport, with the tool `read`. */
function buildOlderServer(): OlderServer {
  const server = new OlderServer({ name: "protected", version: "1" });
  const inputSchema = { text: z.string() };
  server.registerTool("read", { inputSchema }, ({ text }) => ({ content: [{ type: "text", text: `read ${text}` }] }));
  return server;
}
