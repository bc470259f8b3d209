import type { AuthInfo, ServerContext } from "@modelcontextprotocol/server";
import type { Caller, Grant } from "../core/caller.ts";
import type { ClientIdentity } from "../core/memory.ts";
import type { RequestTransport } from "../core/request-log.ts";

/** What is known of the other side before a message is read: from the token and the headers of the HTTP request. */
export interface Connection {
  readonly tokenId: string;
  /** Whom the token was made for. */
  readonly subject: string;
  /** True for the token of shim and window. */
  readonly owner: boolean;
  readonly grant: Grant;
  /** From the header `Recollect-Project`. */
  readonly project: string | null;
  /** `stdio` where the shim carries the messages. */
  readonly transport: RequestTransport;
}

/** Packs the connection into the form the SDK hands through to request handlers. */
export function toAuthInfo(connection: Connection): AuthInfo {
  return { token: "", clientId: connection.subject, scopes: [connection.grant.access], extra: { connection } };
}

/** The connection a request came by, as {@link toAuthInfo} packed it. */
export function connectionOf(context: { readonly http?: ServerContext["http"] }): Connection {
  const connection = context.http?.authInfo?.extra?.connection;
  if (connection === undefined) throw new Error("A request reached its handler without a connection.");
  return connection as Connection;
}

/** The caller behind a connection; a client that does not name itself goes by its token's name. */
export function callerOf(connection: Connection, client: ClientIdentity | null, sessionId: string | null): Caller {
  return {
    client: client ?? (connection.owner ? null : { name: connection.subject, version: "" }),
    project: connection.project,
    sessionId,
    grant: connection.grant,
  };
}

/** Reads `{name, version}` as clients send it, in either era; null where it is missing or unusable. */
export function readClientIdentity(value: unknown): ClientIdentity | null {
  if (typeof value !== "object" || value === null) return null;
  const { name, version } = value as Record<string, unknown>;
  if (typeof name !== "string" || name.trim() === "") return null;
  return { name: name.trim().slice(0, 200), version: typeof version === "string" ? version.slice(0, 100) : "" };
}

/** Whether a grant reaches memories in this place. */
export function grantReaches(grant: Grant, domain: string, namespace: string): boolean {
  return (grant.domains?.includes(domain) ?? true) && (grant.namespaces?.includes(namespace) ?? true);
}
