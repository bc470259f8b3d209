import type { NewServer } from "../core/servers.ts";
import { RecollectError } from "../text/errors.ts";

type ServerTransport = NewServer["transport"];

/** Statuses with which servers refuse the requests of a transport that they do not have. */
const REFUSED = [400, 404, 405, 406, 415, 422, 501];

/**
 * Starts a server with its transport. A server over HTTP that refuses the requests of this transport is started with the
 * other one, as the specification recommends for the older transport.
 * @param start starts it with a transport
 * @throws the error of the given transport if the other one does not work either
 */
export async function startWithEither(
  given: ServerTransport,
  start: (transport: ServerTransport) => Promise<void>,
): Promise<void> {
  try {
    await start(given);
  } catch (error) {
    if (given.kind === "stdio" || !isTransportRefused(error)) throw error;
    await start({ ...given, kind: given.kind === "sse" ? "http" : "sse" }).catch(() => {
      throw error;
    });
  }
}

function isTransportRefused(error: unknown): boolean {
  if (!(error instanceof RecollectError)) return false;
  const { reason, status } = error.details ?? {};
  return reason === "server_not_mcp" || (reason === "server_http_status" && REFUSED.includes(Number(status)));
}
