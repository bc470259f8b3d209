import { OWNER_SUBJECT } from "../../../electron/core/caller.ts";
import { isClient } from "../../../electron/core/client-name.ts";
import type { TokenDay } from "../../../electron/core/request-log.ts";
import type { ClientActivity, ClientGrant, KnownClient } from "../../../electron/window-api/contract.ts";
import type { CatalogueClient } from "./use-catalogue.ts";

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
  /** How it is connected: our entry is in its configuration file, or its plugin is installed. */
  readonly connectedBy: "file" | "plugin" | null;
}

/** The path of the page with a client's permissions. Clients that use the owner's token differ by name. */
export function accessPath({ subject, name }: ClientActivity): readonly string[] {
  return subject === OWNER_SUBJECT ? ["access", subject, name] : ["access", subject ?? name];
}

export interface ClientEntries {
  readonly connected: readonly SeenClient[];
  readonly seenBefore: readonly SeenClient[];
  readonly unseen: readonly UnseenClient[];
}

/**
 * All clients that are connected, were connected or have access. A supported client gets its token when its
 * configuration is first shown, so a token is not enough for an entry: it takes a connection by its file or plugin, a
 * use of the token, or a limit that the owner set.
 */
export function clientEntries(
  clients: readonly ClientActivity[],
  grants: readonly ClientGrant[],
  known: readonly CatalogueClient[],
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
  const seen = mergePrograms(clients, known).map((client) => ({
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

  const supported = known.map(({ id, title, state, isConnected }) => ({
    subject: id,
    title,
    grant: grants.find(({ subject }) => subject === id),
    isKnown: true,
    connectedBy: state === "connected" ? ("file" as const) : isConnected ? ("plugin" as const) : null,
  }));
  const ownerCreated = grants
    .filter(({ subject }) => !ids.has(subject))
    .map((grant) => ({ subject: grant.subject, title: grant.subject, grant, isKnown: false, connectedBy: null }));
  const unseen = [...ownerCreated, ...supported].filter(
    (entry) => !isSeen(entry.subject) && (!entry.isKnown || entry.connectedBy !== null || isUsedOrLimited(entry.grant)),
  );
  return {
    connected: seen.filter(({ client }) => client.connected),
    seenBefore: seen.filter(({ client }) => !client.connected),
    unseen,
  };
}

/**
 * One entry for each client. A supported client has several names and versions: its own, its hooks and its plugin.
 * Programs that used a token that the owner created stay apart.
 */
function mergePrograms(clients: readonly ClientActivity[], known: readonly KnownClient[]): ClientActivity[] {
  const keyOf = ({ name, version, subject }: ClientActivity) => {
    const client =
      known.find(({ id }) => id === subject) ??
      (subject === name ? undefined : known.find((expected) => isClient(name, expected)));
    return client === undefined || client.isGeneric ? `${name}\n${version}\n${subject}` : client.id;
  };
  return [...Map.groupBy(clients, keyOf).values()].map((programs) => {
    const [last = programs[0], ...others] = programs.toSorted((one, other) =>
      other.lastSeenAt.localeCompare(one.lastSeenAt),
    );
    return others.reduce<ClientActivity>(mergeActivity, last as ClientActivity);
  });
}

/** The activity of one client under two names; the name and the last request come from `last`. */
function mergeActivity(last: ClientActivity, earlier: ClientActivity): ClientActivity {
  return {
    ...last,
    connected: last.connected || earlier.connected,
    sessions: last.sessions + earlier.sessions,
    protocolVersion: last.protocolVersion ?? earlier.protocolVersion,
    project: last.project ?? earlier.project,
    requestsToday: last.requestsToday + earlier.requestsToday,
    capturesToday: last.capturesToday + earlier.capturesToday,
    errorsToday: last.errorsToday + earlier.errorsToday,
    tokenDays: sumOfDays([...last.tokenDays, ...earlier.tokenDays]),
  };
}

/** The sums of each day, the newest first. */
export function sumOfDays(days: readonly TokenDay[]): TokenDay[] {
  const sums = new Map<string, TokenDay>();
  for (const { day, tokensIn, tokensOut } of days) {
    const sum = sums.get(day) ?? { day, tokensIn: 0, tokensOut: 0 };
    sums.set(day, { day, tokensIn: sum.tokensIn + tokensIn, tokensOut: sum.tokensOut + tokensOut });
  }
  return [...sums.values()].sort((one, other) => other.day.localeCompare(one.day));
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
