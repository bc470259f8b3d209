import type {
  CallToolResult,
  Client,
  ClientCapabilities,
  InputRequest,
  InputRequiredResult,
} from "@modelcontextprotocol/client";
import { markHidden } from "../core/hidden-characters.ts";
import { isRecord } from "../core/util/is-record.ts";
import { clientMeta } from "../mcp/call-context.ts";
import type { CallContext } from "../mcp/catalog-entries.ts";
import { RecollectError } from "../text/errors.ts";
import { suspendedStateOf } from "./suspended-calls.ts";

/**
 * Checks the address that a request asks a person to open. A browser would run `javascript:`, and other schemes start
 * programs. Control characters, spaces and backslashes are read in different ways.
 * @throws permission_denied for an address that is not http or https
 */
export function checkAddress(request: InputRequest, server: string): void {
  if (request.method !== "elicitation/create" || request.params.mode !== "url") return;
  const { url } = request.params;
  if (/^https?:\/\/[^\p{C}\s\\]+$/iu.test(url) && URL.canParse(url)) return;
  const address = markHidden(url.slice(0, 100)).replaceAll(/\s/g, " ");
  throw new RecollectError("server_address_refused", { server, address });
}

/** Returns the capability that a request needs and that the client lacks; null if it lacks none. */
export function missingCapability(
  request: InputRequest,
  { elicitation, sampling, roots }: ClientCapabilities,
): string | null {
  switch (request.method) {
    case "roots/list":
      return roots === undefined ? "roots" : null;
    case "sampling/createMessage": {
      if (sampling === undefined) return "sampling";
      const usesTools = request.params.tools !== undefined || request.params.toolChoice !== undefined;
      return usesTools && sampling.tools === undefined ? "sampling with tools" : null;
    }
    case "elicitation/create": {
      if (elicitation === undefined) return "elicitation";
      if (request.params.mode === "url") return elicitation.url === undefined ? "URL-mode elicitation" : null;
      // Before modes existed, elicitation meant a form.
      return elicitation.form === undefined && elicitation.url !== undefined ? "form-mode elicitation" : null;
    }
  }
}

/**
 * Returns the additional parameters of a request to a server of revision 2026: the capabilities of the calling client,
 * which decide on the server's requests to it, and the client's responses.
 * @param context null for the owner, who cannot receive a server's requests
 */
export function inputParams(server: Client, context: CallContext | null): Record<string, unknown> {
  if (server.getProtocolEra() !== "modern") return {};
  const { client = null, exchange = null } = context ?? {};
  const _meta = clientMeta(declaredCapabilities(client?.capabilities ?? {}), client?.logLevel ?? null);
  const requestState = exchange?.mcpReq.requestState<unknown>();
  const inputResponses = exchange?.mcpReq.inputResponses;
  const isOwn = context !== null && suspendedStateOf(context) !== null;
  return {
    _meta,
    ...(requestState === undefined || isOwn ? {} : { requestState }),
    ...(inputResponses === undefined || isOwn ? {} : { inputResponses }),
  };
}

/** Returns the client capabilities that a call declares to a server of revision 2026. */
function declaredCapabilities({ elicitation, sampling, roots }: ClientCapabilities): ClientCapabilities {
  return {
    ...(elicitation === undefined ? {} : { elicitation }),
    // Without `context`: a client's context covers all of its servers.
    ...(sampling === undefined ? {} : { sampling: sampling.tools === undefined ? {} : { tools: sampling.tools } }),
    ...(roots === undefined ? {} : { roots: {} }),
  };
}

/**
 * Returns a server's request in the form for its client. The message names the server, because the client shows
 * Recollect as its source. `includeContext` is removed: a client's context covers all of its servers.
 * @param replaceId returns the id of an elicitation for the client
 * @throws as {@link checkAddress}
 */
export function requestForClient(
  request: InputRequest,
  server: string,
  replaceId: (id: string) => string,
): InputRequest {
  checkAddress(request, server);
  if (request.method === "roots/list") return { method: "roots/list" };
  if (request.method === "sampling/createMessage") {
    const { _meta, includeContext: _context, ...params } = request.params;
    return { method: "sampling/createMessage", params };
  }
  const { _meta, ...params } = request.params;
  const message = `${server}: ${params.message}`;
  if (params.mode !== "url") return { method: "elicitation/create", params: { ...params, message } };
  const { elicitationId, ...address } = params;
  const id = elicitationId === undefined ? {} : { elicitationId: replaceId(elicitationId) };
  return { method: "elicitation/create", params: { ...address, message, ...id } } as InputRequest;
}

/** The key under which a server of revision 2026 introduces itself in each result. */
const SERVER_INFO = "io.modelcontextprotocol/serverInfo";

/**
 * Returns a result in the form for the client: without the server's own name, because the client's server is Recollect. In
 * revision 2026 it may be a request for input. @throws as {@link checkAddress}
 */
export function resultForClient<Result extends object>(
  sent: Result | InputRequiredResult,
  server: string,
): Result | InputRequiredResult {
  const result = withoutServerInfo(sent);
  if (!isInputRequired(result) || result.inputRequests === undefined) return result;
  const requests = Object.entries(result.inputRequests).map(
    ([key, request]) => [key, requestForClient(request, server, (id) => id)] as const,
  );
  return { ...result, inputRequests: Object.fromEntries(requests) };
}

function withoutServerInfo<Result extends object>(result: Result): Result {
  const { _meta, ...others } = result as { readonly _meta?: unknown };
  if (!isRecord(_meta) || !(SERVER_INFO in _meta)) return result;
  const { [SERVER_INFO]: _server, ...rest } = _meta;
  return (Object.keys(rest).length === 0 ? others : { ...result, _meta: rest }) as Result;
}

function isInputRequired(result: object): result is InputRequiredResult {
  return (result as Partial<CallToolResult>).resultType === "input_required";
}
