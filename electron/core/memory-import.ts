/** The programs and forms whose memories can be taken in. */
export const IMPORTED_PROGRAMS = [
  "recollect",
  "claude-mem",
  "mcp-memory-service",
  "server-memory",
  "markdown",
  "json",
] as const;
export type ImportedProgram = (typeof IMPORTED_PROGRAMS)[number];

/**
 * Why something is no memory here. `prompt`: what was typed. `empty`: nothing is written in it. `deleted`: it was deleted
 * there. `replaced`: what replaced it there was deleted since. `relation`: of an entity that is not there.
 */
export type LeftOutReason = "prompt" | "empty" | "deleted" | "replaced" | "relation";

/** One of what was read, and why it did not come in. */
export interface ToldItem {
  /** Counted from 1: the line of a file of lines, else which one it was. */
  readonly line: number;
  /** How a person finds it: `line 3`, `observation 12`, `notes/coffee.md`. */
  readonly place: string;
  readonly reason: string;
}

/** What became of everything that was read; of a trial run, what would become of it. */
export interface ImportReport {
  /** Null where nothing was read. */
  readonly program: ImportedProgram | null;
  readonly created: number;
  /** What was there already. */
  readonly known: number;
  /** Another state of it is there, which stayed. */
  readonly conflicts: readonly ToldItem[];
  readonly refused: readonly ToldItem[];
  /** What is no memory here and was passed over, by reason. */
  readonly leftOut: readonly { readonly reason: LeftOutReason; readonly count: number }[];
  /** Where those that are new went, the most first; `from`: what the other program called these projects. */
  readonly domains: readonly { readonly domain: string; readonly created: number; readonly from: readonly string[] }[];
}

/** Memories of another program that lie on this computer. */
export interface FoundImport {
  readonly program: ImportedProgram;
  readonly path: string;
  /** Size of the file; null for a folder. */
  readonly bytes: number | null;
  /** When it was last written, ISO 8601. */
  readonly changedAt: string;
}
