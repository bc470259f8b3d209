import type {
  ConversationArchive,
  ConversationHit,
  ConversationMessage,
  ConversationSession,
  ForgetSelection,
  Forgotten,
} from "../core/conversations.ts";
import type { Page } from "../core/filter.ts";
import type {
  HeldSuggestion,
  Suggestion,
  SuggestionCounts,
  SuggestionDecision,
  SuggestionLimits,
  SuggestionState,
} from "../core/suggestions.ts";
import type { JudgedConversation, UseConversation, WordOutcome } from "../core/use.ts";
import type { ErrorBody } from "../text/errors.ts";
import type { SessionFilter, StoredStatus } from "./conversation-queries.ts";
import type { ConversationSearch } from "./conversation-search.ts";
import type { PassageBatch, PendingPassages, StoredPassage } from "./passage-rows.ts";
import type { ReaderSystem } from "./readers/reader.ts";
import type { ScanRules } from "./scan-rules.ts";
import type { NamedProject, ProjectOfSession } from "./session-rows.ts";
import type { ScanStart, ScanStep } from "./transcript-scan.ts";

/** The worker's `workerData`. */
export interface ConversationThreadData {
  readonly file: string;
  readonly system: ReaderSystem;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Whether the thread has a lower priority than others, if the system supports it. */
  readonly isBackground: boolean;
}

export interface SurveyedClient {
  readonly client: string;
  readonly transcripts: number;
  readonly bytes: number;
  readonly since: number | null;
  readonly latest: number | null;
  readonly problem: ErrorBody | null;
}

/** The methods of the thread of conversations. Two threads have them: one scans and writes, one reads. */
export interface ConversationThreadMethods {
  /** Creates or updates the database. To be called on the writing thread before any other. */
  open(): Promise<void>;
  /** The clients whose transcripts can be read. */
  clients(): string[];
  /** Lists the transcripts of all clients and opens none. */
  survey(archives: readonly ConversationArchive[]): Promise<SurveyedClient[]>;
  /** The client whose conversations an export archive contains, or null if it is unknown. */
  clientOfArchive(path: string): Promise<string | null>;
  /** Folders of the clients whose changes are to be watched. */
  folders(clients: readonly string[]): string[];
  startScan(start: ScanStart): Promise<{ readonly problems: Readonly<Record<string, ErrorBody>> }>;
  step(
    budgetMs: number,
    now: number,
  ): Promise<ScanStep & { readonly unnamed: readonly Omit<NamedProject, "project">[] }>;
  /** Moves the conversations of a project to another one, also those that are read later. @returns their former places */
  moveProject(from: string, to: string): Promise<ProjectOfSession[]>;
  /** Moves conversations, each to its project. */
  moveSessions(sessions: readonly ProjectOfSession[]): Promise<void>;
  nameProjects(projects: readonly NamedProject[]): void;
  setRules(clients: readonly string[], rules: ScanRules): Promise<Forgotten>;
  readAgain(options: { readonly forgotten: boolean }): Promise<void>;
  forget(selection: ForgetSelection, now: number): Promise<Forgotten>;
  /** The passages to embed next, and the progress in messages. */
  pendingPassages(
    fingerprint: string,
    limit: number,
  ): { readonly pending: PendingPassages | null; readonly done: number; readonly total: number };
  putVectors(fingerprint: string, batch: PassageBatch, passages: readonly StoredPassage[]): void;
  /** Looks for suggestions for about `budgetMs`. @returns whether there are more conversations */
  findSuggestions(limits: SuggestionLimits, budgetMs: number, now: number): boolean;
  heldSuggestions(limit: number, now: number): HeldSuggestion[];
  releaseSuggestion(id: string, isKnown: boolean, now: number): void;
  listSuggestions(state: SuggestionState, limit: number, cursor: string | null, now: number): Page<Suggestion>;
  suggestionCounts(now: number): SuggestionCounts;
  waitingSuggestion(id: string): Suggestion;
  decideSuggestion(id: string, memory: string | null): Suggestion;
  rewriteSuggestion(id: string): void;
  reopenSuggestion(id: string): { readonly suggestion: Suggestion; readonly memory: string | null };
  removeSuggestions(scope: { readonly project: string } | { readonly client: string }): number;
  suggestionDecisions(): SuggestionDecision[];
  forgetSuggestionDecisions(): void;
  /** The conversations since a time that were not compared with memories, the newest first. */
  nextToJudge(since: number, limit: number): UseConversation[];
  judgeUse(conversations: readonly JudgedConversation[]): WordOutcome[];
  storedConversations(ids: readonly string[]): string[];
  status(): StoredStatus;
  list(filter: SessionFilter, limit: number, cursor: string | null): Page<ConversationSession>;
  search(search: ConversationSearch, now: number): ConversationHit[];
  /** Null for a conversation that is not stored. */
  read(
    id: string,
    around: { readonly number: number; readonly before: number; readonly after: number },
  ): {
    readonly session: ConversationSession;
    readonly messages: ConversationMessage[];
    readonly hasEarlier: boolean;
    readonly hasLater: boolean;
  } | null;
}
