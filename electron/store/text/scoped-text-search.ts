import { setImmediate as nextTurn } from "node:timers/promises";
import type { Database } from "better-sqlite3";
import { LRUCache } from "lru-cache";
import { inverseFrequency, termGain } from "../../core/bm25.ts";
import type { MemoryFilter } from "../../core/filter.ts";
import type { MemoryScope } from "../../core/ports.ts";
import type { TextHit } from "../../core/search.ts";
import { setOfTerm, type TermSet } from "../../core/term-set.ts";
import { and, sql } from "../../sqlite/sql.ts";
import type { StatementCache } from "../../sqlite/statements.ts";
import { scopeConditions } from "../rows/conditions.ts";
import type { RowFilter } from "../rows/filter-rows.ts";
import type { RowFacts } from "../rows/row-facts.ts";
import type { Fts5Sizes } from "./fts5-sizes.ts";
import type { Occurrences, RankedTerm, TermOfIndex, WordRanking } from "./rank-words.ts";

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
  readonly database: Database;
  readonly statements: StatementCache;
  readonly facts: RowFacts;
  readonly filterRows: RowFilter;
  readonly sizes: Fts5Sizes;
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
  const { database, statements, facts, filterRows, sizes, ranking, generation } = parts;
  const rowsOfExpression = database
    .prepare<[string], number>("SELECT rowid FROM text_index WHERE text_index MATCH ? ORDER BY rowid")
    .pluck();
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
  async function occurrencesOf({ kind, term }: TermOfIndex, scope: MemoryScope): Promise<Occurrences> {
    const key = JSON.stringify([kind, term, keyOf(scope)]);
    const known = kept.get(key);
    const now = generation();
    if (known?.generation === now) return known.occurrences;
    const found = read({ kind, term });
    facts.learn(found.rows);
    const isVisible = facts.scopeTest(all(scope));
    const rows: number[] = [];
    const frequencies: number[] = [];
    for (const [index, row] of found.rows.entries()) {
      if (!isVisible(row)) continue;
      rows.push(row);
      frequencies.push(found.frequencies[index] ?? 0);
    }
    const occurrences = { rows, frequencies };
    if (rows.length <= MAX_KEPT_ROWS) kept.set(key, { generation: now, occurrences });
    // Other requests are served between two terms.
    await nextTurn();
    return occurrences;
  }

  /** A phrase counts once in each row: only FTS5 knows how often it occurs, and it returns only ranks of all rows. */
  function read(term: TermOfIndex): Occurrences {
    if (term.kind !== "expression") return ranking.readOccurrences(term);
    const rows = rowsOfExpression.all(term.term);
    return { rows, frequencies: rows.map(() => 1) };
  }

  return {
    size: async (scope: MemoryScope): Promise<number> => (await totalsOf(scope)).rows,

    averageLength: async (scope: MemoryScope): Promise<number> => (await totalsOf(scope)).averageLength,

    /** The number of rows in the scope with each of these terms of the index. */
    async frequencies(terms: readonly string[], scope: MemoryScope): Promise<Map<string, number>> {
      const counts = new Map<string, number>();
      for (const term of new Set(terms)) {
        counts.set(term, (await occurrencesOf({ kind: "word", term }, scope)).rows.length);
      }
      return counts;
    },

    /** @param required a MATCH expression that every hit matches; null for none */
    async search(
      terms: readonly RankedTerm[],
      required: string | null,
      { filter, limit, scope }: { readonly filter: MemoryFilter; readonly limit: number; readonly scope: MemoryScope },
    ): Promise<TextHit[]> {
      const { rows: rowCount, averageLength } = await totalsOf(scope);
      const scores = new Map<number, number>();
      const sets = new Map<number, TermSet>();
      for (const term of terms) {
        const { rows, frequencies } = await occurrencesOf(term, scope);
        sizes.learn(rows);
        const weight = inverseFrequency(rows.length, rowCount);
        const set = setOfTerm(term.index);
        for (const [index, row] of rows.entries()) {
          const gain = termGain(weight, frequencies[index] ?? 0, sizes.lengthOf(row), averageLength);
          scores.set(row, (scores.get(row) ?? 0) + gain);
          sets.set(row, (sets.get(row) ?? 0) + set);
        }
      }
      const matching = required === null ? null : new Set(rowsOfExpression.all(required));
      const ranked = [...scores.keys()]
        .filter((row) => matching?.has(row) ?? true)
        .sort((one, other) => (scores.get(other) ?? 0) - (scores.get(one) ?? 0) || one - other);
      const hits: TextHit[] = [];
      for (let from = 0; hits.length < limit && from < ranked.length; from += STEP_ROWS) {
        for (const row of filterRows.passing(filter, ranked.slice(from, from + STEP_ROWS))) {
          const id = facts.idOf(row);
          if (id !== undefined) hits.push({ id, rank: scores.get(row) ?? 0, terms: sets.get(row) ?? 0 });
        }
      }
      return hits.slice(0, limit);
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
