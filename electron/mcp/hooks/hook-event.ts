/** The events of an assistant that have a hook. */
export const HOOK_EVENTS = ["SessionStart", "UserPromptSubmit", "PreCompact", "Stop"] as const;
export type HookEvent = (typeof HOOK_EVENTS)[number];

/** The text that a hook adds to a conversation. */
export interface HookAnswer {
  /** Null if there is nothing to add. */
  readonly text: string | null;
  /** The estimated tokens of the text. */
  readonly tokens: number;
  /** The ids of the memories in the text. */
  readonly memories: readonly string[];
}

/** The longest prompt that is sent and searched with, in UTF-16 units: more than any sentence model reads. */
export const MAX_PROMPT_LENGTH = 8_000;

/** Marks a reminder in a transcript, so that a conversation gets only one. */
export const REMINDER_MARK = "Before you stop: Recollect";
