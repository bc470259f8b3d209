import type { InfiniteData } from "@tanstack/react-query";
import { type MemorySort, matchesFilter, parseFilter } from "../../../../electron/core/filter.ts";
import type { Memory } from "../../../../electron/core/memory.ts";
import type { Match, SearchMode, SearchNotice } from "../../../../electron/core/search.ts";
import { isSearch, type MemoryQuery, toFilter } from "../query/memory-query.ts";
import { rangesOfWords } from "../ranges-of-words.ts";

/** One row of the list. `match` explains why a search found its content; null in a list. */
export interface MemoryRow {
  readonly memory: Memory;
  readonly match: Match | null;
}

/** One page of a list or of a search. */
export interface MemoryPage {
  readonly rows: readonly MemoryRow[];
  readonly nextCursor: string | null;
  /** Null for a list. */
  readonly mode: SearchMode | null;
  readonly notices: readonly SearchNotice[];
  /** The number of memories that the search left out as less likely; 0 for a list. */
  readonly lessLikely: number;
}
export type MemoryPages = InfiniteData<MemoryPage, string | null>;

export function rowsOf(pages: MemoryPages | undefined): readonly MemoryRow[] {
  return pages?.pages.flatMap((page) => page.rows) ?? [];
}

/**
 * Returns the newer of two states of one memory, since responses may arrive out of order. Every change increments the
 * revision, and a recall increments the count. Pinning changes neither, so `next` wins if both are equal.
 */
export function newerOf(current: Memory | undefined, next: Memory): Memory {
  if (current === undefined || current.revision < next.revision) return next;
  const isOutdated = current.revision > next.revision || current.recallCount > next.recallCount;
  return isOutdated ? current : next;
}

/** Replaces memories in place by their new state; an outdated state is ignored. Rows keep their position. */
export function patchMemories(pages: MemoryPages, memories: readonly Memory[]): MemoryPages {
  const byId = new Map(memories.map((memory) => [memory.id, memory]));
  return mapPages(pages, (rows) => {
    const next = rows.map((row) => {
      const memory = newerOf(row.memory, byId.get(row.memory.id) ?? row.memory);
      if (memory === row.memory) return row;
      return {
        memory,
        match: memory.content === row.memory.content ? row.match : rematched(row.match, memory.content),
      };
    });
    return next.some((row, index) => row !== rows[index]) ? next : rows;
  });
}

/** How a search found a memory, after its text changed: the words in the new text, without the similarity of the old one. */
function rematched(match: Match | null, content: string): Match | null {
  if (match === null) return null;
  const lines = content.split("\n").map((line) => line.replace(/^\s*(?:#{1,6}|>|[-*+])(?=\s)/, ""));
  const excerpt = lines.join(" ").replace(/\s+/g, " ").trim();
  return { ...match, excerpt, highlights: rangesOfWords(excerpt, match.words), similarity: null };
}

export function removeMemories(pages: MemoryPages, ids: ReadonlySet<string>): MemoryPages {
  return mapPages(pages, (rows) =>
    rows.some((row) => ids.has(row.memory.id)) ? rows.filter((row) => !ids.has(row.memory.id)) : rows,
  );
}

/** Inserts a memory at its position in `sort`. One that belongs after the loaded pages is left to its own page. */
export function insertMemory(pages: MemoryPages, inserted: Memory, sort: MemorySort): MemoryPages {
  const memory = newerOf(rowsOf(pages).find((row) => row.memory.id === inserted.id)?.memory, inserted);
  const without = removeMemories(pages, new Set([memory.id]));
  let placed = false;
  const next = without.pages.map((page, index) => {
    if (placed) return page;
    const isEnd = index === without.pages.length - 1 && page.nextCursor === null;
    const at = page.rows.findIndex((row) => comesBefore(memory, row.memory, sort));
    if (at === -1 && !isEnd) return page;
    placed = true;
    return { ...page, rows: page.rows.toSpliced(at === -1 ? page.rows.length : at, 0, { memory, match: null }) };
  });
  return { ...without, pages: next };
}

/** Whether a memory belongs in a list. False for a search: only the server can decide that. */
export function belongsTo(memory: Memory, query: MemoryQuery): boolean {
  if (isSearch(query)) return false;
  try {
    const now = Date.now();
    return matchesFilter(memory, parseFilter(toFilter(query), now), now);
  } catch {
    // The address contains a filter that is not valid.
    return false;
  }
}

function comesBefore(a: Memory, b: Memory, sort: MemorySort): boolean {
  const order = compare(a, b, sort);
  return order === 0 ? a.id > b.id : order < 0;
}

function compare(a: Memory, b: Memory, sort: MemorySort): number {
  switch (sort) {
    case "created":
      return b.createdAt.localeCompare(a.createdAt);
    case "created-ascending":
      return a.createdAt.localeCompare(b.createdAt);
    case "updated":
      return b.updatedAt.localeCompare(a.updatedAt);
    case "recalled":
      return b.recallCount - a.recallCount;
  }
}

function mapPages(pages: MemoryPages, change: (rows: readonly MemoryRow[]) => readonly MemoryRow[]): MemoryPages {
  let changed = false;
  const next = pages.pages.map((page) => {
    const rows = change(page.rows);
    if (rows === page.rows) return page;
    changed = true;
    return { ...page, rows };
  });
  return changed ? { ...pages, pages: next } : pages;
}
