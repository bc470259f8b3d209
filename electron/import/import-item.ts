import type { MemoryState } from "../core/memory-fields.ts";
import type { ArchivedMemory, ImportedProgram, SkipReason } from "../core/memory-import.ts";
import type { ErrorBody, ErrorReason } from "../text/errors.ts";

/** The position of an item in its source. */
export interface ItemPlace {
  /** Counted from 1. */
  readonly line: number;
  /** Identifies the item to a person. */
  readonly place: string;
}

/** A permanent name of a memory in another program, and when it was created there. */
export interface ForeignKey {
  readonly key: readonly string[];
  /** Milliseconds since 1970, or null if unknown. */
  readonly createdAt: number | null;
}

/**
 * A memory of another program, or a line of JSON without id and dates. Missing members get the defaults of a capture,
 * and the service checks the fields.
 */
export interface ForeignMemory extends Pick<MemoryState, "content">, Partial<Omit<MemoryState, "content">> {
  /** The other program's name for the project. */
  readonly project?: string;
  /** Its name for the project that takes the place of `project` if no domain of that name exists. */
  readonly otherwiseProject?: string;
  /** Milliseconds since 1970. */
  readonly createdAt?: number;
  readonly updatedAt?: number;
  /** If missing, the memory is recognised by its content. */
  readonly foreign?: ForeignKey;
  /** The memory that superseded it there. */
  readonly replacedBy?: ForeignKey;
  readonly recallCount?: number;
  readonly recalledAt?: number;
}

/** The reasons for which a reader can reject an entry. */
type UnreadableReason = Extract<
  ErrorReason,
  | "import_content_missing"
  | "import_entry_too_large"
  | "import_line_invalid"
  | "import_folder_unreadable"
  | "import_note_encoding"
  | "import_note_too_large"
  | "import_note_unreadable"
>;

/** One entry of a source. */
export type ImportItem = ItemPlace & { readonly program: ImportedProgram } & (
    | { readonly kind: "memory"; readonly memory: ForeignMemory }
    /** From an export of Recollect, not validated yet. */
    | { readonly kind: "archived"; readonly memory: Readonly<Record<string, unknown>> }
    | { readonly kind: "unreadable"; readonly reason: UnreadableReason }
    | {
        readonly kind: "skipped";
        readonly reason: SkipReason;
        readonly count: number;
        /** The first of them, if they are files or folders. */
        readonly files?: readonly string[];
      }
    /** About the item before it: how it was read in another way than its file says. */
    | { readonly kind: "notice"; readonly error: ErrorBody }
  );

/** The readable part of a database of Recollect. */
export interface ReadableDatabase {
  readonly total: number;
  readonly lost: number;
  readonly memories: AsyncIterable<ArchivedMemory>;
}

/** An opened source. It can be read once; reading to the end, or stopping, closes it. */
export interface ImportSource {
  /** The number of items, or null if it is unknown before they are read. */
  readonly total: number | null;
  readonly items: AsyncIterable<ImportItem>;
}
