import type { ImportedProgram, LeftOutReason } from "../core/memory-import.ts";

/** Where an item stands in what is read. */
export interface ItemPlace {
  /** Counted from 1. */
  readonly line: number;
  /** How a person finds it. */
  readonly place: string;
}

/** What names a memory in another program for good, and when it was made there. */
export interface ForeignKey {
  readonly key: readonly string[];
  /** Milliseconds since 1970; null where that is not known. */
  readonly createdAt: number | null;
}

/** A memory of another program, or a line without dates and ids. What is left out gets the defaults of a capture. */
export interface ForeignMemory {
  readonly content: string;
  readonly namespace?: string;
  readonly domain?: string;
  /** What the other program calls the project. */
  readonly project?: string;
  readonly tags?: readonly string[];
  readonly source?: string;
  /** Milliseconds since 1970. */
  readonly createdAt?: number;
  readonly updatedAt?: number;
  /** Missing: it has no name there, and is known by its content alone. */
  readonly foreign?: ForeignKey;
  /** What took its place there. */
  readonly replacedBy?: ForeignKey;
  readonly recallCount?: number;
  readonly recalledAt?: number;
}

/** One thing that was read. */
export type ImportItem = ItemPlace & { readonly program: ImportedProgram } & (
    | { readonly kind: "memory"; readonly memory: ForeignMemory }
    /** Of an export of our own, not checked yet. */
    | { readonly kind: "archived"; readonly memory: Readonly<Record<string, unknown>> }
    | { readonly kind: "unreadable"; readonly reason: string }
    | { readonly kind: "left-out"; readonly reason: LeftOutReason; readonly count: number }
  );

/** Something opened to be imported. Read once; reading to the end, or stopping, closes it. */
export interface ImportSource {
  /** How many items it holds, where that is known before it is read. */
  readonly total: number | null;
  readonly items: AsyncIterable<ImportItem>;
}
