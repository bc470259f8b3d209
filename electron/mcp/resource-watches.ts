import type { Grant } from "../core/caller.ts";
import type { Logger } from "../core/ports.ts";
import type { Catalog } from "./catalog.ts";
import type { CatalogResources } from "./catalog-entries.ts";

interface Watch {
  /** Subscriptions of the owner to the address. */
  count: number;
  /** Resolves with the function that ends it. */
  readonly started: Promise<() => void>;
}

/**
 * Subscriptions to resources whose family reports changes itself, at most one per owner and address. The owner is a
 * session, or a token for the streams of revision 2026.
 */
export class ResourceWatches {
  readonly #catalog: Catalog;
  readonly #logger: Logger;
  readonly #watches = new Map<string, Map<string, Watch>>();

  constructor(catalog: Catalog, logger: Logger) {
    this.#catalog = catalog;
    this.#logger = logger;
  }

  /**
   * Starts reporting changes, or counts one more subscription. Does nothing for a family that does not report them
   * itself.
   * @param grantOf returns the current grant; a change is only reported while it includes the resource
   * @throws the family's error
   */
  async start(owner: string, uri: string, grantOf: () => Grant, onUpdated: () => void): Promise<void> {
    const family = this.#familyOf(grantOf(), uri);
    if (family?.watch === undefined) return;
    const own = this.#watches.get(owner) ?? new Map<string, Watch>();
    this.#watches.set(owner, own);
    const existing = own.get(uri);
    if (existing !== undefined) {
      existing.count += 1;
      await existing.started;
      return;
    }
    const notify = () => {
      if (this.#familyOf(grantOf(), uri)?.watch !== undefined) onUpdated();
    };
    const watch: Watch = { count: 1, started: family.watch(uri, notify) };
    own.set(uri, watch);
    try {
      await watch.started;
    } catch (error) {
      if (own.get(uri) === watch) own.delete(uri);
      throw error;
    }
  }

  /** As {@link start}, for a subscription whose client gets no error. */
  startLater(owner: string, uri: string, grantOf: () => Grant, onUpdated: () => void): void {
    this.start(owner, uri, grantOf, onUpdated).catch((error: unknown) =>
      this.#logger.debug("A subscription could not start", { error }),
    );
  }

  /** Ends one subscription of an owner. */
  end(owner: string, uri: string): void {
    const watch = this.#watches.get(owner)?.get(uri);
    if (watch === undefined) return;
    watch.count -= 1;
    if (watch.count <= 0) this.#end(owner, uri, watch);
  }

  /** Ends an owner's subscriptions to resources outside of a grant; all without a grant. */
  endAll(owner: string, grant: Grant | null = null): void {
    for (const [uri, watch] of this.#watches.get(owner) ?? []) {
      if (grant === null || this.#familyOf(grant, uri)?.watch === undefined) this.#end(owner, uri, watch);
    }
  }

  #end(owner: string, uri: string, watch: Watch): void {
    const own = this.#watches.get(owner);
    own?.delete(uri);
    if (own?.size === 0) this.#watches.delete(owner);
    watch.started.then(
      (end) => end(),
      () => undefined,
    );
  }

  #familyOf(grant: Grant, uri: string): CatalogResources | undefined {
    return this.#catalog.entries(grant).resources.find((family) => family.owns(uri));
  }
}
