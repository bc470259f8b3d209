import type { characterNotices } from "../text/en/notices.ts";
import type { Message } from "../text/message.ts";
import { once } from "./util/once.ts";

/**
 * Characters that a person does not see but a program or a model reads, and characters that change how text looks.
 *
 * Removed when text is stored: control characters (C0, C1, DEL) except tab and line ends, tag characters, byte order
 * marks, interlinear annotation, deprecated and unassigned format controls, noncharacters, and variation selectors
 * after another one. They have no use in a note, and can carry hidden text to a model or commands to a terminal.
 *
 * Kept and shown as marks: bidirectional controls, zero-width characters and other invisible ones. Some scripts and
 * emoji need them, and are shown without marks.
 */

/** The flags of England, Scotland and Wales, the only recommended sequences with tag characters (UTS #51). */
const FLAGS =
  "\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}";
const VARIATION_SELECTORS = String.raw`\ufe00-\ufe0f\u{e0100}-\u{e01ef}`;
const REMOVED = String.raw`[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2065\u206a-\u206f\ufeff\ufff0-\ufffb\p{Noncharacter_Code_Point}\u{e0000}-\u{e00ff}\u{e01f0}-\u{e0fff}]|\r(?!\n)|(?<=[${VARIATION_SELECTORS}])[${VARIATION_SELECTORS}]`;
/** Compiled on first use: the tables of scripts take 3 ms, a tenth of the start of a hook. */
const removedOrFlag = once(() => new RegExp(`${FLAGS}|(${REMOVED})`, "gu"));

const NOT_PLAIN = /[^\t\n\r\u0020-\u007e]|\r(?!\n)/;

/** A text as it is stored, and how many characters were removed from it. */
export interface CleanText {
  readonly text: string;
  readonly removed: number;
}

/** Removes the characters that no note needs. A line end of a carriage return only becomes a line feed. */
export function cleanText(text: string): CleanText {
  if (!NOT_PLAIN.test(text)) return { text, removed: 0 };
  let removed = 0;
  const clean = text.replace(removedOrFlag(), (match, unwanted: string | undefined) => {
    if (unwanted === undefined) return match;
    if (match === "\r") return "\n";
    removed += 1;
    return "";
  });
  return { text: clean, removed };
}

const BIDI_CONTROLS = String.raw`\u202a-\u202e\u2066-\u2069`;
/** Implicit direction marks, used next to letters that are written from right to left. */
const DIRECTION_MARKS = String.raw`\u061c\u200e\u200f`;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** Scripts in which joiners and zero-width spaces between letters change or separate words. */
const JOINING = String.raw`[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]`;
const EMOJI = String.raw`[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]`;
const HIDDEN = [
  REMOVED,
  `[${BIDI_CONTROLS}]`,
  // Joiners within an emoji, and joiners and zero-width spaces between letters of a script that needs them, are usual.
  `(?<!${EMOJI}|${JOINING})\\u200d`,
  `(?<=${EMOJI})\\u200d(?!\\p{Extended_Pictographic})`,
  `(?<!${JOINING})[\\u200b\\u200c]`,
  String.raw`[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u2060-\u2064\u3164\uffa0\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}]`,
  String.raw`(?<!\p{Script=Mongolian})[\u180b-\u180f]`,
  // Variants of ideographs; elsewhere each can carry a byte of hidden text.
  String.raw`(?<!\p{Script=Han})[\u{e0100}-\u{e01ef}]`,
].join("|");
const hiddenOrFlag = once(() => new RegExp(`${FLAGS}|(${HIDDEN})`, "gu"));
const hiddenOrFlagOrDirection = once(() => new RegExp(`${FLAGS}|(${HIDDEN}|[${DIRECTION_MARKS}])`, "gu"));

function hiddenIn(text: string): RegExp {
  return RIGHT_TO_LEFT.test(text) ? hiddenOrFlag() : hiddenOrFlagOrDirection();
}

/** Describes the characters that were removed from these texts, and the invisible ones that were kept. */
export function noticesAbout(texts: readonly string[]): Message<typeof characterNotices>[] {
  const cleaned = texts.map(cleanText);
  const removed = cleaned.reduce((sum, one) => sum + one.removed, 0);
  const hidden = cleaned.reduce((sum, { text }) => sum + countHidden(text), 0);
  return [
    ...(removed === 0 ? [] : [{ reason: "removed", params: { count: removed } } as const]),
    ...(hidden === 0 ? [] : [{ reason: "hidden", params: { count: hidden } } as const]),
  ];
}

/** Counts the characters that {@link markHidden} shows. */
export function countHidden(text: string): number {
  if (!NOT_PLAIN.test(text)) return 0;
  let count = 0;
  for (const match of text.matchAll(hiddenIn(text))) if (match[1] !== undefined) count += 1;
  return count;
}

/** Replaces each hidden character by a visible mark with its code point, such as `⟨U+202E⟩`. */
export function markHidden(text: string): string {
  if (!NOT_PLAIN.test(text)) return text;
  return text.replace(hiddenIn(text), (match, hidden: string | undefined) =>
    hidden === undefined ? match : markOf(match),
  );
}

function markOf(character: string): string {
  return `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`;
}
