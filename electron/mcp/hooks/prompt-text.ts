import { withoutInjected } from "../../core/injected-text.ts";
import { replaceRanges, secretsIn } from "../../core/secrets/find-secrets.ts";
import { lettersOf, piecesOf } from "../../core/text-analysis.ts";
import { MAX_PROMPT_LENGTH } from "./hook-event.ts";
import { countOtherWords, withoutReplies } from "./reply-words.ts";

/** The length of each end of a longer prompt that is kept: a question is before or after the pasted text. */
const MAX_END_LENGTH = MAX_PROMPT_LENGTH / 2 - 10;
/** The text beyond a cut that is scanned for a secret across it: see `REDACTION_MARGIN` of the request log. */
const MARGIN = 16 * 1024;

/** Shortens a prompt to its two ends. A secret at a cut is removed first: half of it would not be recognised. */
export function shortenPrompt(prompt: string): string {
  if (prompt.length <= MAX_PROMPT_LENGTH) return prompt;
  const start = withoutSecrets(prompt.slice(0, MAX_END_LENGTH + MARGIN)).slice(0, MAX_END_LENGTH);
  const end = withoutSecrets(prompt.slice(-MAX_END_LENGTH - MARGIN)).slice(-MAX_END_LENGTH);
  return `${start.toWellFormed()}\n…\n${end.toWellFormed()}`;
}

function withoutSecrets(text: string): string {
  return replaceRanges(text, secretsIn(text), () => "[secret]");
}

const SLASH_COMMAND = /^\/[\w:.-]+(?:\s|$)/;
/** A command as Claude Code writes it into transcripts, without arguments. */
const WRITTEN_COMMAND =
  /^(?:<command-(?:name|message)>[^<]*<\/command-(?:name|message)>\s*)+(?:<command-args>\s*<\/command-args>)?$/;
/** A command of the shell, which clients run after `!`. */
const SHELL_COMMAND = /^!\s?[\w./~-][^\n]*$/;
const COMMANDS = [SLASH_COMMAND, WRITTEN_COMMAND, SHELL_COMMAND];
/** Fewer words do not name a subject: "fix the tests" does. */
const MIN_WORDS = 2;

/** Whether a person's prompt names a subject. Commands, replies such as "yes, continue" and texts of programs do not. */
export function isWorthSearching(prompt: string): boolean {
  const text = withoutInjected(prompt);
  if (text === "" || COMMANDS.some((command) => command.test(text))) return false;
  const pieces = piecesOf(text.normalize("NFKC"));
  const runs = pieces.filter(({ unspaced }) => unspaced).map(({ text: run }) => run);
  const words = pieces.filter(({ text: word, unspaced }) => !unspaced && word.length > 1).map(({ text: word }) => word);
  // Two letters of a script without spaces are about a word.
  const letters = runs.reduce((sum, run) => sum + lettersOf(withoutReplies(run)).length, 0);
  return letters / 2 + countOtherWords(words, MIN_WORDS) >= MIN_WORDS;
}
