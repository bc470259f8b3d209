import type { IncomingMessage, ServerResponse } from "node:http";
import type { CallToolResult } from "@modelcontextprotocol/server";
import type { ClientIdentity } from "../core/memory.ts";
import { COMMAND_LINE_CLIENT } from "../core/request-log.ts";
import { sendJson } from "../core/util/http-response.ts";
import { isRecord } from "../core/util/is-record.ts";
import type { Catalog } from "../mcp/catalog.ts";
import { type Connection, callerOf, noteServerLeg } from "../mcp/connection.ts";
import { type ErrorBody, RecollectError, toErrorBody } from "../text/errors.ts";
import type { ErrorCode } from "../text/message.ts";
import { statusOf } from "./refusals.ts";
import { readRestClient } from "./request-identity.ts";

/** `GET /tools/list`: returns the tools as function schemas in OpenAI's format. */
export function listTools(catalog: Catalog, { grant }: Connection, response: ServerResponse): void {
  const listed = [...catalog.entries(grant).tools.values()].filter(({ unlisted }) => unlisted !== true);
  const tools = listed.map(({ definition }) => ({
    type: "function",
    function: { name: definition.name, description: definition.description, parameters: definition.inputSchema },
  }));
  sendJson(response, 200, { tools });
}

/**
 * `POST /tools/{name}`: calls an MCP tool with the arguments in the body and returns its structured result. A failure
 * is `{error}` with the HTTP status of its code.
 */
export async function callTool(
  catalog: Catalog,
  request: IncomingMessage,
  response: ServerResponse,
  call: { readonly name: string; readonly args: unknown; readonly connection: Connection },
): Promise<void> {
  const { tools } = catalog.entries(call.connection.grant);
  const tool = tools.get(call.name);
  if (tool === undefined) {
    const listed = [...tools].filter(([, { unlisted }]) => unlisted !== true).map(([name]) => name);
    throw new RecollectError("tool_unknown", { tool: call.name.slice(0, 100), tools: listed });
  }
  const disconnected = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) disconnected.abort();
  });
  const result = await tool.call(call.args, {
    caller: callerOf(call.connection, readAuthor(request, call.connection), null),
    signal: disconnected.signal,
    requestBytes: call.connection.requestBytes ?? 0,
    wantsProgress: false,
    progress: () => undefined,
    noteServer: (server, durationMs) => noteServerLeg(call.connection, null, { server, durationMs }),
    log: () => undefined,
    client: null,
    exchange: null,
  });
  if (!("content" in result)) throw new RecollectError("tool_needs_client", { tool: call.name });
  if (result.isError === true) {
    const error = errorOf(result as CallToolResult, call.name);
    sendJson(response, statusOf(error.code), { error });
    return;
  }
  sendJson(response, 200, result.structuredContent ?? { content: result.content });
}

/** Returns the client to record as author of a change; null for the owner on the command line. */
function readAuthor(request: IncomingMessage, connection: Connection): ClientIdentity | null {
  const client = readRestClient(request, connection);
  return connection.owner && client.name === COMMAND_LINE_CLIENT ? null : client;
}

/** The error of a failed tool. That of another server says in its text what failed, and can have any structure. */
function errorOf({ structuredContent: body, content }: CallToolResult, tool: string): ErrorBody {
  if (isRecord(body) && typeof body.message === "string" && isErrorCode(body.code)) return body as unknown as ErrorBody;
  const problem = content.find((part) => part.type === "text")?.text ?? "no reason was given";
  return toErrorBody(new RecollectError("tool_failed", { tool, problem: problem.slice(0, 1000) }));
}

function isErrorCode(code: unknown): code is ErrorCode {
  return (statusOf(code as ErrorCode) as number | undefined) !== undefined;
}
