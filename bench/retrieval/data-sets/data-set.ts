/** A memory of a data set. */
export interface SetMemory {
  readonly content: string;
  readonly domain: string;
  /** Default: `context`. */
  readonly namespace?: string;
  /** Default: `bench`. */
  readonly client?: string;
  readonly tags: readonly string[];
  readonly sessionId: string | null;
  /** When it is captured, in milliseconds since 1970. */
  readonly at: number;
}

export interface SetQuestion {
  readonly text: string;
  /** Whether it is a prompt that a hook searches with: running text, in which nothing is a filter. */
  readonly isPrompt?: boolean;
  /** The domains in which the question is asked. */
  readonly domain: string | readonly string[];
  /** When it is asked, in milliseconds since 1970. */
  readonly at: number;
  /** The positions in `memories` of the relevant ones; empty if no memory answers the question. */
  readonly gold: readonly number[];
  /** Whether it asks about something that its memories say of another person: nothing is fitted to it. */
  readonly isMisleading?: boolean;
  /** Memories of another conversation, which do not answer the question. */
  readonly otherDomain?: string;
  /** The rows of the report that it counts in. */
  readonly groups: readonly string[];
}

/** A benchmark as memories and questions. */
export interface DataSet {
  readonly name: string;
  /** Whether the memories are the messages of sessions, each as `speaker: text`. */
  readonly isDialogue?: boolean;
  readonly memories: readonly SetMemory[];
  readonly questions: readonly SetQuestion[];
  /** The rows of the report, in order. */
  readonly groups: readonly string[];
}

/** Which part of a data set is asked: questions for development, or those that are kept for checking. */
export const PARTS = ["development", "checking"] as const;
export type Part = (typeof PARTS)[number];

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/** The time of the first memory in data sets without times. */
export const START = Date.UTC(2026, 0, 1);

/** Returns the next item, wrapping around; undefined if the list has only one. */
export function itemAfter<Item>(items: readonly Item[], item: Item): Item | undefined {
  return items.length < 2 ? undefined : items[(items.indexOf(item) + 1) % items.length];
}
