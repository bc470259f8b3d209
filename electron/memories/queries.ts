import { type Caller, isGranted } from "../core/caller.ts";
import { isSameClient } from "../core/client-identity.ts";
import { ANY, USER_DOMAIN } from "../core/domain.ts";
import type { DomainNames } from "../core/domain-names.ts";
import { combineFilters, type FilterInput, type MemoryFilter, parseFilter } from "../core/filter.ts";
import type { Memory, Revision } from "../core/memory.ts";
import type { ListInput, ListResult, SearchInput, SearchResult } from "../core/memory-service.ts";
import type { CaptureActivity, FacetCount, Facets } from "../core/ports.ts";
import type { SearchHit, SearchNotice, SimilarMemory } from "../core/search.ts";
import type { SearchEngine } from "../core/search-engine.ts";
import { normaliseTag } from "../core/tags.ts";
import { validityAt } from "../core/validity.ts";
import { searchNotices } from "../text/en/notices.ts";
import { RecollectError, toErrorBody } from "../text/errors.ts";
import { messageText } from "../text/message.ts";
import { findMemory, shortenIds } from "./find-memory.ts";
import { listNearDuplicates } from "./near-duplicates.ts";
import { defaultDomains, grantFilter, intersect, namespacesKnownTo, scopeOf } from "./rights.ts";
import type { OperationParts } from "./service-parts.ts";
import { checkInteger, checkNamespace, checkScore, MAX_QUERY_LENGTH } from "./validate.ts";

const EXCERPT_LENGTH = 240;
const MAX_SIMILAR = 5;
const NO_ACTIVITY: CaptureActivity = { days: [], namespaces: [], tags: [], neverRecalled: [] };
const NO_FACETS: Facets = { total: 0, namespaces: [], domains: [], tags: [], clients: [] };

/** All reads: search, lists, counts, single memories. */
export function createQueries({ store, engine, clock, settle, remoteStates, names }: OperationParts) {
  async function knownNamespaces(caller: Caller): Promise<readonly string[]> {
    return namespacesKnownTo(caller, await store.namespaces());
  }

  const knownPlaces = async (caller: Caller): Promise<KnownPlaces> => ({
    namespaces: await knownNamespaces(caller),
    domains: await names(caller),
  });

  async function filterOf(caller: Caller, input: FilterInput): Promise<MemoryFilter | null> {
    await settle();
    const known = await knownPlaces(caller);
    return limitFilter(caller, readFilter(input, clock.now(), known), known.domains);
  }

  async function listAsHits(filter: MemoryFilter, limit: number, cursor: string | null) {
    const { items, nextCursor } = await store.list(filter, "created", limit, cursor);
    return { hits: items.map(toHit), nextCursor, lessLikely: 0, mode: "text" as const, notices: [] };
  }

  /** Clients raise the standing of memories by recalling them; the author of a memory does not. */
  function markRecalled({ client, subject }: Caller, memories: readonly Memory[]): void {
    if (client === null) return;
    const ids = memories.filter((memory) => memory.client === null || !isSameClient(memory.client, client));
    if (ids.length > 0)
      store.markRecalled(
        ids.map(({ id }) => id),
        subject,
        clock.now(),
      );
  }

  /** Results of remote domains that cannot be read are missing; a notice says so. */
  function unreachableNotices(filter: MemoryFilter): SearchNotice[] {
    return remoteStates(filter)
      .filter(({ isReachable }) => !isReachable)
      .map(({ domain }) => ({ reason: "remote_unreachable", params: { domain } }) as const);
  }

  return {
    async search(caller: Caller, input: SearchInput): Promise<SearchResult> {
      const limit = checkInteger("limit", input.limit, { from: 1, to: 100, otherwise: 10 });
      const mode = input.mode ?? "hybrid";
      const minScore = checkScore(input.minScore);
      if (input.query.length > MAX_QUERY_LENGTH) {
        throw new RecollectError(
          "query_too_long",
          { length: input.query.length, maximum: MAX_QUERY_LENGTH },
          { field: "query" },
        );
      }
      await settle();
      const isPrompt = input.isPrompt ?? false;
      const parsed = isPrompt ? engine.parseText(input.query) : engine.parse(input.query);
      const known = await knownPlaces(caller);
      const inQuery = dropUnknownNamespaces(parsed.filter, known.namespaces);
      const asked = readFilter(input, clock.now(), known);
      const typed = withSpellings(inQuery.filter, known.domains);
      const filter = limitFilter(caller, combineFilters(asked, typed), known.domains);
      const unknown = unknownDomains(caller, [asked, typed], known.domains);
      const notices = [...parsed.notices, ...inQuery.notices, ...unknown];
      if (filter === null) return { items: [], lessLikely: 0, mode, notices };
      const cursor = input.cursor ?? null;
      const hasNoTerms = parsed.text === "" && parsed.terms.any.length === 0 && parsed.terms.all.length === 0;
      const found = hasNoTerms
        ? await listAsHits(filter, limit, cursor)
        : await engine.search({ query: parsed, filter, mode, limit, cursor, minScore, scope: scopeOf(caller) });
      const memories = found.hits.map(({ memory }) => memory);
      if (!isPrompt) markRecalled(caller, memories);
      return {
        items: scopeOf(caller) === null ? found.hits : found.hits.map(roundHit),
        nextCursor: found.nextCursor,
        lessLikely: found.lessLikely,
        mode: found.mode,
        notices: [...notices, ...found.notices, ...unreachableNotices(filter)],
      };
    },

    async list(caller: Caller, input: ListInput): Promise<ListResult> {
      const limit = checkInteger("limit", input.limit, { from: 1, to: 200, otherwise: 50 });
      await settle();
      const known = await knownPlaces(caller);
      const typed = withSpellings(input.query === undefined ? {} : readFilters(engine, input.query), known.domains);
      for (const namespace of typed.namespaces ?? []) checkNamespace(namespace, known.namespaces);
      const asked = readFilter(input, clock.now(), known);
      const filter = limitFilter(caller, combineFilters(asked, typed), known.domains);
      const unknown = unknownDomains(caller, [asked, typed], known.domains);
      if (filter === null) return unknown.length === 0 ? { items: [] } : { items: [], notices: unknown };
      const { sort = "created", cursor = null } = input;
      const page =
        sort === "duplicates"
          ? await listNearDuplicates({ store, engine, clock }, { filter, limit, cursor, scope: scopeOf(caller) })
          : await store.list(filter, sort, limit, cursor);
      const missing = [...unknown, ...unreachableNotices(filter)];
      return missing.length === 0 ? page : { ...page, notices: missing };
    },

    async get(caller: Caller, reference: string, asOf?: string): Promise<Memory> {
      const memory = await findMemory(store, caller, reference);
      const { asOf: at } = parseFilter({ asOf }, clock.now());
      if (at !== undefined && validityAt(memory, at) !== "current") {
        const { id, validFrom, validUntil } = memory;
        throw new RecollectError("memory_not_valid", {
          id,
          asOf: new Date(at).toISOString(),
          validFrom,
          validUntil,
        });
      }
      markRecalled(caller, [memory]);
      return memory;
    },

    shortIds: (caller: Caller, ids: readonly string[]) => shortenIds(store, caller, ids),

    /** Omits revisions from when the memory was in a domain or namespace that the caller may not see. */
    async history(caller: Caller, reference: string): Promise<Revision[]> {
      const memory = await findMemory(store, caller, reference);
      return (await store.history(memory.id)).filter((revision) => isGranted(caller.grant, revision));
    },

    /** With superseded memories, so that two memories are similar to each other if one of them supersedes the other. */
    async similar(caller: Caller, reference: string): Promise<SimilarMemory[]> {
      await settle();
      return findSimilar(engine, caller, await findMemory(store, caller, reference), { superseded: "include" });
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
      const checkedLimit = checkInteger("limit", limit, { from: 1, to: 1_000, otherwise: 100 });
      const filter = await filterOf(caller, {});
      return filter === null ? [] : store.tagsStartingWith(normaliseTag(prefix), filter, checkedLimit);
    },

    domainOf: async (caller: Caller, given: string): Promise<string> => (await names(caller)).toWrite(given),
    spellingsOf: async (caller: Caller, given: readonly string[]): Promise<readonly string[]> =>
      (await names(caller)).expand(given),

    async namespaces(caller: Caller): Promise<string[]> {
      const all = await store.namespaces();
      const { namespaces } = caller.grant;
      return namespaces === null ? all : all.filter((name) => namespaces.includes(name));
    },

    /** Counts of the memories within the caller's grant. */
    async counts(caller: Caller) {
      await settle();
      return store.counts(grantFilter(caller.grant));
    },
  };
}

/**
 * Finds similar memories in the memory's domain, the caller's project and `user`; for the owner, in every domain.
 * @param isNew whether the memory was just captured
 */
export async function findSimilar(
  engine: SearchEngine,
  caller: Caller,
  memory: Memory,
  more: MemoryFilter = {},
  isNew = false,
): Promise<SimilarMemory[]> {
  const { client, project, grant } = caller;
  const nearby = client === null ? null : [...new Set([memory.domain, project ?? USER_DOMAIN, USER_DOMAIN])];
  const filter = { ...more, ...grantFilter(grant), domains: intersect(nearby, grant.domains) ?? undefined };
  const scope = scopeOf(caller);
  const similar = await engine.similar(memory.content, filter, {
    limit: MAX_SIMILAR,
    exceptId: memory.id,
    isNew,
    scope,
  });
  return scope === null ? similar : similar.map((entry) => ({ ...entry, score: round(entry.score) }));
}

/** Limited callers get scores of two digits, which say enough to compare results. */
function roundHit({ memory, score, matched }: SearchHit): SearchHit {
  const similarity = matched.similarity === null ? null : round(matched.similarity);
  const coverage = round(matched.coverage);
  return { memory, score: round(score), matched: { ...matched, similarity, coverage, floor: round(matched.floor) } };
}

function round(score: number): number {
  return Math.round(score * 100) / 100;
}

/** Parses a query of filters only. @throws invalid_argument for words, and for filters that cannot be parsed */
function readFilters(engine: SearchEngine, query: string): MemoryFilter {
  if (query.length > MAX_QUERY_LENGTH) {
    throw new RecollectError("query_too_long", { length: query.length, maximum: MAX_QUERY_LENGTH }, { field: "query" });
  }
  const { text, filter, notices } = engine.parse(query);
  const [notice] = notices;
  if (notice !== undefined) {
    throw new RecollectError(
      "list_filter_invalid",
      { problem: messageText(searchNotices, notice) },
      { field: "query" },
    );
  }
  if (text !== "") throw new RecollectError("list_has_words", { words: text.slice(0, 80) }, { field: "query" });
  return filter;
}

/** The namespaces and domains that a caller may know of. */
interface KnownPlaces {
  readonly namespaces: readonly string[];
  readonly domains: DomainNames;
}

/** Parses a filter given as arguments. Its domains are in all spellings. @throws invalid_argument */
function readFilter(input: FilterInput, now: number, known: KnownPlaces): MemoryFilter {
  const filter = parseFilter(input, now);
  for (const namespace of filter.namespaces ?? []) checkNamespace(namespace, known.namespaces);
  return withSpellings(filter, known.domains);
}

function withSpellings(filter: MemoryFilter, names: DomainNames): MemoryFilter {
  return filter.domains === undefined ? filter : { ...filter, domains: names.expand(filter.domains) };
}

/** A notice for each domain of the filters that does not exist. The caller's own project exists. */
function unknownDomains({ project }: Caller, filters: readonly MemoryFilter[], names: DomainNames): SearchNotice[] {
  return [...new Set(filters.flatMap(({ domains = [] }) => domains))]
    .filter((domain) => domain !== ANY && domain !== project && !names.isKnown(domain))
    .map((domain) => ({ reason: "domain_unknown", params: { domain, similar: names.similarTo(domain) } }) as const);
}

/** Removes the namespaces of a query if one is unknown, with a notice: a query is never refused. */
function dropUnknownNamespaces({ namespaces, ...filter }: MemoryFilter, known: readonly string[]) {
  const notices: SearchNotice[] = [];
  try {
    for (const namespace of namespaces ?? []) checkNamespace(namespace, known);
  } catch (error) {
    if (!(error instanceof RecollectError)) throw error;
    notices.push({ reason: "filter_refused", params: { error: toErrorBody(error) } });
  }
  return { filter: notices.length === 0 ? { ...filter, namespaces } : filter, notices };
}

/**
 * Limits a filter to the caller's grant; without a domain, the caller's default domains apply. Null: nothing matches.
 */
function limitFilter(caller: Caller, filter: MemoryFilter, names: DomainNames): MemoryFilter | null {
  const defaults = defaultDomains(caller);
  const otherwise = defaults === null ? null : names.expand(defaults);
  const requested = filter.domains?.includes(ANY) ? null : (filter.domains ?? otherwise);
  const domains = intersect(requested, caller.grant.domains) ?? undefined;
  const namespaces = intersect(filter.namespaces ?? null, caller.grant.namespaces) ?? undefined;
  return domains?.length === 0 || namespaces?.length === 0 ? null : { ...filter, domains, namespaces };
}

/** A hit for a memory that was listed, not ranked: the query has filters only. */
function toHit(memory: Memory): SearchHit {
  const start = memory.content.trimStart().slice(0, EXCERPT_LENGTH + 1);
  // The cut must not split a surrogate pair.
  const excerpt =
    start.length > EXCERPT_LENGTH ? start.slice(0, EXCERPT_LENGTH).replace(/[\ud800-\udbff]$/, "") : start;
  const matched = { words: [], excerpt, highlights: [], similarity: null, coverage: 0, floor: 0, by: [] };
  return { memory, score: 1, matched };
}
