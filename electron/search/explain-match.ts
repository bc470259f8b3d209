import type { Match, MatchSignal } from "../core/search.ts";
import type { OrderedCandidate } from "./candidate-ranker.ts";
import { splitIntoPassages } from "./passages.ts";
import type { MatchedRange, QueryMatcher } from "./query-matcher.ts";
import type { Candidate } from "./ranking.ts";
import { RERANKING_WEIGHTS } from "./ranking-weights.ts";
import type { RerankingInputs } from "./reranking.ts";
import { DEFAULT_SEARCH_SETTINGS } from "./settings.ts";

/** The longest excerpt in UTF-16 units, including ellipses. */
const EXCERPT_LENGTH = 240;
/** Characters reserved for context around the matches. */
const MARGIN = 60;
/** A signal that adds less than this share of the score is not reported. */
const MIN_SIGNAL_SHARE = 0.01;

/**
 * Explains why a memory was found: the query's words it contains, an excerpt that shows them, and the signals that
 * ranked it, strongest first.
 * @param floor the lowest score of a result of the search
 */
export function explainMatch(content: string, matcher: QueryMatcher, ordered: OrderedCandidate, floor: number): Match {
  const { candidate, evidence } = ordered;
  const ranges = matcher.rangesIn(content);
  // The excerpt shows the matched words if there are any, else the start of the matched passage.
  const nth = ranges.length === 0 ? (candidate.passage ?? 0) : 0;
  const passage = (nth > 0 ? splitIntoPassages(content)[nth] : undefined) ?? { start: 0, end: content.length };
  return {
    words: [...new Set(ranges.map(({ word }) => word))],
    ...cutExcerpt(content, ranges, passage),
    similarity: candidate.similarity === null ? null : Math.min(1, Math.max(0, candidate.similarity)),
    coverage: evidence.covered,
    floor,
    by: signalsOf(ordered),
  };
}

function signalsOf({ candidate, inputs, boosts }: OrderedCandidate): MatchSignal[] {
  const { text, vector, context } = candidate;
  const parts: [MatchSignal, number][] =
    inputs === null
      ? [
          ["text", text],
          ["vector", vector],
          ["context", context],
        ]
      : signalsOfInputs(candidate, inputs);
  const base = parts.reduce((sum, [, part]) => sum + part, 0);
  const { scale } = DEFAULT_SEARCH_SETTINGS.boosts;
  for (const name of ["recency", "use", "pinned"] as const) parts.push([name, scale * (boosts?.[name] ?? 0)]);
  return parts
    .filter(([, part]) => part > 0 && part >= MIN_SIGNAL_SHARE * base)
    .sort(([, one], [, other]) => other - one)
    .map(([signal]) => signal);
}

/** The inputs of re-ranking that compare the texts of the query and of the memory. */
const BY_WORDS = ["names", "rare names", "adjacent words", "word parts", "characters", "kinds"] as const;

/** What each signal adds to the score of re-ranking. */
function signalsOfInputs({ text, vector }: Candidate, inputs: RerankingInputs): [MatchSignal, number][] {
  const part = (name: keyof RerankingInputs) => inputs[name] * RERANKING_WEIGHTS[name];
  const byText = text / (text + vector || 1);
  return [
    ["text", BY_WORDS.reduce((sum, name) => sum + part(name), byText * part("words and meaning"))],
    ["vector", (1 - byText) * part("words and meaning") + part("meaning")],
    ["context", part("context") + part("session")],
    ["period", part("period")],
  ];
}

/**
 * Cuts the part of the content that shows most of the query's words, as one line of plain text with the matches marked.
 * Without a match it shows the start of `passage`.
 *
 * @param ranges sorted, not overlapping
 */
function cutExcerpt(
  content: string,
  ranges: readonly MatchedRange[],
  passage: { start: number; end: number },
): Pick<Match, "excerpt" | "highlights"> {
  const { first, last } = bestWindow(ranges);
  const from = ranges[first]?.start ?? passage.start;
  const to = Math.min(ranges[last]?.end ?? passage.start, from + EXCERPT_LENGTH - 2);
  const room = EXCERPT_LENGTH - 2 - (to - from);
  const start = startOfExcerpt(content, from, Math.min(MARGIN, room));
  const end = endOfExcerpt(content, to, Math.max(to, start + EXCERPT_LENGTH - 2));
  return renderExcerpt(content, start, end, ranges.slice(first, last + 1 + ranges.length));
}

/** Finds the matches that fit in one excerpt and contain the most different words; of equals, the most matches. */
function bestWindow(ranges: readonly MatchedRange[]): { first: number; last: number } {
  const counts = new Map<string, number>();
  let best = { first: 0, last: 0, value: 0 };
  let first = 0;
  for (const [last, range] of ranges.entries()) {
    counts.set(range.word, (counts.get(range.word) ?? 0) + 1);
    while (first < last && range.end - (ranges[first]?.start ?? 0) > EXCERPT_LENGTH - MARGIN) {
      const word = ranges[first]?.word ?? "";
      const left = (counts.get(word) ?? 1) - 1;
      if (left === 0) counts.delete(word);
      else counts.set(word, left);
      first++;
    }
    const value = counts.size + (last - first) / 1000;
    if (value > best.value) best = { first, last, value };
  }
  return best;
}

/** Moves back to the start of a line or sentence within `room`, else to a space. */
function startOfExcerpt(content: string, from: number, room: number): number {
  const earliest = Math.max(0, from - room);
  const before = content.slice(earliest, from);
  const border = Math.max(before.lastIndexOf("\n") + 1, lastSentenceStart(before));
  if (border > 0) return earliest + border;
  if (earliest === 0) return 0;
  const space = before.search(/\s/);
  return space === -1 ? avoidSurrogate(content, earliest) : earliest + space + 1;
}

function lastSentenceStart(text: string): number {
  let border = 0;
  for (const match of text.matchAll(/[.!?…]\s+|[。！？；]/g)) border = match.index + match[0].length;
  return border;
}

function endOfExcerpt(content: string, to: number, latest: number): number {
  if (latest >= content.length) return content.length;
  const space = content.slice(to, latest + 1).search(/\s\S*$/);
  return space > 0 ? to + space : avoidSurrogate(content, latest);
}

/** Moves a position back that would split a surrogate pair. */
function avoidSurrogate(content: string, position: number): number {
  return /[\uDC00-\uDFFF]/.test(content.charAt(position)) ? position - 1 : position;
}

/** Renders one line: whitespace and Markdown markers become a space; ellipses mark omitted text. */
function renderExcerpt(
  content: string,
  start: number,
  end: number,
  ranges: readonly MatchedRange[],
): Pick<Match, "excerpt" | "highlights"> {
  const highlights: (readonly [number, number])[] = [];
  let text = content.slice(0, start).trim() === "" ? "" : "…";
  const opening = text.length;
  let position = start;
  const addPlain = (to: number): void => {
    const plain = toPlainText(content.slice(position, to));
    text += text.length === opening || text.endsWith(" ") ? plain.trimStart() : plain;
  };
  for (const range of ranges) {
    const from = Math.max(position, range.start);
    const to = Math.min(range.end, end);
    if (from >= to) continue;
    addPlain(from);
    highlights.push([text.length, text.length + to - from]);
    text += content.slice(from, to);
    position = to;
  }
  addPlain(end);
  text = text.trimEnd();
  return { excerpt: content.slice(end).trim() === "" ? text : `${text}…`, highlights };
}

function toPlainText(text: string): string {
  return text.replace(/(^|\n)[ \t]*(?:#{1,6}|>|[-*+]|`{3,}\w*)(?=\s|$)/g, "$1").replace(/\s+/g, " ");
}
