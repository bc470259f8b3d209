import type { IncomingMessage, ServerResponse } from "node:http";
import { sendJson } from "../core/util/http-response.ts";
import { OWNER_JSON_LIMITS } from "../core/util/json-limits.ts";
import { readJson } from "../http/body.ts";
import { RecollectError } from "../text/errors.ts";
import type { Dispatch } from "./dispatch.ts";

const PREFIX = "/owner/methods/";

/**
 * The window's methods for the command line: `POST /owner/methods/servers.list` with the input as body, and the owner's
 * token. The response is the method's output. Nothing else on the server requires this token, except browser links.
 * @returns a function that resolves to false for any other address
 */
export function createOwnerMethodRoutes(dependencies: {
  readonly dispatch: Dispatch;
  /** Whether an `Authorization` header has the owner's token. */
  isOwner(authorization: string | undefined): Promise<boolean>;
}): (request: IncomingMessage, response: ServerResponse) => Promise<boolean> {
  const { dispatch, isOwner } = dependencies;
  return async (request, response) => {
    const { url = "", headers } = request;
    const name = url.startsWith(PREFIX) ? url.slice(PREFIX.length) : "";
    if (request.method !== "POST" || name === "") return false;
    const { methods } = await import("./methods.ts");
    if (!Object.hasOwn(methods, name)) return false;
    if (!(await isOwner(headers.authorization))) throw new RecollectError("owner_token_required", {});
    const { body } = await readJson(request, OWNER_JSON_LIMITS);
    const disconnected = new AbortController();
    response.once("close", () => {
      if (!response.writableEnded) disconnected.abort();
    });
    const result = await dispatch(name, body, disconnected.signal);
    if (!result.ok) throw RecollectError.fromBody(result.error);
    sendJson(response, 200, result.value);
    return true;
  };
}
