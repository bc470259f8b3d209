import { isSignToken } from "../core/signs.ts";
import { hasAnyTerm, type TermSet } from "../core/term-set.ts";
import { foldText, lettersOf, tokensOfText, tokenTestOf } from "../core/text-analysis.ts";
import type { Candidate, TextResults } from "./ranking.ts";

type ReadContents = (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** The words and signs of a text that the search looked for, and its other words. */
function createWordTest(text: string, words: TextResults["words"]) {
  const known = new Map(words.filter(({ frequency }) => frequency > 0).map((word) => [word.token, word]));
  const tokens = [...new Set([...tokensOfText(text), ...[...known.keys()].filter(isSignToken)])];
  const searched = tokens.flatMap((token) => known.get(token) ?? []);
  return {
    /** Whether terms that a candidate contains include every word that was searched, inflected or not. */
    areAllIn: (terms: TermSet): boolean => searched.every(({ indices }) => hasAnyTerm(terms, indices)),
    /** Too frequent to be searched, a function word, or captured since the words were counted. */
    others: tokens.filter((token) => !known.has(token)),
  };
}

/**
 * Finds the candidates that contain every word and sign of a query, function words too. Who types a word that a memory
 * contains expects that memory, whether or not it is about the word.
 * @param contentsOf reads the contents of memories
 * @returns their ids
 */
export async function literalMatches(
  text: string,
  { words }: Pick<TextResults, "words">,
  candidates: readonly Candidate[],
  contentsOf: ReadContents,
): Promise<ReadonlySet<string>> {
  const { areAllIn, others } = createWordTest(text, words);
  const ids = candidates.flatMap(({ id, terms }) => (terms !== null && terms !== 0 && areAllIn(terms) ? [id] : []));
  if (others.length === 0 || ids.length === 0) return new Set(ids);
  const contents = await contentsOf(ids);
  return new Set(ids.filter((id) => containsAll(contents.get(id) ?? "", others)));
}

/** Memories whose contents are compared in one step. */
const STEP = 25;

/**
 * Finds the memories that contain each word of a text as it is written, among many that contain an inflection of it.
 * @returns their ids; none if there are more than `maximum`, because then the words do not name one
 */
export async function exactMatches(
  text: string,
  { words, hits }: Pick<TextResults, "words" | "hits">,
  maximum: number,
  contentsOf: ReadContents,
): Promise<ReadonlySet<string>> {
  const tokens = [...new Set(tokensOfText(text))];
  // The others lack a word. Which words a match of a phrase contains is unknown.
  const { areAllIn } = createWordTest(text, words);
  const ids = hits.flatMap(({ id, terms }) => (terms === null || areAllIn(terms) ? [id] : []));
  const found = new Set<string>();
  for (let from = 0; from < ids.length; from += STEP) {
    for (const [id, content] of await contentsOf(ids.slice(from, from + STEP))) {
      if (containsAll(content, tokens)) found.add(id);
    }
    if (found.size > maximum) return new Set();
  }
  return found;
}

function containsAll(content: string, tokens: readonly string[]): boolean {
  const has = tokenTestOf(content);
  // A single letter of a script without spaces is a part of the tokens.
  const isPart = (token: string) => lettersOf(token).length === 1 && foldText(content).includes(token);
  return tokens.every((token) => has(token) || isPart(token));
}
