import type { KnownClient } from "../../../electron/core/client-connection.ts";
import { isClient } from "../../../electron/core/client-name.ts";
import type { RequestSummary } from "../../../electron/core/request-log.ts";

/** The state while the window waits for a client that was just connected. */
export type Contact =
  | { readonly kind: "waiting" }
  /** The client (`expected`) or an unknown client made a request. */
  | { readonly kind: "connected"; readonly expected: boolean; readonly request: RequestSummary }
  /** A request was refused, most often for an unknown or revoked token. */
  | { readonly kind: "refused"; readonly request: RequestSummary };

/** The part of a client that identifies its requests. */
export type ExpectedClient = Pick<KnownClient, "id" | "wireNames" | "isGeneric">;

/**
 * Updates the contact by a batch of recorded requests. A served request replaces a refused one, the expected client's
 * request another client's, and the first call the handshake.
 *
 * @param knownNames the names of the clients seen before the wait started
 */
export function contactAfter(
  contact: Contact,
  requests: readonly RequestSummary[],
  client: ExpectedClient,
  knownNames: ReadonlySet<string>,
): Contact {
  let next = contact;
  for (const request of requests) {
    if (request.direction === "sent" || isForeignPage(request)) continue;
    const name = request.client?.name;
    if (request.httpStatus === 401 || request.httpStatus === 403) {
      if (next.kind !== "connected" && mayBeFrom(request, client)) next = { kind: "refused", request };
    } else if (name !== undefined) {
      // The token identifies the client even if it uses another name.
      const expected = request.subject === client.id || isClient(name, client);
      const connected: Contact = { kind: "connected", expected, request };
      if ((expected || !knownNames.has(name)) && rankOf(connected) >= rankOf(next)) next = connected;
    }
  }
  return next;
}

/** Whether a request was refused because of its origin or host, which is a web page and not a client. */
function isForeignPage({ refusal }: RequestSummary): boolean {
  return refusal?.reason === "host" || refusal?.reason === "origin";
}

/** Whether a refused request may be from the client. */
function mayBeFrom({ refusal, subject }: RequestSummary, client: ExpectedClient): boolean {
  if (client.isGeneric) return true;
  const claimed = refusal === null ? subject : refusal.claimed;
  if (claimed === null || claimed === client.id || isClient(claimed, client)) return true;
  // The subject of an issued token is certain. Without one, `claimed` is only the name that the program sent.
  return refusal !== null && (refusal.reason === "missing" || refusal.reason === "invalid");
}

/** The rank of a contact: the expected client before others, then a tool call, another request, a notification. */
function rankOf(contact: Contact): number {
  if (contact.kind !== "connected") return 0;
  const { method, messageId } = contact.request;
  return (contact.expected ? 3 : 0) + (method === "tools/call" ? 2 : messageId === null ? 0 : 1);
}
