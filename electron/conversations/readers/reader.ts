import type { ConversationArchive } from "../../core/conversations.ts";

/** One person or program said something. Reasoning, tool calls and their results are never messages. */
export interface FoundMessage {
  /** The client's id of the message; without one, a digest that is the same when the file is re-read. */
  readonly key: string;
  readonly role: "user" | "assistant";
  readonly text: string;
  /** Milliseconds since 1970; null if the client does not store it. */
  readonly at: number | null;
}

/** The known fields of a session. Later values replace earlier ones; a missing field changes nothing. */
export interface SessionFields {
  readonly title?: string;
  /** The folder in which it took place. */
  readonly folder?: string;
  /** The address of the repository's remote then, or `owner/repo` on GitHub. It names the project if the folder is gone. */
  readonly repository?: string;
  readonly model?: string;
  readonly startedAt?: number;
  /** The session that this one continues or copies, by the client's id. */
  readonly continues?: string;
}

export type Found =
  | { readonly kind: "session"; readonly session: string; readonly fields: SessionFields }
  | { readonly kind: "message"; readonly session: string; readonly message: FoundMessage }
  /** A record of an unknown type, which is counted and shown. */
  | { readonly kind: "skipped"; readonly type: string };

/** The locations of the clients' programs and data. */
export interface ReaderSystem {
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  /** Export archives that the owner chose. */
  readonly archives?: readonly ConversationArchive[];
}

/** A file, or a database with its write-ahead log, that has conversations. */
export interface Transcript {
  readonly path: string;
  readonly bytes: number;
  readonly modifiedAt: number;
}

/** What one step of reading found. It is stored with `position` in one transaction. */
export interface FoundBatch {
  readonly found: readonly Found[];
  /**
   * The position at which to continue, opaque to the scan. If it is null, the next read starts over; if it is
   * undefined, it continues at the last position before this step. It is stored as it is, so it must not contain texts
   * of messages or titles.
   */
  readonly position: string | null | undefined;
  /** How many bytes this step read, for progress. */
  readonly bytes: number;
}

/** Reads the transcripts of one client. A file in this folder has everything about its client. */
export interface ConversationReader {
  /** The id in `connect/registry.ts`, or of an export archive. */
  readonly client: string;
  /**
   * Set for a program that records the sessions of other clients under their ids. A session is kept from the reader with the
   * smallest number; readers without one have 0.
   */
  readonly copyRank?: number;
  /** Folders whose changes are watched. They may not exist. */
  folders(system: ReaderSystem): readonly string[];
  /** The transcripts that exist now, the most recent first. Opens none of them. */
  find(system: ReaderSystem): Promise<readonly Transcript[]>;
  /**
   * Reads in steps, from a position that an earlier step returned, or from the start. A file that is shorter than its
   * position, or whose bytes before it changed, is read from the start: stored messages are recognised by their keys.
   * An unfinished last line is left for the next read.
   * @throws RecollectError for a file that cannot be read; its message is shown to the owner
   */
  read(transcript: Transcript, position: string | null, signal?: AbortSignal): AsyncIterable<FoundBatch>;
}
