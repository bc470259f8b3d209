import type { IncomingMessage, ServerResponse } from "node:http";
import type { ErrorBody } from "../core/errors.ts";
import { RecollectError } from "../core/errors.ts";
import type { ClientIdentity } from "../core/memory.ts";
import { sendJson } from "../mcp/answers.ts";
import type { Catalog } from "../mcp/catalog.ts";
import { type Connection, callerOf } from "../mcp/connection.ts";
import { statusOf } from "./refusals.ts";

/** The command line as it names itself in `User-Agent`. */
const COMMAND_LINE = "recollect-cli";

/** `GET /tools/list`: the tools as function schemas in OpenAI's form. */
export function listTools(catalog: Catalog, response: ServerResponse): void {
  const tools = [...catalog.tools().values()].map(({ definition }) => ({
    type: "function",
    function: { name: definition.name, description: definition.description, parameters: definition.inputSchema },
  }));
  sendJson(response, 200, { tools });
}

/**
 * `POST /tools/{name}`: calls a tool with the arguments in the body and answers its structured result. The code is the
 * one MCP calls; a failure is answered as `{error}` with the status of its code.
 */
export async function callTool(
  catalog: Catalog,
  request: IncomingMessage,
  response: ServerResponse,
  call: { readonly name: string; readonly args: unknown; readonly connection: Connection },
): Promise<void> {
  const tool = catalog.tools().get(call.name);
  if (tool === undefined) {
    throw new RecollectError("not_found", `There is no tool ${call.name.slice(0, 100)}.`, {
      hint: `The tools are ${[...catalog.tools().keys()].join(", ")}.`,
    });
  }
  const abort = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) abort.abort();
  });
  const result = await tool.call(call.args, {
    caller: callerOf(call.connection, actingClient(request, call.connection), null),
    signal: abort.signal,
    progress: () => undefined,
    log: () => undefined,
    exchange: null,
  });
  if (!("content" in result)) {
    throw new RecollectError("unavailable", `${call.name} asks the client questions, which REST cannot carry.`);
  }
  if (result.isError === true) {
    const error = (result.structuredContent ?? {
      code: "internal",
      message: `${call.name} failed.`,
    }) as unknown as ErrorBody;
    sendJson(response, statusOf(error.code), { error });
    return;
  }
  sendJson(response, 200, result.structuredContent ?? { content: result.content });
}

/** Who is named as having captured or changed a memory: nobody where the owner did it by the command line. */
function actingClient(request: IncomingMessage, connection: Connection): ClientIdentity | null {
  const client = restClient(request, connection);
  return connection.owner && client.name === COMMAND_LINE ? null : client;
}

/** A script goes by its token's name; with the owner's token, by the first product in its `User-Agent`. */
export function restClient(request: IncomingMessage, connection: Connection): ClientIdentity {
  const [, product = "rest", version = ""] = /^([^\s/]+)(?:\/(\S+))?/.exec(request.headers["user-agent"] ?? "") ?? [];
  return { name: connection.owner ? product : connection.subject, version: version.slice(0, 100) };
}
