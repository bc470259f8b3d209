import type { Caller } from "../core/caller.ts";
import { invalidArgument } from "../core/errors.ts";
import type { MemoryFilter } from "../core/filter.ts";
import type { Memory } from "../core/memory.ts";
import type { SearchInput, SearchResult } from "../core/memory-service.ts";
import type { SearchHit } from "../core/search.ts";
import { readFilter, readQueryFilter, resolveFilter } from "./filters.ts";
import { namespacesKnownTo } from "./rights.ts";
import type { Operation } from "./service-parts.ts";
import { checkInteger, MAX_QUERY_LENGTH } from "./validate.ts";

const EXCERPT_LENGTH = 240;

/** Searches: the query's filters and the arguments' together, bounded by what the caller may see. */
export function createSearch({ store, engine, clock }: Operation) {
  return async function search(caller: Caller, input: SearchInput): Promise<SearchResult> {
    const limit = checkInteger("limit", input.limit, { from: 1, to: 100, otherwise: 10 });
    const mode = input.mode ?? "hybrid";
    if (input.query.length > MAX_QUERY_LENGTH) {
      throw invalidArgument(
        "query",
        `query has ${input.query.length} characters; at most ${MAX_QUERY_LENGTH} are read.`,
        "Search by the words that matter.",
      );
    }
    const parsed = engine.parse(input.query);
    const namespaces = namespacesKnownTo(caller, await store.namespaces());
    const context = { caller, now: clock.now(), namespaces };
    const typed = readQueryFilter(context, parsed.filter);
    const filter = resolveFilter(context, readFilter(context, input), typed.filter);
    const notices = [...parsed.notices, ...typed.notices];
    if (filter === null) return { items: [], mode, notices };
    const cursor = input.cursor ?? null;
    const onlyFilters = parsed.text === "" && parsed.terms.any.length === 0 && parsed.terms.all.length === 0;
    const found = onlyFilters
      ? await listAsHits(filter, limit, cursor)
      : await engine.search({ query: parsed, filter, mode, limit, cursor });
    if (caller.client !== null && found.hits.length > 0) {
      store.markRecalled(
        found.hits.map(({ memory }) => memory.id),
        clock.now(),
      );
    }
    return {
      items: found.hits,
      ...(found.nextCursor === undefined ? {} : { nextCursor: found.nextCursor }),
      mode: found.mode,
      notices: [...notices, ...found.notices],
    };
  };

  async function listAsHits(filter: MemoryFilter, limit: number, cursor: string | null) {
    const { items, nextCursor } = await store.list(filter, "created", limit, cursor);
    return {
      hits: items.map(toHit),
      ...(nextCursor === undefined ? {} : { nextCursor }),
      mode: "text" as const,
      notices: [],
    };
  }
}

/** A memory that was listed, not ranked: the filters hold, and no word or meaning was asked for. */
function toHit(memory: Memory): SearchHit {
  const start = memory.content.trimStart().slice(0, EXCERPT_LENGTH + 1);
  // A cut never halves a surrogate pair.
  const excerpt =
    start.length > EXCERPT_LENGTH ? start.slice(0, EXCERPT_LENGTH).replace(/[\ud800-\udbff]$/, "") : start;
  return { memory, score: 1, matched: { words: [], excerpt, highlights: [], similarity: null, by: [] } };
}
