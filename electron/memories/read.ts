import type { Caller } from "../core/caller.ts";
import type { Page } from "../core/filter.ts";
import type { Memory, Revision } from "../core/memory.ts";
import type { FilterInput, ListInput } from "../core/memory-service.ts";
import type { CaptureActivity, FacetCount, Facets } from "../core/ports.ts";
import type { SimilarMemory } from "../core/search.ts";
import { normaliseTag } from "../core/tags.ts";
import { readFilter, resolveFilter } from "./filters.ts";
import { findMemory } from "./find-memory.ts";
import { isGranted, namespacesKnownTo } from "./rights.ts";
import type { Operation } from "./service-parts.ts";
import { similarTo } from "./similar.ts";
import { checkInteger } from "./validate.ts";

const NO_ACTIVITY: CaptureActivity = { days: [], namespaces: [], tags: [], neverRecalled: [] };
const NO_FACETS: Facets = { total: 0, namespaces: [], domains: [], tags: [], clients: [] };

/** Everything that reads without searching. */
export function createReaders(parts: Operation) {
  const { store, clock } = parts;

  async function filterOf(caller: Caller, input: FilterInput) {
    const namespaces = namespacesKnownTo(caller, await store.namespaces());
    const context = { caller, now: clock.now(), namespaces };
    return resolveFilter(context, readFilter(context, input));
  }

  return {
    async list(caller: Caller, input: ListInput): Promise<Page<Memory>> {
      const limit = checkInteger("limit", input.limit, { from: 1, to: 200, otherwise: 50 });
      const filter = await filterOf(caller, input);
      if (filter === null) return { items: [] };
      return store.list(filter, input.sort ?? "created", limit, input.cursor ?? null);
    },

    async get(caller: Caller, reference: string): Promise<Memory> {
      const memory = await findMemory(store, caller, reference);
      if (caller.client !== null) store.markRecalled([memory.id], clock.now());
      return memory;
    },

    /** Revisions from when the memory lay where the caller may not look are left out. */
    async history(caller: Caller, reference: string): Promise<Revision[]> {
      const memory = await findMemory(store, caller, reference);
      return (await store.history(memory.id)).filter((revision) => isGranted(caller.grant, revision));
    },

    async similar(caller: Caller, reference: string): Promise<SimilarMemory[]> {
      return similarTo(parts, caller, await findMemory(store, caller, reference));
    },

    async facets(caller: Caller, input: FilterInput): Promise<Facets> {
      const filter = await filterOf(caller, input);
      return filter === null ? NO_FACETS : store.facets(filter);
    },

    async count(caller: Caller, input: FilterInput): Promise<number> {
      const filter = await filterOf(caller, input);
      return filter === null ? 0 : store.count(filter);
    },

    async captureActivity(caller: Caller, input: FilterInput): Promise<CaptureActivity> {
      const filter = await filterOf(caller, input);
      return filter === null ? NO_ACTIVITY : store.captureActivity(filter);
    },

    async tagsStartingWith(caller: Caller, prefix: string, limit: number): Promise<FacetCount[]> {
      const most = checkInteger("limit", limit, { from: 1, to: 1_000, otherwise: 100 });
      const filter = await filterOf(caller, {});
      return filter === null ? [] : store.tagsStartingWith(normaliseTag(prefix), filter, most);
    },

    async namespaces(caller: Caller): Promise<string[]> {
      const known = await store.namespaces();
      const { namespaces } = caller.grant;
      return namespaces === null ? known : known.filter((name) => namespaces.includes(name));
    },

    /** The count of memories within the caller's grant; the owner's is of all. */
    counts(caller: Caller) {
      const { domains, namespaces } = caller.grant;
      return store.counts({ ...(domains === null ? {} : { domains }), ...(namespaces === null ? {} : { namespaces }) });
    },
  };
}
