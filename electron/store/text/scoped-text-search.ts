import { setImmediate as nextTurn } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { MemoryFilter } from "../../core/filter.ts";
import type { MemoryScope } from "../../core/ports.ts";
import type { TextHit } from "../../core/search.ts";
import { and, sql } from "../../sqlite/sql.ts";
import type { StatementCache } from "../../sqlite/statements.ts";
import { scopeConditions } from "../rows/conditions.ts";
import type { RowFilter } from "../rows/filter-rows.ts";
import type { RowFacts } from "../rows/row-facts.ts";
import type { Fts5Sizes } from "./fts5-sizes.ts";
import type { OccurrenceReader, Occurrences } from "./occurrences.ts";
import type { RankedTerm, WordRanking } from "./rank-words.ts";
import { takeHits } from "./take-hits.ts";

/** Rows whose lengths are read in one turn of the event loop. */
const STEP_ROWS = 2_000;
const MAX_SCOPES = 64;
/** Terms of which the occurrences in a scope are kept, up to this many rows each. */
const MAX_KEPT_TERMS = 256;
const MAX_KEPT_ROWS = 5_000;

interface Totals {
  readonly generation: number;
  readonly rows: number;
  readonly averageLength: number;
}

interface ScopedTextSearchParts {
  readonly statements: StatementCache;
  readonly facts: RowFacts;
  readonly filterRows: RowFilter;
  readonly sizes: Fts5Sizes;
  readonly read: OccurrenceReader;
  readonly ranking: WordRanking;
  /** The number of writes so far. */
  readonly generation: () => number;
}

/**
 * Text search for a caller that sees a part of the memories. Every number in it (frequencies, lengths, ranks) is
 * counted over that part, so that the results do not depend on the others (ADR 0008). It reads the same index and is
 * slower: all occurrences of a word are read, and then filtered.
 */
export function createScopedTextSearch(parts: ScopedTextSearchParts) {
  const { statements, facts, filterRows, sizes, read, ranking, generation } = parts;
  const totals = new LRUCache<string, Totals>({ max: MAX_SCOPES });
  const kept = new LRUCache<string, { readonly generation: number; readonly occurrences: Occurrences }>({
    max: MAX_KEPT_TERMS,
  });

  async function totalsOf(scope: MemoryScope): Promise<Totals> {
    const key = keyOf(scope);
    const known = totals.get(key);
    const now = generation();
    if (known?.generation === now) return known;
    const rows = statements.column<number>(sql`SELECT m.row FROM memories m WHERE ${and(scopeConditions(all(scope)))}`);
    let tokens = 0;
    for (let from = 0; from < rows.length; from += STEP_ROWS) {
      const step = rows.slice(from, from + STEP_ROWS);
      sizes.learn(step);
      for (const row of step) tokens += sizes.lengthOf(row);
      if (from > 0) await nextTurn();
    }
    const found = { generation: now, rows: rows.length, averageLength: tokens / Math.max(1, rows.length) };
    totals.set(key, found);
    return found;
  }

  /** The occurrences of a term in the scope. */
  async function occurrencesOf(
    { kind, term, entries }: Omit<RankedTerm, "index">,
    scope: MemoryScope,
  ): Promise<Occurrences> {
    const key = JSON.stringify([kind, term, keyOf(scope)]);
    const known = kept.get(key);
    const now = generation();
    if (known?.generation === now) return known.occurrences;
    const found = await read("allOccurrences", entries, { kind, term });
    const isVisible = facts.scopeTest(all(scope));
    const rows = new Int32Array(found.rows.length);
    const frequencies = new Float32Array(found.rows.length);
    let count = 0;
    // Other requests are served between two steps.
    for (let from = 0; from === 0 || from < found.rows.length; from += STEP_ROWS) {
      const step = [...found.rows.subarray(from, from + STEP_ROWS)];
      facts.learn(step);
      for (const [index, row] of step.entries()) {
        if (!isVisible(row)) continue;
        rows[count] = row;
        frequencies[count] = found.frequencies[from + index] ?? 0;
        count += 1;
      }
      await nextTurn();
    }
    const occurrences = { rows: rows.slice(0, count), frequencies: frequencies.slice(0, count) };
    if (count <= MAX_KEPT_ROWS) kept.set(key, { generation: now, occurrences });
    return occurrences;
  }

  return {
    size: async (scope: MemoryScope): Promise<number> => (await totalsOf(scope)).rows,

    averageLength: async (scope: MemoryScope): Promise<number> => (await totalsOf(scope)).averageLength,

    /** The number of rows in the scope with each of these terms of the index. */
    async frequencies(
      terms: readonly { readonly term: string; readonly entries: number }[],
      scope: MemoryScope,
    ): Promise<Map<string, number>> {
      const counts = new Map<string, number>();
      for (const { term, entries } of terms) {
        if (counts.has(term)) continue;
        counts.set(term, (await occurrencesOf({ kind: "word", term, entries }, scope)).rows.length);
      }
      return counts;
    },

    /** @param required an expression that every hit matches; null for none */
    async search(
      terms: readonly RankedTerm[],
      required: Omit<RankedTerm, "index"> | null,
      { filter, limit, scope }: { readonly filter: MemoryFilter; readonly limit: number; readonly scope: MemoryScope },
    ): Promise<TextHit[]> {
      const { rows: rowCount, averageLength } = await totalsOf(scope);
      const matching =
        required === null ? null : new Set((await read("allOccurrences", required.entries, required)).rows);
      const passing = (given: MemoryFilter, rows: readonly number[]) =>
        filterRows.passing(given, matching === null ? rows : rows.filter((row) => matching.has(row)));
      return ranking.rank(
        terms,
        { rowCount, averageLength },
        (ranked) => takeHits(ranked, filter, limit, { facts, filterRows: { ...filterRows, passing } }),
        (term) => occurrencesOf(term, scope),
      );
    },
  };
}

function keyOf({ domains, namespaces }: MemoryScope): string {
  return JSON.stringify([domains, namespaces]);
}

/** The scope as a filter: the index contains memories in every state. */
function all({ domains, namespaces }: MemoryScope): MemoryFilter {
  return { domains, namespaces, trash: "include", superseded: "include", validity: "any" };
}
