import type { ClientMemoryProblem, MemoryClient } from "../../core/client-memories.ts";

/** The locations of the clients' data. */
export interface ReaderSystem {
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
}

/** A file with memories, which is not open yet. */
export interface MemoryFile {
  readonly path: string;
  readonly bytes: number;
  /** Milliseconds since 1970, an integer. */
  readonly modifiedAt: number;
  /** The folder of the project that it is about; null if it is not known, or about none. */
  readonly folder: string | null;
  /** The folder out of which a link must not lead; null if the owner chose the file, which is in no project. */
  readonly root: string | null;
}

/** One memory in a file. */
export interface FoundEntry {
  /** Unique in its file, and the same when the text changes; "" for a file that is one memory. */
  readonly name: string;
  readonly content: string;
  readonly namespace: string;
  readonly tags: readonly string[];
  /** The folder of the project, if the entry names it itself. */
  readonly folder?: string;
  /** It is about the person, in every project. */
  readonly isPersonal?: boolean;
  /** The fields before its text were not valid, and were read line by line. */
  readonly isRepaired?: boolean;
}

export interface FoundFiles {
  readonly files: readonly MemoryFile[];
  /** Folders that could not be listed. Files below them may still exist. */
  readonly problems: readonly ClientMemoryProblem[];
  /** Files that the owner chose and that do not exist. */
  readonly missing?: readonly ClientMemoryProblem[];
}

export interface WatchedFolders {
  /** With everything below them. */
  readonly trees: readonly string[];
  readonly flat: readonly string[];
}

/** Reads the memories of one client. A file in this folder has everything about its client. No reader writes. */
export interface ClientMemoryReader {
  readonly client: MemoryClient;
  /** The watched folders. They may not exist. */
  folders(system: ReaderSystem): WatchedFolders;
  /** Lists the files and opens none of them, except settings that name folders. */
  find(system: ReaderSystem): Promise<FoundFiles>;
  /** Returns the memories in the text of a file. Never throws: text in an unexpected form is one memory, or none. */
  read(file: MemoryFile, text: string): readonly FoundEntry[];
}
