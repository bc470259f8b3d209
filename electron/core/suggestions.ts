import type { Caller } from "./caller.ts";
import type { Page } from "./filter.ts";
import type { Memory, UpdateInput } from "./memory.ts";

export const SUGGESTION_KINDS = ["decision", "fact", "learning", "rule", "progress", "correction"] as const;
export type SuggestionKind = (typeof SUGGESTION_KINDS)[number];

/** The parts of the list. Rejected suggestions are kept with their conversation. */
export const SUGGESTION_STATES = ["waiting", "rejected"] as const;
export type SuggestionState = (typeof SUGGESTION_STATES)[number];

/** A passage of a conversation that Recollect suggests as a memory. Only the owner sees it. Times are ISO 8601. */
export interface Suggestion {
  readonly id: string;
  /** The passage, verbatim, with secrets masked. */
  readonly text: string;
  /** A sentence of the dialogue without which the passage is not clear, or null. */
  readonly context: string | null;
  readonly kind: SuggestionKind;
  /** The namespace in which it is kept unless the owner changes it. */
  readonly namespace: string;
  /** The project of the conversation, or null if it is not known: it is then kept in `user`. */
  readonly project: string | null;
  readonly client: string;
  /** The id of the conversation, and the number of the message. */
  readonly conversation: string;
  readonly message: number;
  readonly role: "user" | "assistant";
  /** Whether the user asked to remember it. */
  readonly isExplicit: boolean;
  readonly suggestedAt: string;
  /** When it expires if nobody decides, or null if it was rejected. */
  readonly expiresAt: string | null;
}

/** The content of the memory that a suggestion becomes if the owner does not change it: the passage below its context. */
export function contentOf({ text, context }: Pick<Suggestion, "text" | "context">): string {
  return context === null ? text : `> ${context.replaceAll("\n", " ")}\n\n${text}`;
}

export interface SuggestionCounts {
  readonly waiting: number;
  readonly rejected: number;
}

/** The owner's decisions, which move the floor and the weight of kinds on this machine. */
export interface SuggestionLearning {
  readonly kept: number;
  readonly rejected: number;
  readonly kinds: Readonly<Partial<Record<SuggestionKind, { readonly kept: number; readonly rejected: number }>>>;
}

/** The scope from which nothing more is suggested. */
export type SuggestionExclusion = "project" | "client";

/** A suggestion in the words of a client's model. */
export interface RewrittenSuggestion {
  readonly content: string;
  readonly namespace?: string | undefined;
  readonly tags?: readonly string[] | undefined;
}

/** Suggestions. Without a caller, the caller is the owner. */
export interface SuggestionService {
  list(state: SuggestionState, limit: number, cursor?: string): Promise<Page<Suggestion>>;
  counts(): Promise<SuggestionCounts>;
  /** Stores it as a memory, with the owner's changes. @throws not_found, conflict unless it waits */
  keep(id: string, changes?: UpdateInput): Promise<Memory>;
  /** @throws not_found, conflict unless it waits */
  reject(id: string): Promise<Suggestion>;
  /** Undoes keep and reject: the memory goes to the trash. @throws not_found, conflict if it waits */
  reopen(id: string): Promise<Suggestion>;
  /** Suggests nothing more of its project or client, and removes the waiting suggestions of it. @returns how many */
  exclude(id: string, what: SuggestionExclusion): Promise<number>;
  /** Those that wait and that the caller may see, requests to remember first. @throws permission_denied */
  visible(caller: Caller, limit: number): Promise<readonly Suggestion[]>;
  /**
   * Proposes a rewritten suggestion to the inbox, with a link to its message; the suggestion no longer waits.
   * @returns the id of the proposal @throws not_found, conflict, permission_denied
   */
  propose(caller: Caller, id: string, rewritten: RewrittenSuggestion): Promise<string>;
  learning(): Promise<SuggestionLearning>;
  /** Forgets the decisions, and with them the changes of floor and weights. */
  resetLearning(): Promise<SuggestionLearning>;
}

/** A decision of the owner. */
export interface SuggestionDecision {
  readonly kind: SuggestionKind;
  readonly isKept: boolean;
}

/** How the owner's decisions change the scores, in logarithms of odds. */
export interface SuggestionAdjustment {
  readonly floor: number;
  readonly kinds: Readonly<Record<SuggestionKind, number>>;
}

/** A suggestion that was found and is not shown yet. */
export type HeldSuggestion = Pick<Suggestion, "id" | "text" | "project" | "client" | "isExplicit">;

export interface SuggestionLimits {
  readonly adjustment: SuggestionAdjustment;
  readonly excludedProjects: readonly string[];
  readonly excludedClients: readonly string[];
}

/** Where suggestions are stored: with the conversations that they are from. */
export interface SuggestionStore {
  /** Finds passages of quiet conversations for some time. @returns whether there are more conversations */
  find(limits: SuggestionLimits): Promise<boolean>;
  /** Removes expired ones, and returns the next to show: requests to remember, and others up to the limit of a day. */
  held(limit: number): Promise<readonly HeldSuggestion[]>;
  /** Shows a held one, or drops it because it is known. */
  release(id: string, isKnown: boolean): Promise<void>;
  list(state: SuggestionState, limit: number, cursor: string | null): Promise<Page<Suggestion>>;
  counts(): Promise<SuggestionCounts>;
  /** The waiting one. @throws not_found, conflict */
  waiting(id: string): Promise<Suggestion>;
  /** @param memory the id of the memory that it became, or null if it is rejected @throws not_found, conflict */
  decide(id: string, memory: string | null): Promise<Suggestion>;
  /** Notes that it was proposed in other words. @throws not_found, conflict unless it waits */
  rewrite(id: string): Promise<void>;
  /** @returns the suggestion, and the memory that it had become @throws not_found, conflict */
  reopen(id: string): Promise<{ readonly suggestion: Suggestion; readonly memory: string | null }>;
  /** Removes the held and waiting ones of a project or client. @returns how many */
  remove(scope: { readonly project: string } | { readonly client: string }): Promise<number>;
  decisions(): Promise<readonly SuggestionDecision[]>;
  forgetDecisions(): Promise<void>;
}
