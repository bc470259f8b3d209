import { type Grant, isGranted } from "../core/caller.ts";
import { USER_DOMAIN } from "../core/domain.ts";
import type { Events, MemoryChange } from "../core/events.ts";
import type { Logger } from "../core/ports.ts";
import { parseUrn } from "../core/urn.ts";
import { idAddress, listingAddress, SCHEME, segmentsOf, TOPICS_ADDRESS, topicAddress } from "./addresses.ts";
import type { Catalog } from "./catalog.ts";
import type { CatalogKind, ConcernsClient } from "./catalog-entries.ts";
import type { Connection } from "./connection.ts";
import type { Sessions } from "./sessions.ts";
import type { StatelessHandler } from "./stateless-handler.ts";

/** Changes within this time are notified together, so that an import does not send one notification for each memory. */
const COALESCE_MS = 25;

/**
 * Notifies the subscribers of both protocol revisions about changes by any client or the owner. A change to a memory
 * affects the addresses of its id, its current and previous URN, its listings and its tags. Clients are not notified
 * about memories that their grant hides.
 */
export class Subscriptions {
  readonly #sessions: Sessions;
  readonly #stateless: StatelessHandler;
  readonly #logger: Logger;
  readonly #removeListeners: () => void;
  #changes: MemoryChange[] = [];
  #timer: NodeJS.Timeout | null = null;

  constructor(dependencies: {
    readonly events: Events;
    readonly catalog: Catalog;
    readonly sessions: Sessions;
    readonly stateless: StatelessHandler;
    readonly logger: Logger;
  }) {
    const { events, catalog, sessions, stateless, logger } = dependencies;
    this.#sessions = sessions;
    this.#stateless = stateless;
    this.#logger = logger;
    const stopMemories = events.on("memories.changed", (changes) => {
      this.#changes.push(...changes);
      this.#timer ??= setTimeout(() => this.#notifyChanges(), COALESCE_MS).unref();
    });
    const stopCatalog = catalog.onChanged((kind, concerns) => this.notifyListChanged(kind, concerns));
    this.#removeListeners = () => {
      stopMemories();
      stopCatalog();
    };
  }

  close(): void {
    this.#removeListeners();
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #notifyChanges(): void {
    this.#timer = null;
    const changes = this.#changes;
    this.#changes = [];
    for (const { server, transport, connection, subscriptions } of this.#sessions.list()) {
      if (!transport.canNotify) continue;
      const affected = affectedBy(changes, connection.grant);
      if (affected.lists) this.#logFailure(server.sendResourceListChanged());
      for (const uri of subscriptions) {
        if (affected.addresses.has(normalizeAddress(uri))) this.#logFailure(server.sendResourceUpdated({ uri }));
      }
    }
    for (const { connection, notify } of this.#stateless.listeners()) {
      const affected = affectedBy(changes, connection.grant);
      if (affected.lists) notify.resourcesChanged();
      for (const uri of affected.addresses) notify.resourceUpdated(uri);
    }
  }

  /** Notifies the clients whose connection is concerned; default: all. */
  notifyListChanged(kind: CatalogKind, concerns: ConcernsClient = () => true, tokenId: string | null = null): void {
    const isConcerned = (connection: Connection) =>
      (tokenId === null || connection.tokenId === tokenId) && concerns(connection.grant, connection);
    for (const { server, transport, connection } of this.#sessions.list()) {
      if (!transport.canNotify || !isConcerned(connection)) continue;
      if (kind === "tools") this.#logFailure(server.sendToolListChanged());
      else if (kind === "prompts") this.#logFailure(server.sendPromptListChanged());
      else this.#logFailure(server.sendResourceListChanged());
    }
    for (const { connection, notify } of this.#stateless.listeners()) {
      if (!isConcerned(connection)) continue;
      if (kind === "tools") notify.toolsChanged();
      else if (kind === "prompts") notify.promptsChanged();
      else notify.resourcesChanged();
    }
  }

  #logFailure(sent: Promise<void>): void {
    sent.catch((error: unknown) => this.#logger.debug("A notification did not reach its client", { error }));
  }
}

/** Returns the addresses that changes affect within a grant, and whether they affect the list of resources. */
function affectedBy(
  changes: readonly MemoryChange[],
  grant: Grant,
): { readonly lists: boolean; readonly addresses: ReadonlySet<string> } {
  const addresses = new Set<string>();
  let lists = false;
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
    ].filter((place) => isGranted(grant, place));
    if (places.length === 0) continue;
    if (change.kind !== "updated" || change.urn !== change.previousUrn) lists = true;
    addresses.add(idAddress(change.id)).add(TOPICS_ADDRESS);
    for (const { urn, domain, namespace, tags } of places) {
      for (const tag of tags) addresses.add(topicAddress(tag));
      addresses.add(urn).add(listingAddress(domain, namespace)).add(listingAddress(domain, null));
      addresses.add(listingAddress(null, namespace)).add(listingAddress(null, null));
    }
  }
  return { lists, addresses };
}

/** Returns an address with the percent-encoding that {@link affectedBy} uses; a client may encode it differently. */
function normalizeAddress(uri: string): string {
  const segments = segmentsOf(uri);
  return segments === null ? uri : SCHEME + segments.map(encodeURIComponent).join("/");
}
