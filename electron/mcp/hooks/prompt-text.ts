import { replaceRanges, secretsIn } from "../../core/secrets/find-secrets.ts";
import { lettersOf, piecesOf } from "../../core/text-analysis.ts";
import { MAX_PROMPT_LENGTH } from "./hook-event.ts";

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

/** Words of prompts that only continue the conversation. */
const REPLY_WORDS = new Set(
  `a again ahead all and another any are as at be both but by can change continue correct cool do does done either exactly
fine first for go good great have hi hello hey how i if in is it just keep last let lets like looks make maybe me more
my never next nice no nope not now of off ok okay on one option or other our perfect please proceed right same second
should so sounds stop sure thank thanks that the them then there these third this those to too try two undo up us wait
we well what which why will with wrong yep yes you your`.split(/\s+/),
);
/** The same in Chinese, where words have no spaces between them. */
const CHINESE_REPLY =
  /继续|好的?|是的?|对的?|可以|行|不用|不是|不要|不|谢谢|下一步|下一个|没问题|再来|再试|一次|一下|请|吧|了|呢|吗|啊|嗯/g;
const SLASH_COMMAND = /^\/[\w:.-]+(?:\s|$)/;
/** Fewer words do not name a subject: "fix the tests" does. */
const MIN_WORDS = 2;

/** Whether a prompt names a subject. Commands and replies such as "yes, continue" do not. */
export function isWorthSearching(prompt: string): boolean {
  const text = prompt.trim();
  if (text === "" || SLASH_COMMAND.test(text)) return false;
  let words = 0;
  for (const { text: piece, unspaced } of piecesOf(text.normalize("NFKC"))) {
    // Two letters of a script without spaces are about a word.
    if (unspaced) words += lettersOf(piece.replace(CHINESE_REPLY, "")).length / 2;
    else if (piece.length > 1 && !REPLY_WORDS.has(piece.toLowerCase())) words += 1;
    if (words >= MIN_WORDS) return true;
  }
  return false;
}
