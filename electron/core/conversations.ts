import type { ErrorBody } from "../text/errors.ts";
import type { Caller } from "./caller.ts";
import type { Page } from "./filter.ts";
import type { SearchNotice } from "./search.ts";

/** The id of a conversation: a digit and nine characters of Crockford's base 32. A namespace never has this form. */
const CONVERSATION_ID = /^[0-9][0-9a-hjkmnp-tv-z]{9}$/;
const ADDRESS_START = "recollect://conversation/";

export function isConversationId(text: string): boolean {
  return CONVERSATION_ID.test(text);
}

/** `recollect://conversation/{id}`. */
export function conversationAddress(id: string): string {
  return `${ADDRESS_START}${id}`;
}

/** Returns the id in an address or the id itself, with a message's number if it has one: `4k2m…#12`. Null for others. */
export function readConversationReference(
  reference: string,
): { readonly id: string; readonly number: number | null } | null {
  const text = reference.trim();
  const [, id = "", number] =
    /^([^#]{1,40})(?:#(\d{1,7}))?$/.exec(text.startsWith(ADDRESS_START) ? text.slice(ADDRESS_START.length) : text) ??
    [];
  return isConversationId(id) ? { id, number: number === undefined ? null : Number(number) } : null;
}

export const CONVERSATION_ROLES = ["user", "assistant"] as const;
export type ConversationRole = (typeof CONVERSATION_ROLES)[number];

/** An export archive of an account that the owner added. Those in the folder for downloads are found without it. */
export interface ConversationArchive {
  /** `chatgpt` or `claude`. */
  readonly client: string;
  /** Absolute. */
  readonly path: string;
}

/** The owner's choices. Nothing of a client is read before it is in `clients`. */
export interface ConversationSettings {
  /** The clients whose transcripts are read. */
  readonly clients: readonly string[];
  /** Folders that are left out, with everything below them. */
  readonly excludedFolders: readonly string[];
  readonly excludedProjects: readonly string[];
  readonly archives: readonly ConversationArchive[];
  /** Conversations whose last message is older are removed. Null keeps all. */
  readonly retentionDays: number | null;
  /** Nothing is read while this is true. */
  readonly readingPaused: boolean;
  /** Nothing is embedded while this is true: new messages are found by words only. */
  readonly embeddingPaused: boolean;
  /** Whether passages are suggested as memories. */
  readonly suggestions: boolean;
  /** Nothing is suggested from these. */
  readonly unsuggestedProjects: readonly string[];
  readonly unsuggestedClients: readonly string[];
}

export const DEFAULT_CONVERSATION_SETTINGS: ConversationSettings = {
  clients: [],
  excludedFolders: [],
  excludedProjects: [],
  archives: [],
  retentionDays: null,
  readingPaused: false,
  embeddingPaused: false,
  suggestions: true,
  unsuggestedProjects: [],
  unsuggestedClients: [],
};

/** The transcripts of one client on this machine, without opening them. */
export interface ConversationSurvey {
  readonly client: string;
  readonly enabled: boolean;
  readonly transcripts: number;
  readonly bytes: number;
  /** ISO 8601, or null if there are none. */
  readonly since: string | null;
  readonly latest: string | null;
  /** Why they could not be listed. */
  readonly problem?: ErrorBody;
}

export interface ScanProgress {
  readonly transcripts: { readonly done: number; readonly total: number };
  readonly bytes: { readonly done: number; readonly total: number };
  /** An estimate; null while it is unknown. */
  readonly remainingMs: number | null;
}

/** The stored conversations of one client. */
export interface ClientConversations {
  readonly client: string;
  readonly enabled: boolean;
  readonly sessions: number;
  readonly messages: number;
  readonly transcripts: number;
  readonly latest: string | null;
  /** Records that were left out, by type: types that the reader does not know, and records that cannot be read. */
  readonly skipped: Readonly<Record<string, number>>;
}

/** A transcript that could not be read. */
export interface TranscriptProblem {
  readonly client: string;
  readonly path: string;
  readonly error: ErrorBody;
}

/** A transcript with records that were left out. */
export interface LeftOutRecords {
  readonly client: string;
  readonly path: string;
  /** How many, by type. */
  readonly types: Readonly<Record<string, number>>;
}

export interface ConversationStatus {
  /** The state of reading. `off`: no client is read. `paused`: reading is paused, embedding may continue. */
  readonly state: "off" | "idle" | "scanning" | "paused";
  readonly readingPaused: boolean;
  readonly embeddingPaused: boolean;
  readonly progress: ScanProgress | null;
  readonly sessions: number;
  readonly messages: number;
  /** The size of the kept text in UTF-8. */
  readonly textBytes: number;
  /** The size of the database file. */
  readonly fileBytes: number;
  readonly clients: readonly ClientConversations[];
  /** The projects with the most conversations. */
  readonly projects: readonly { readonly project: string; readonly sessions: number }[];
  /** The first problems; `problemCount` counts all. */
  readonly problems: readonly TranscriptProblem[];
  readonly problemCount: number;
  /** The first transcripts with records that were left out; `leftOutCount` counts all. */
  readonly leftOut: readonly LeftOutRecords[];
  readonly leftOutCount: number;
  /** How many messages are embedded; null without stored messages or without a model. */
  readonly meaning: { readonly done: number; readonly total: number; readonly remainingMs: number | null } | null;
  /** When the last scan ended, ISO 8601. */
  readonly scannedAt: string | null;
  /** Why the last scan failed, apart from single transcripts. */
  readonly failure: ErrorBody | null;
}

/** One conversation. Times are ISO 8601. */
export interface ConversationSession {
  readonly id: string;
  readonly client: string;
  /** The client's own id, with which it can be resumed. */
  readonly clientSession: string | null;
  readonly title: string | null;
  readonly folder: string | null;
  readonly project: string | null;
  readonly model: string | null;
  readonly startedAt: string | null;
  readonly lastAt: string | null;
  readonly messages: number;
  /** The conversation that this one continues. */
  readonly continues: string | null;
}

export interface ConversationMessage {
  /** Its number in the conversation, from 1; numbers of messages that are not stored are missing. */
  readonly number: number;
  readonly role: ConversationRole;
  readonly at: string | null;
  readonly text: string;
}

/** A message that matches, or its neighbour. */
export interface ConversationPassage {
  readonly number: number;
  readonly role: ConversationRole;
  readonly at: string | null;
  /** The best part of a long message. */
  readonly excerpt: string;
  /** The length of the message in UTF-16 units. */
  readonly length: number;
  readonly matches: boolean;
}

/** One conversation among the results, with its best passages in their order. */
export interface ConversationHit {
  readonly session: ConversationSession;
  readonly score: number;
  readonly passages: readonly ConversationPassage[];
  /** The number of the message that matches best. */
  readonly best: number;
}

/** Limits of a list or search. Times are moments as memories' filters accept them. */
export interface ConversationFilterInput {
  /** A project's name, or `_` for all. By default the caller's project, or all if it has none. */
  readonly project?: string | undefined;
  readonly client?: string | undefined;
  readonly since?: string | undefined;
  readonly before?: string | undefined;
}

export interface ConversationSearchInput extends ConversationFilterInput {
  readonly query: string;
  /** Conversations, 1 to 50; default 5. */
  readonly limit?: number | undefined;
}

export interface ConversationSearchResult {
  readonly items: readonly ConversationHit[];
  /** The words of the query, folded, that the passages are searched for. */
  readonly words: readonly string[];
  /** Changed or ignored parts of the query. */
  readonly notices: readonly SearchNotice[];
  /** The names of filters in the query that conversations do not have, such as `tag`. They were ignored. */
  readonly ignoredFilters: readonly string[];
}

/** The work that can be paused separately. */
export const CONVERSATION_WORK = ["reading", "embedding"] as const;
export type ConversationWork = (typeof CONVERSATION_WORK)[number];

export interface ConversationListInput extends ConversationFilterInput {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export interface ConversationReadInput {
  /** The id or address of a conversation. */
  readonly id: string;
  /** A message's number. By default the first message. */
  readonly around?: number | undefined;
  /** Messages before and after it; default 10 and 20. */
  readonly before?: number | undefined;
  readonly after?: number | undefined;
}

export interface ConversationPart {
  readonly session: ConversationSession;
  readonly messages: readonly ConversationMessage[];
  /** Whether there are messages before and after the part. */
  readonly hasEarlier: boolean;
  readonly hasLater: boolean;
  /** The ids of the memories that came from this conversation and that the caller may see. */
  readonly memories: readonly string[];
}

/** What to forget: one of the fields. */
export type ForgetSelection =
  | { readonly session: string }
  | { readonly project: string }
  | { readonly client: string }
  | { readonly all: true };

export interface Forgotten {
  readonly sessions: number;
  readonly messages: number;
}

/** Conversations for tools, window and command line. Every read applies the caller's grant. */
export interface ConversationService {
  settings(): ConversationSettings;
  updateSettings(changes: Partial<ConversationSettings>): Promise<ConversationSettings>;
  survey(): Promise<readonly ConversationSurvey[]>;
  status(): Promise<ConversationStatus>;
  /**
   * Starts a scan, or joins the running one. `forgotten` includes forgotten conversations. Resolves when the scan has
   * started.
   */
  scan(options?: { readonly forgotten?: boolean }): Promise<ConversationStatus>;
  /**
   * Reads the export archive of an account, and switches its client on. It is re-read when it changes.
   * @throws invalid_argument (field `path`) for any other file
   */
  addArchive(path: string): Promise<ConversationSettings>;
  search(caller: Caller, input: ConversationSearchInput): Promise<ConversationSearchResult>;
  sessions(caller: Caller, input: ConversationListInput): Promise<Page<ConversationSession>>;
  /** @throws not_found, even if the conversation exists but the caller may not see it */
  read(caller: Caller, input: ConversationReadInput): Promise<ConversationPart>;
  /** Removes conversations, their index and vectors; a later scan does not read them again. */
  forget(selection: ForgetSelection): Promise<Forgotten>;
}
