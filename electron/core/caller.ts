import type { ClientIdentity } from "./memory.ts";
import { projectKey } from "./project-name.ts";

/** `propose`: captures wait for the owner's review, and existing memories cannot be changed. */
export const ACCESS_LEVELS = ["read", "propose", "write"] as const;
export type AccessLevel = (typeof ACCESS_LEVELS)[number];

/** The tools of another MCP server that a client may use. */
export interface ServerGrant {
  /** The server's id, which no other server gets. */
  readonly server: string;
  /** `read-only`: those tools that say so. Prompts and resources are included unless tools are named. */
  readonly tools: "all" | "read-only" | readonly string[];
}

/** The rights of a token. Null `domains` or `namespaces` are not limited. */
export interface Grant {
  readonly access: AccessLevel;
  readonly domains: readonly string[] | null;
  readonly namespaces: readonly string[] | null;
  /** Other MCP servers. None if it is missing. */
  readonly servers?: readonly ServerGrant[];
  /** Whether every tool of other servers is listed, however many there are. False if it is missing. */
  readonly listAllTools?: boolean;
  /** Whether it may search and read the conversations of its domains. False if it is missing. */
  readonly conversations?: boolean;
}

/** The caller of a service method, which decides about rights and the author of a revision. */
export interface Caller {
  /** The subject of the token, which the client cannot choose; {@link OWNER_SUBJECT} for the owner's token. */
  readonly subject: string;
  /** Null for the owner, in the window or on the command line. */
  readonly client: ClientIdentity | null;
  /** The project that the client works in, or null if it is unknown. */
  readonly project: string | null;
  /** The MCP session; search ranks memories of the same session next to each other higher. */
  readonly sessionId: string | null;
  readonly grant: Grant;
}

/** The grant of a new client. */
export const FULL_GRANT: Grant = { access: "write", domains: null, namespaces: null };

/** The grant that only the owner has without asking. */
export const OWNER_GRANT: Grant = { ...FULL_GRANT, conversations: true };

/** The subject of the owner's token. A client's token cannot have it. */
export const OWNER_SUBJECT = "owner";

/** The owner in the window. */
export const OWNER: Caller = {
  subject: OWNER_SUBJECT,
  client: null,
  project: null,
  sessionId: null,
  grant: OWNER_GRANT,
};

/** Returns whether a grant includes memories in this domain and namespace. */
export function isGranted(grant: Grant, place: { readonly domain: string; readonly namespace: string }): boolean {
  return grantsDomain(grant, place.domain) && (grant.namespaces?.includes(place.namespace) ?? true);
}

/** Returns whether a grant includes a domain, in any letter case. */
export function grantsDomain({ domains }: Pick<Grant, "domains">, domain: string): boolean {
  if (domains === null || domains.includes(domain)) return true;
  const key = projectKey(domain);
  return domains.some((granted) => projectKey(granted) === key);
}
