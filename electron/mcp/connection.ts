import type { AuthInfo, ServerContext } from "@modelcontextprotocol/server";
import type { Caller, Grant } from "../core/caller.ts";
import { normalText } from "../core/gate/normal-text.ts";
import type { ClientIdentity } from "../core/memory.ts";
import type { RequestTransport, ServerLeg } from "../core/request-log.ts";
import { maskName } from "../core/secrets/find-secrets.ts";
import { isRecord } from "../core/util/is-record.ts";

/** The client of an HTTP request, from its token and headers. */
export interface Connection {
  readonly tokenId: string;
  /** The name that the token was issued to. */
  readonly subject: string;
  /** True for the owner's token, which the shim, the window and the command line use. */
  readonly owner: boolean;
  readonly grant: Grant;
  /** Whether hooks may add memories to its prompts. */
  readonly injection: boolean;
  /** From the header `Recollect-Project`. */
  readonly project: string | null;
  /** `stdio` if the messages come through the shim. */
  readonly transport: RequestTransport;
  /** The size of the body; missing until it is read. */
  requestBytes?: number;
  /** The requests that other servers served, by their id as JSON; missing until there is one. */
  serverLegs?: Map<string, ServerLeg>;
}

/** Records the part of a request that another server served. */
export function noteServerLeg(connection: Connection, requestId: unknown, leg: ServerLeg): void {
  connection.serverLegs ??= new Map();
  connection.serverLegs.set(JSON.stringify(requestId), leg);
}

/** Returns the part of a request that another server served, as the log stores it. */
export function serverLegOf(
  { serverLegs }: Connection,
  requestId: unknown,
): { readonly server: string | null; readonly serverMs: number | null } {
  const leg = serverLegs?.get(JSON.stringify(requestId));
  return { server: leg?.server ?? null, serverMs: leg?.durationMs ?? null };
}

/** Wraps a connection in the SDK's `AuthInfo`, which the SDK passes to request handlers. */
export function toAuthInfo(connection: Connection): AuthInfo {
  return { token: "", clientId: connection.subject, scopes: [connection.grant.access], extra: { connection } };
}

/** Returns the connection of a request, from the `AuthInfo` that {@link toAuthInfo} made. */
export function connectionOf(context: { readonly http?: ServerContext["http"] }): Connection {
  const connection = context.http?.authInfo?.extra?.connection;
  if (connection === undefined) throw new Error("A request has no connection.");
  return connection as Connection;
}

/** Returns the caller of a connection. A client that does not name itself has the name of its token. */
export function callerOf(connection: Connection, client: ClientIdentity | null, sessionId: string | null): Caller {
  const identity = client === null ? defaultClient(connection) : withoutSecrets(client);
  return {
    subject: connection.subject,
    client: identity === null ? null : { ...identity, via: connection.subject },
    project: connection.project,
    sessionId,
    grant: connection.grant,
  };
}

function defaultClient({ owner, subject }: Connection): ClientIdentity | null {
  return owner ? null : { name: subject, version: "" };
}

/** A client chooses its name, which is stored with its memories. */
function withoutSecrets({ name, version }: ClientIdentity): ClientIdentity {
  return { name: maskName(name), version: maskName(version) };
}

/** Reads a client's `{name, version}`, from either protocol revision; null without a name. */
export function readClientIdentity(value: unknown): ClientIdentity | null {
  if (!isRecord(value)) return null;
  const { name, version } = value;
  const cleanName = typeof name === "string" ? normalText(name).text.trim().slice(0, 200) : "";
  if (cleanName === "") return null;
  return { name: cleanName, version: typeof version === "string" ? normalText(version).text.slice(0, 100) : "" };
}
