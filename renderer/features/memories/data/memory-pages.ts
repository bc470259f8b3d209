import type { InfiniteData } from "@tanstack/react-query";
import type { MemorySort } from "../../../../electron/core/filter.ts";
import type { Memory } from "../../../../electron/core/memory.ts";
import type { Match, SearchMode } from "../../../../electron/core/search.ts";
import { type MemoryQuery, toDay } from "../query/memory-query.ts";

/** One line of the list; `match` says why a search found it. */
export interface MemoryRow {
  readonly memory: Memory;
  readonly match: Match | null;
}

/** One page of a list or of a search, in one shape. */
export interface MemoryPage {
  readonly rows: readonly MemoryRow[];
  readonly nextCursor: string | null;
  /** Null for a list. */
  readonly mode: SearchMode | null;
  readonly notices: readonly string[];
}
export type MemoryPages = InfiniteData<MemoryPage, string | null>;

export function rowsOf(pages: MemoryPages | undefined): readonly MemoryRow[] {
  return pages?.pages.flatMap((page) => page.rows) ?? [];
}

/** Puts the new state of memories where they already stand; nothing moves. */
export function patchMemories(pages: MemoryPages, memories: readonly Memory[]): MemoryPages {
  const byId = new Map(memories.map((memory) => [memory.id, memory]));
  return mapPages(pages, (rows) =>
    rows.some((row) => byId.has(row.memory.id))
      ? rows.map((row) => {
          const memory = byId.get(row.memory.id);
          return memory === undefined ? row : { ...row, memory };
        })
      : rows,
  );
}

export function removeMemories(pages: MemoryPages, ids: ReadonlySet<string>): MemoryPages {
  return mapPages(pages, (rows) =>
    rows.some((row) => ids.has(row.memory.id)) ? rows.filter((row) => !ids.has(row.memory.id)) : rows,
  );
}

/** Puts a memory at its place by `sort`; past the loaded pages it waits for its own page. */
export function insertMemory(pages: MemoryPages, memory: Memory, sort: MemorySort): MemoryPages {
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

/** Whether a memory belongs in this list, as far as the window can tell: a search is for the application to answer. */
export function belongsTo(memory: Memory, query: MemoryQuery): boolean {
  const isIn = (values: readonly string[], value: string) => values.length === 0 || values.includes(value);
  const [client] = query.client;
  return (
    query.text.trim() === "" &&
    (memory.deletedAt !== null) === (query.view === "trash") &&
    (query.view !== "pinned" || memory.pinned) &&
    (query.view === "trash" || memory.supersededBy === null) &&
    isIn(query.namespace, memory.namespace) &&
    isIn(query.domain, memory.domain) &&
    query.tag.every((tag) => memory.tags.includes(tag)) &&
    (query.recalled.length === 0 || memory.recallCount === 0) &&
    query.day.every((day) => toDay(new Date(memory.createdAt)) === day) &&
    (client === undefined || (memory.client?.name.toLowerCase().includes(client.toLowerCase()) ?? false))
  );
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
