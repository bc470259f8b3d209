import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/**
 * Claude Code hands this to whoever writes the summary, as instructions. It cannot call tools, so what is not captured
 * yet is to be kept in the summary, and captured after it.
 */
export const BEFORE_COMPACTION = `Keep in the summary, under the heading "To capture in Recollect", every decision with its reason, convention, preference, trap with its way out, and open end of this conversation that was not yet captured with capture_memory: one full sentence each that makes sense on its own. Leave the heading out where there is none.`;

/** Known again in a transcript, so that one conversation is reminded once. */
const REMINDER_MARK = "Before you stop: Recollect";
export const BEFORE_STOP = `${REMINDER_MARK}, the user's long-term memory, has nothing of this work yet. If a decision and its reason, a convention, a preference, a trap and its way out, or an open end came up that will matter next time, capture it now with capture_memory, one fact to a memory. If there was none, just stop; do not mention this reminder.`;

/** The end of a transcript that is looked at: many turns, and a read of a millisecond. */
const TAIL_BYTES = 512 * 1024;
const CHANGES_FILES = /"type":\s*"tool_use"[^\n]{0,200}"name":\s*"(?:Edit|MultiEdit|Write|NotebookEdit)"/g;
const CAPTURES = /"name":\s*"[^"]*capture_memory"/g;

/**
 * Whether a reminder is worth a turn: files were changed since something was captured last, and none was given yet.
 * @param transcript lines of JSON as Claude Code keeps a conversation
 */
export function deservesReminder(transcript: string): boolean {
  if (transcript.includes(REMINDER_MARK)) return false;
  return lastMatch(transcript, CHANGES_FILES) > lastMatch(transcript, CAPTURES);
}

/** The end of a file; "" where it cannot be read. */
export function readTail(file: string): string {
  try {
    const descriptor = openSync(file, "r");
    try {
      const { size } = fstatSync(descriptor);
      const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
      const read = readSync(descriptor, tail, 0, tail.length, size - tail.length);
      return tail.toString("utf8", 0, read);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return "";
  }
}

function lastMatch(text: string, pattern: RegExp): number {
  let last = -1;
  for (const { index } of text.matchAll(pattern)) last = index;
  return last;
}
