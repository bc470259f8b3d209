import type { ErrorBody } from "../text/errors.ts";

/** The clients whose own memories can be read, by the id of the client. */
export const MEMORY_CLIENTS = ["claude-code", "codex"] as const;
export type MemoryClient = (typeof MEMORY_CLIENTS)[number];

/** A file of instructions, such as `CLAUDE.md`, that the owner lets Recollect watch. */
export interface WatchedFile {
  /** An absolute path. */
  readonly path: string;
  /** The headings of the watched sections, or null for all, including later ones. */
  readonly sections: readonly string[] | null;
}

/** The watched clients and files. Nothing is stored or proposed from others. */
export interface ClientMemorySettings {
  readonly clients: readonly MemoryClient[];
  readonly files: readonly WatchedFile[];
}

export const NOTHING_WATCHED: ClientMemorySettings = { clients: [], files: [] };

/** A file that could not be read, or an entry that cannot be a memory. */
export interface ClientMemoryProblem {
  readonly path: string;
  readonly error: ErrorBody;
}

/** A folder with memories of a client. */
export interface MemoryPlace {
  readonly folder: string;
  /** Their project, or null if they are not about one. */
  readonly project: string | null;
  readonly entries: number;
}

/** Counts of the memories that a client has on this machine now. None of them is stored. */
export interface ClientMemorySurvey {
  readonly client: MemoryClient;
  readonly watched: boolean;
  readonly entries: number;
  readonly places: readonly MemoryPlace[];
  readonly problems: readonly ClientMemoryProblem[];
}

/** A file of instructions that exists in a usual place, or that is watched. */
export interface InstructionFileSurvey {
  readonly path: string;
  readonly watched: boolean;
  /** The chosen headings, or null for all. */
  readonly chosen: readonly string[] | null;
  /** The headings of its sections, without the instructions that Recollect inserted. */
  readonly sections: readonly string[];
  readonly problem?: ErrorBody;
}

export interface ClientMemorySources {
  readonly clients: readonly ClientMemorySurvey[];
  readonly files: readonly InstructionFileSurvey[];
}

/** The entries of one source by their state. */
export interface EntryCounts {
  /** A client, or the path of a file. */
  readonly source: string;
  readonly entries: number;
  readonly waiting: number;
  readonly kept: number;
  readonly rejected: number;
  /** No longer in the client's files. The memories stay. */
  readonly gone: number;
}

export interface ClientMemoryStatus {
  readonly state: "off" | "scanning" | "idle";
  readonly sources: readonly EntryCounts[];
  readonly problems: readonly ClientMemoryProblem[];
  /** When the last scan ended, ISO 8601. */
  readonly scannedAt: string | null;
}

/** What became of one entry. `other`: its memory was deleted, or replaced by another one. */
export type EntryState = "waiting" | "kept" | "rejected" | "other";

export interface ClientMemoryEntry {
  readonly source: string;
  readonly path: string;
  /** The file's name, and the section in it. */
  readonly name: string;
  readonly state: EntryState;
  /** The id of the proposal or the memory. */
  readonly id: string;
  /** When it disappeared, ISO 8601, or null if it exists. */
  readonly goneAt: string | null;
}

/** Clients' own memories, for the owner: watched in one direction, proposed to the inbox, never written. */
export interface ClientMemoryService {
  settings(): ClientMemorySettings;
  /** @throws invalid_argument */
  updateSettings(changes: Partial<ClientMemorySettings>): Promise<ClientMemorySettings>;
  /** Counts the memories of all clients and stores nothing. */
  survey(): Promise<ClientMemorySources>;
  status(): Promise<ClientMemoryStatus>;
  entries(): Promise<readonly ClientMemoryEntry[]>;
  /** Reads the changes and resolves afterwards. @throws conflict if nothing is watched */
  scan(): Promise<ClientMemoryStatus>;
}
