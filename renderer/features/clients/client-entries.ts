import type { ClientActivity, ClientGrant, KnownClient } from "../../../electron/window-api/contract.ts";
import { isClient } from "./first-contact.ts";

/** A client that has made requests. */
export interface SeenClient {
  readonly client: ClientActivity;
  readonly title: string;
  /** The grant of its token; undefined if it uses the owner's token. */
  readonly grant: ClientGrant | undefined;
  /** The name of the owner-created token that it used, if it differs from the client's; null for every other token. */
  readonly tokenName: string | null;
}

/** A client that has access but has not made a request under its name. */
export interface UnseenClient {
  /** The subject of its token. */
  readonly subject: string;
  readonly title: string;
  readonly grant: ClientGrant | undefined;
  /** True for a supported client, false for a token that the owner created. */
  readonly isKnown: boolean;
  /** Whether its configuration file contains our entry. */
  readonly inFile: boolean;
}

export interface ClientEntries {
  readonly connected: readonly SeenClient[];
  readonly seenBefore: readonly SeenClient[];
  readonly unseen: readonly UnseenClient[];
}

/**
 * All clients that are connected, were connected or have access. A supported client gets its token when its
 * configuration is first shown, so a token is not enough for an entry: it takes our entry in its file, a use of the
 * token, or a limit that the owner set.
 */
export function clientEntries(
  clients: readonly ClientActivity[],
  grants: readonly ClientGrant[],
  known: readonly KnownClient[],
): ClientEntries {
  const ids = new Set(known.map(({ id }) => id));
  const titleOf = ({ name, subject }: ClientActivity) => {
    // The name of an owner-created token is shown unchanged, even if it starts like a client's.
    const isOwnName = name === subject && !ids.has(name);
    return (isOwnName ? undefined : known.find((client) => isClient(name, client))?.title) ?? name;
  };
  const tokenNameOf = ({ name, subject }: ClientActivity) => {
    const isOwnerCreated = subject !== null && subject !== name && !ids.has(subject);
    return isOwnerCreated && grants.some((grant) => grant.subject === subject) ? subject : null;
  };
  const seen = clients.map((client) => ({
    client,
    title: titleOf(client),
    grant: grants.find(({ subject }) => subject === client.subject),
    tokenName: tokenNameOf(client),
  }));
  const isSeen = (subject: string) => {
    const expected = known.find(({ id }) => id === subject);
    return clients.some(
      (client) => client.subject === subject || (expected !== undefined && isClient(client.name, expected)),
    );
  };

  const supported = known.map(({ id, title, state }) => ({
    subject: id,
    title,
    grant: grants.find(({ subject }) => subject === id),
    isKnown: true,
    inFile: state === "connected",
  }));
  const ownerCreated = grants
    .filter(({ subject }) => !ids.has(subject))
    .map((grant) => ({ subject: grant.subject, title: grant.subject, grant, isKnown: false, inFile: false }));
  const unseen = [...ownerCreated, ...supported].filter(
    (entry) => !isSeen(entry.subject) && (!entry.isKnown || entry.inFile || isUsedOrLimited(entry.grant)),
  );
  return {
    connected: seen.filter(({ client }) => client.connected),
    seenBefore: seen.filter(({ client }) => !client.connected),
    unseen,
  };
}

/** Whether a token was used, or its grant differs from the default. */
function isUsedOrLimited(grant: ClientGrant | undefined): boolean {
  if (grant === undefined) return false;
  const { lastUsedAt, state, access, injection, domains, namespaces, expiresAt } = grant;
  const isDefault =
    state === "active" &&
    access === "write" &&
    injection &&
    domains === null &&
    namespaces === null &&
    expiresAt === null;
  return lastUsedAt !== null || !isDefault;
}
