import type { TextComparison } from "./similar-text.ts";

/** A memory that may replace another one in substance. */
export interface Replaceable {
  readonly domain: string;
  readonly namespace: string;
  readonly content: string;
  /** In milliseconds since 1970. */
  readonly createdAt: number;
}

/** Memories of one hour are parts of the same work and do not replace each other. */
const MIN_LATER_MS = 60 * 60_000;
/** The share of the words of the shorter text that both have, and their number, if the newer one states a change. */
const MIN_SHARED = 0.25;
const MIN_SHARED_WORDS = 2;
/** Phrases that state a change, in the languages of the window and some more. */
const CHANGE = new RegExp(
  [
    String.raw`\b(?:instead of|no longer|not any ?more|replac(?:ed|es|ing)|supersed[a-z]*|switch(?:ed)? (?:to|from)|mov(?:ed?|ing) (?:to|from|away)|migrat[a-z]*|we left|dropped|deprecated|obsolete|used to|changed (?:to|from)|(?:was|were) (?:cut|raised|changed|reduced|increased|renamed)|from now on|as of|now uses?|since (?:the|last|version|v?[0-9]|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))\b`,
    String.raw`\b(?:statt|anstelle|nicht mehr|ersetzt|abgelöst|umgestellt|umgezogen|ab sofort|seit|künftig|gilt (?:jetzt|nun|nur)|geändert|erhöht|gesenkt|entfällt)\b`,
    String.raw`\b(?:au lieu d|ne .{1,30} plus|remplac|désormais|depuis|en lugar de|ya no|reemplaz|a partir de|desde)`,
    "换成|改成|改用|改为|不再|取代|替换|废弃|起默认|调整为|升级到|迁移到|现在|代替|変更|代わりに|廃止|移行",
  ].join("|"),
  "u",
);
/** The start of a memory in which a change is looked for, in characters. */
const MAX_READ = 1000;

/** Program text: similar functions do not replace each other. */
const CODE =
  /^[ \t]*(?:(?:async |export |public |private |static )*(?:def|class|function|func|fn|import|return|const|let|var)\b|@\w|#include)/m;
const CODE_CHARACTERS = /[{}()[\];=<>_]/g;
const MAX_CODE_SHARE = 0.04;

/** Whether a newer memory replaces an older one in substance: it states a change, in words that both have. */
export function replaces(
  newer: Replaceable,
  older: Replaceable,
  comparison: Pick<TextComparison, "sharedWords">,
): boolean {
  if (newer.domain !== older.domain || newer.createdAt - older.createdAt < MIN_LATER_MS) return false;
  if (!statesChange(newer) || isCode(older.content)) return false;
  return sharedWords(newer.content, older.content, comparison) >= MIN_SHARED;
}

/** Whether a memory states that something changed. Notes about progress do not, and program text is not read for it. */
export function statesChange({ namespace, content }: Replaceable): boolean {
  const start = content.slice(0, MAX_READ);
  return namespace !== "progress" && CHANGE.test(start.toLowerCase()) && !isCode(start);
}

function isCode(text: string): boolean {
  return CODE.test(text) || (text.match(CODE_CHARACTERS)?.length ?? 0) > MAX_CODE_SHARE * text.length;
}

/** The share of the words of the shorter text that both have. */
function sharedWords(one: string, other: string, comparison: Pick<TextComparison, "sharedWords">): number {
  const { common, ofShorter } = comparison.sharedWords(one, other);
  return common < MIN_SHARED_WORDS ? 0 : common / ofShorter;
}
