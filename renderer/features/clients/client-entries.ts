import type { CatalogueClient, ClientActivity, ClientGrant } from "../../../electron/ipc/contract.ts";
import { isClient } from "./first-contact.ts";

/** A client that showed itself on the wire. */
export interface SeenClient {
  readonly client: ClientActivity;
  readonly title: string;
  /** What its token allows; undefined where it has none of its own. */
  readonly grant: ClientGrant | undefined;
  /** The owner's name for the token it came with, where that is another than its own; null for every other token. */
  readonly tokenName: string | null;
}

/** One that may come in and has not been seen under its name. */
export interface UnseenClient {
  /** Whom its token was made for. */
  readonly subject: string;
  readonly title: string;
  readonly grant: ClientGrant | undefined;
  /** Whether it is a client of the catalogue; else a token of the owner's. */
  readonly isKnown: boolean;
  /** Whether its own file holds Recollect. */
  readonly inFile: boolean;
}

export interface ClientEntries {
  readonly connected: readonly SeenClient[];
  readonly seenBefore: readonly SeenClient[];
  readonly unseen: readonly UnseenClient[];
}

/**
 * Everybody who is or may come in. A known client gets its token when its configuration is first shown, so such a token
 * alone makes no entry: it takes a file that holds us, a use, or a limit that the owner set.
 */
export function clientEntries(
  clients: readonly ClientActivity[],
  grants: readonly ClientGrant[],
  catalogue: readonly CatalogueClient[],
): ClientEntries {
  const ids = new Set(catalogue.map(({ id }) => id));
  const titleOf = ({ name, subject }: ClientActivity) => {
    // A token of the owner's is called what the owner called it, whatever that begins with.
    const isOwnName = name === subject && !ids.has(name);
    return (isOwnName ? undefined : catalogue.find(({ id }) => isClient(name, id))?.title) ?? name;
  };
  const tokenNameOf = ({ name, subject }: ClientActivity) => {
    const isOfOwner = subject !== null && subject !== name && !ids.has(subject);
    return isOfOwner && grants.some((grant) => grant.subject === subject) ? subject : null;
  };
  const seen = clients.map((client) => ({
    client,
    title: titleOf(client),
    grant: grants.find(({ subject }) => subject === client.subject),
    tokenName: tokenNameOf(client),
  }));
  const isSeen = (subject: string) =>
    clients.some((client) => client.subject === subject || (ids.has(subject) && isClient(client.name, subject)));

  const ofCatalogue = catalogue.map(({ id, title, state }) => ({
    subject: id,
    title,
    grant: grants.find(({ subject }) => subject === id),
    isKnown: true,
    inFile: state === "connected",
  }));
  const ofOwner = grants
    .filter(({ subject }) => !ids.has(subject))
    .map((grant) => ({ subject: grant.subject, title: grant.subject, grant, isKnown: false, inFile: false }));
  const unseen = [...ofOwner, ...ofCatalogue].filter(
    (entry) => !isSeen(entry.subject) && (!entry.isKnown || entry.inFile || isGoverned(entry.grant)),
  );
  return {
    connected: seen.filter(({ client }) => client.connected),
    seenBefore: seen.filter(({ client }) => !client.connected),
    unseen,
  };
}

/** Whether a grant was used, or is another than the one each known client begins with. */
function isGoverned(grant: ClientGrant | undefined): boolean {
  if (grant === undefined) return false;
  const { lastUsedAt, state, access, domains, namespaces, expiresAt } = grant;
  const isUntouched =
    state === "active" && access === "write" && domains === null && namespaces === null && expiresAt === null;
  return lastUsedAt !== null || !isUntouched;
}
