// Not chrono-node: it reads fewer of the forms that queries contain (ADR 0049), and returns moments, not periods.
import { once } from "../../core/util/once.ts";
import { type Period, since } from "./calendar.ts";
import { CHINESE } from "./chinese.ts";
import { DECADES_AND_CENTURIES } from "./decades.ts";
import { ENGLISH } from "./english.ts";
import { GERMAN, GERMAN_RANGES } from "./german.ts";

interface NamedPeriod {
  readonly start: number;
  readonly end: number;
  readonly periods: readonly Period[];
}

const SINCE_BEFORE =
  /(?:\b(?:ever since|since|as of|starting|after)(?: the)?\s|\b(?:seit|ab|nach)(?: de[mrn])?\s|自从|自|从)$/iu;
const SINCE_AFTER = /^\s?(?:以来|至今|到现在|到今天|起|开始|以后|之后|后|onwards?\b|until now\b|till now\b)/iu;
const BEFORE_BEFORE = /\b(?:(?:before|until|till|up to|prior to)(?: the)?|(?:vor|bis)(?: zu[mr]?)?(?: de[mnr])?)\s$/iu;
const BEFORE_AFTER = /^\s?(?:以前|之前|前)/u;
/** The text between the two periods of a range, and before a period that `and` joins to another. */
const RANGE = /^\s?(?:to|until|till|through|bis(?: zum)?|-|–|—|~|到|至)\s?$/iu;
const AND = /^\s?(?:and|und|和|与)\s?$/iu;
const BETWEEN = /(?:\bbetween(?: the)?\s|\bzwischen(?: dem)?\s|在)$/iu;
const RANGE_BEFORE = /(?:\b(?:between|from)(?: the)?\s|\b(?:zwischen|von|vom)(?: dem)?\s|从|自|在)$/iu;

/**
 * Finds the periods that a text names, in English, German or Chinese, in their order: days (`7 May 2023`, `2023-05-07`,
 * `2023年5月7日`, `yesterday`, 前天, `on Monday`, 上周一), weeks, months, quarters, seasons and years (`last week`, `in May`,
 * `Q3`, 去年), the time until now (`last 3 days`, `since Monday`, 最近三天), ranges (`from May to July`), and in more languages
 * decades and centuries (`the 90s`, 十九世纪). A date without a
 * year is the most recent one. In the machine's time zone.
 * @returns the periods, and the text without their names
 */
export function namedPeriods(
  text: string,
  now: number,
): { readonly periods: readonly Period[]; readonly rest: string } {
  const today = new Date(now);
  const found: NamedPeriod[] = [];
  let rest = text;
  let lower = lowerCase(text);
  const erase = (start: number, end: number): void => {
    // The same length, so that the places of later rules stay right.
    const erased = (from: string) => from.slice(0, start) + " ".repeat(end - start) + from.slice(end);
    rest = erased(rest);
    lower = erased(lower);
  };
  for (const { pattern, read } of rulesFor(text)) {
    for (const match of lower.matchAll(pattern)) {
      const [written] = match;
      const groups = Array.from(match, (group?: string) => group ?? "");
      const periods = [read(groups, today) ?? []].flat();
      if (periods.length === 0) continue;
      const end = match.index + written.length;
      found.push({ start: match.index, end, periods });
      erase(match.index, end);
    }
  }
  found.sort((one, other) => one.start - other.start);
  const joined = joinRanges(found, rest, erase).map((named) => limitBy(named, rest, today, erase));
  return { periods: joined.flat(), rest: rest.replace(/\s+/g, " ").trim() };
}

const RULE_SETS = [DECADES_AND_CENTURIES, GERMAN_RANGES, ENGLISH, GERMAN, CHINESE].map(({ words, rules }) => ({
  words,
  compiled: once(() => rules.map(([pattern, read]) => ({ pattern: new RegExp(pattern, "gu"), read }))),
}));

function rulesFor(text: string) {
  return RULE_SETS.filter(({ words }) => words.test(text)).flatMap(({ compiled }) => compiled());
}

/** Returns a text of the same length in lower case. `İ` has two characters in lower case, and is kept. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return Array.from(text, (character) => {
    const small = character.toLowerCase();
    return small.length === character.length ? small : character;
  }).join("");
}

type Erase = (start: number, end: number) => void;

/** Joins two periods with a word such as `to` between them. */
function joinRanges(found: readonly NamedPeriod[], text: string, erase: Erase): NamedPeriod[] {
  const joined: NamedPeriod[] = [];
  for (const named of found) {
    const last = joined.at(-1);
    const between = last === undefined ? "" : text.slice(last.end, named.start);
    const isRange = RANGE.test(between) || (AND.test(between) && BETWEEN.test(text.slice(0, last?.start)));
    const [from] = last?.periods ?? [];
    const [to] = named.periods;
    if (last === undefined || !isRange || from === undefined || to === undefined || to.to <= from.from) {
      joined.push(named);
      continue;
    }
    erase(last.end, named.start);
    const lead = RANGE_BEFORE.exec(text.slice(0, last.start))?.[0].length ?? 0;
    erase(last.start - lead, last.start);
    joined[joined.length - 1] = { start: last.start, end: named.end, periods: [{ from: from.from, to: to.to }] };
  }
  return joined;
}

/** Reads `since` and `before` next to a period. */
function limitBy({ start, end, periods }: NamedPeriod, text: string, now: Date, erase: Erase): readonly Period[] {
  const [head, tail] = [text.slice(0, start), text.slice(end)];
  const opening = SINCE_BEFORE.exec(head) ?? SINCE_AFTER.exec(tail);
  const closing = opening === null ? (BEFORE_BEFORE.exec(head) ?? BEFORE_AFTER.exec(tail)) : null;
  for (const pattern of [SINCE_BEFORE, BEFORE_BEFORE]) {
    const length = pattern.exec(head)?.[0].length ?? 0;
    erase(start - length, start);
  }
  for (const pattern of [SINCE_AFTER, BEFORE_AFTER]) {
    const length = pattern.exec(tail)?.[0].length ?? 0;
    erase(end, end + length);
  }
  const isAfter = /after|nach/i.test(opening?.[0] ?? "");
  const isUntil = /un?till?|up to|bis/i.test(closing?.[0] ?? "");
  return periods.map((period) => {
    if (opening !== null) return since(isAfter ? period.to : period.from, now);
    return closing === null ? period : { from: 0, to: isUntil ? period.to : period.from };
  });
}
