import { type ErrorBody, type RecollectError, toErrorBody } from "../text/errors.ts";
import type { Memory, Revision } from "./memory.ts";

/** The programs and formats whose memories can be imported. */
export const IMPORTED_PROGRAMS = [
  "recollect",
  "claude-mem",
  "mcp-memory-service",
  "server-memory",
  "basic-memory",
  "mem0",
  "chatgpt",
  "claude",
  "markdown",
  "json",
] as const;
export type ImportedProgram = (typeof IMPORTED_PROGRAMS)[number];

/** A memory with its history, as it is exported from one data folder and imported into another. */
export interface ArchivedMemory extends Memory {
  /** Oldest first; the last one is the current state. Empty if the history is unknown. */
  readonly history: readonly Revision[];
}

/** The result of importing one archived memory. */
export interface ImportOutcome {
  /**
   * `imported`: stored with its id, dates and history. `known`: the memory, or its content under the id `knownAs`, is
   * already here. `conflict`: a different version is here and is kept. `waiting`: its successor is neither here nor in
   * this batch. `refused`: it is invalid.
   */
  readonly kind: "imported" | "known" | "conflict" | "waiting" | "refused";
  readonly id: string;
  readonly knownAs?: string;
  /** Secrets or private parts were removed from it or from its history. */
  readonly masked?: boolean;
  /** For `conflict` and `refused`: why, in English. */
  readonly reason?: string;
  /** For `conflict` and `refused`: the same, to be rendered in another language. */
  readonly error?: ErrorBody;
}

/**
 * Why an entry is not a memory. `prompt`: the user's input. `empty`: no text. `deleted`: deleted in the other program.
 * `replaced`: replaced by an entry that was deleted later. `superseded`: replaced by another entry, and the import goes
 * into the inbox, which reviews current memories only. `relation`: its entity is not in the file. `damaged`: a memory
 * that a damaged database of Recollect had and that cannot be read. In a folder of notes, `dependency`: a folder in which
 * a package manager stores the code of others; `ignored`: a `.gitignore` names it; `hidden`: its name starts with a point;
 * `link`: a symbolic link; `other-file`: not a Markdown file.
 */
export type SkipReason =
  | "prompt"
  | "empty"
  | "deleted"
  | "replaced"
  | "superseded"
  | "relation"
  | "damaged"
  | "dependency"
  | "ignored"
  | "hidden"
  | "link"
  | "other-file";

/** An entry that was not imported. */
export interface ImportProblem {
  /** Counted from 1: the line of a text file, otherwise the number of the entry. */
  readonly line: number;
  /** Identifies the entry to a person: `line 3`, `observation 12`, `notes/coffee.md`. */
  readonly place: string;
  /** Why, in English. */
  readonly reason: string;
  /** The same, to be rendered in another language. */
  readonly error?: ErrorBody;
}

/** The result of an import, or of a trial run: what an import would do. */
export interface ImportReport {
  /** Null if the source is empty. */
  readonly program: ImportedProgram | null;
  readonly created: number;
  /** How many are already here. */
  readonly known: number;
  /** How many of the new ones were stored without secrets or private parts that they contained. */
  readonly masked: number;
  /** Those of which a different version is here and was kept. */
  readonly conflicts: readonly ImportProblem[];
  readonly refused: readonly ImportProblem[];
  /** Entries that were read in another way than their file says, for example with another encoding or date. */
  readonly notices: readonly ImportProblem[];
  /** Entries that are not memories. `files`: the first files and folders, if they are files or folders. */
  readonly leftOut: readonly {
    readonly reason: SkipReason;
    readonly count: number;
    readonly files?: readonly string[];
  }[];
  /** New memories from whose content characters were removed that no note needs. */
  readonly cleaned: number;
  /** The domains of the new memories, the largest first; `from`: the other program's names for these projects. */
  readonly domains: readonly { readonly domain: string; readonly created: number; readonly from: readonly string[] }[];
}

/** Memories of another program on this computer. */
export interface FoundImport {
  readonly program: ImportedProgram;
  readonly path: string;
  /** Size of the file; null for a folder. */
  readonly bytes: number | null;
  /** When it was last written, ISO 8601. */
  readonly changedAt: string;
}

/** An error as the reason of an outcome or a problem. */
export function describeProblem(failure: RecollectError): { readonly reason: string; readonly error: ErrorBody } {
  const error = toErrorBody(failure);
  return { reason: describeBody(error), error };
}

/** The message and the hint of an error in one line, in English. */
export function describeBody({ message, hint }: ErrorBody): string {
  return [message, hint].filter(Boolean).join(" ");
}
