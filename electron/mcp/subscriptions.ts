import { USER_DOMAIN } from "../core/domain.ts";
import type { Events, MemoryChange } from "../core/events.ts";
import type { Logger } from "../core/ports.ts";
import { parseUrn } from "../core/urn.ts";
import { idAddress, listingAddress, TOPICS_ADDRESS, topicAddress } from "./addresses.ts";
import type { Catalog, CatalogKind } from "./catalog.ts";
import { type Connection, grantReaches } from "./connection.ts";
import type { ModernLeg } from "./modern.ts";
import type { Sessions } from "./sessions.ts";

/** Changes closer together than this are told as one. */
const COALESCE_MS = 25;

/**
 * Tells subscribers of both eras what changed, whoever changed it: for each memory its id's address, its URN and the
 * one before a move, its listings and its topics. What a grant does not reach is not told. A burst becomes one round.
 *
 * @returns `close` ends it
 */
export function createSubscriptions(dependencies: {
  readonly events: Events;
  readonly catalog: Catalog;
  readonly sessions: Sessions;
  readonly modern: ModernLeg;
  readonly logger: Logger;
}): { close(): void } {
  const { events, catalog, sessions, modern, logger } = dependencies;
  let changes: MemoryChange[] = [];
  let timer: NodeJS.Timeout | null = null;

  function quietly(sent: Promise<void>): void {
    sent.catch((error: unknown) => logger.debug("A notification did not reach its client", { error }));
  }

  function flush(): void {
    timer = null;
    const round = changes;
    changes = [];
    for (const session of sessions.list()) {
      if (!session.transport.hears) continue;
      const told = changesFor(session.connection, round);
      if (told.listChanged) quietly(session.server.sendResourceListChanged());
      for (const uri of session.subscriptions) {
        if (told.addresses.has(canonicalAddress(uri))) quietly(session.server.sendResourceUpdated({ uri }));
      }
    }
    for (const { connection, notify } of modern.listeners()) {
      const told = changesFor(connection, round);
      if (told.listChanged) notify.resourcesChanged();
      for (const uri of told.addresses) notify.resourceUpdated(uri);
    }
  }

  function tellKind(kind: CatalogKind): void {
    for (const { server, transport } of sessions.list()) {
      if (!transport.hears) continue;
      if (kind === "tools") quietly(server.sendToolListChanged());
      else if (kind === "prompts") quietly(server.sendPromptListChanged());
      else quietly(server.sendResourceListChanged());
    }
    for (const { notify } of modern.listeners()) {
      if (kind === "tools") notify.toolsChanged();
      else if (kind === "prompts") notify.promptsChanged();
      else notify.resourcesChanged();
    }
  }

  const stopMemories = events.on("memories.changed", (changed) => {
    changes.push(...changed);
    timer ??= setTimeout(flush, COALESCE_MS).unref();
  });
  const stopCatalog = catalog.onChanged(tellKind);

  return {
    close() {
      stopMemories();
      stopCatalog();
      if (timer !== null) clearTimeout(timer);
    },
  };
}

/** What one connection is told of a round of changes. */
function changesFor(
  { grant }: Connection,
  changes: readonly MemoryChange[],
): { readonly listChanged: boolean; readonly addresses: ReadonlySet<string> } {
  const addresses = new Set<string>();
  let listChanged = false;
  for (const change of changes) {
    const previous = parseUrn(change.previousUrn);
    const places = [
      { urn: change.urn, domain: change.domain, namespace: change.namespace, tags: change.tags },
      {
        urn: change.previousUrn,
        domain: previous.domain ?? USER_DOMAIN,
        namespace: previous.namespace ?? change.namespace,
        tags: change.previousTags,
      },
    ].filter(({ domain, namespace }) => grantReaches(grant, domain, namespace));
    if (places.length === 0) continue;
    if (change.kind !== "updated" || change.urn !== change.previousUrn) listChanged = true;
    addresses.add(idAddress(change.id)).add(TOPICS_ADDRESS);
    for (const { urn, domain, namespace, tags } of places) {
      for (const tag of tags) addresses.add(topicAddress(tag));
      addresses.add(urn).add(listingAddress(domain, namespace)).add(listingAddress(domain, null));
      addresses.add(listingAddress(null, namespace)).add(listingAddress(null, null));
    }
  }
  return { listChanged, addresses };
}

/** A subscriber may write an address with other percent-encoding than ours; compared is what it means. */
function canonicalAddress(uri: string): string {
  const scheme = "recollect://";
  if (!uri.startsWith(scheme)) return uri;
  try {
    return scheme + uri.slice(scheme.length).split("/").map(decodeURIComponent).map(encodeURIComponent).join("/");
  } catch {
    return uri;
  }
}
