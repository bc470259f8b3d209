import type { TextQuery, TextTerm } from "../../core/search.ts";
import type { ParsedQuery } from "../../core/search-engine.ts";
import type { Stem } from "../../core/stem.ts";
import { compoundsOf, piecesOf, tokenOfCompound, tokensOfPiece, tokensOfText } from "../../core/text-analysis.ts";
import { once } from "../../core/util/once.ts";
import { functionWordsOf } from "../function-words.ts";
import { KINDS } from "./kinds.ts";
import { stepsOf, translationsOf } from "./translate.ts";

/** A kind of thing that a query asks for. */
export interface NamedKind {
  /** The words of the query that name it, folded. */
  readonly words: readonly string[];
  readonly members: Members;
}

interface Members {
  /** Members of one word. */
  readonly names: ReadonlySet<string>;
  /** Members of several words, with a space before and after them. */
  readonly phrases: readonly string[];
}

interface Kind {
  /** The stems of the words that name the kind. */
  readonly stems: readonly string[];
  readonly members: Members;
}

/** The words that ask for one of a kind. */
const INTERROGATIVE =
  /(?<!\p{L})(?:which|what|who|welche[rsnm]?|womit|worin|worauf|wer|quel(?:le)?s?|quoi|cu[aá]l(?:es)?|qué|quién(?:es)?)(?!\p{L})|哪(?![里儿])|什么(?!时候|地方)|谁|^\W*(?:con |en )?que /iu;

/** Words after the name of a kind that add nothing to it: "CI system", "backup tool". */
const GENERAL_WORDS = "system tool software service product solution platform technology";

/** Finds kinds in queries, and their members in memories. Its stems are the same as in the text index. */
export class Kinds {
  readonly #stem: Stem;
  readonly #kinds: () => readonly Kind[];
  /** The stems of {@link GENERAL_WORDS}. */
  readonly #general: () => ReadonlySet<string>;

  constructor(stem: Stem) {
    this.#stem = stem;
    // Only questions need them, and they take some milliseconds.
    this.#general = once(() => new Set(GENERAL_WORDS.split(" ").map(stem)));
    this.#kinds = once(() => kindsOf(stem));
  }

  /**
   * The kinds that a question names, in English or in a language of the list of translations. Of "payment provider" and
   * "provider", the longer one. A text that asks for nothing names none.
   */
  askedIn(text: string): NamedKind[] {
    if (!INTERROGATIVE.test(text)) return [];
    const pieces = piecesOf(text);
    const functionWords = functionWordsOf(pieces.flatMap(tokensOfPiece));
    const own = pieces.flatMap((piece) => (piece.unspaced ? [] : this.#step(piece.text, tokensOfPiece(piece))));
    const inEnglish = stepsOf(pieces, functionWords).flatMap(({ english, insteadOf }) =>
      this.#step(english, insteadOf),
    );
    const others = translationsOf(pieces, functionWords).map(({ tokens, insteadOf }) =>
      this.#step(tokens.join(" "), insteadOf),
    );
    const named = [own, inEnglish, ...others].flatMap((steps) => this.#namedBy(steps));
    const isPart = ({ words, length }: FoundKind) =>
      named.some((other) => other.length > length && words.every((word) => other.words.includes(word)));
    const seen = new Set<string>();
    return named.filter((kind) => {
      const key = `${this.#kinds().findIndex(({ members }) => members === kind.members)} ${kind.words.join(" ")}`;
      if (isPart(kind) || seen.has(key)) return false;
      seen.add(key);
      return true;
    });
  }

  /**
   * The terms of a query, with the members of the kinds that it asks for, which count as the words that name the kind,
   * and without the words that only say that something is used.
   */
  termsOf({ text, terms }: Pick<ParsedQuery, "text" | "terms">, kinds: readonly NamedKind[]): TextQuery {
    if (kinds.length === 0) return terms;
    const use = this.#wordsOfUse(text);
    const own = terms.any.filter((term) => !(term.insteadOf ?? tokensOfTerm(term)).every((token) => use.has(token)));
    return { ...terms, any: [...own, ...kinds.flatMap(termsOfKind)] };
  }

  /** The tokens that only say that something is used, in French also with a pronoun: `utilisons-nous`, `utilise-t-on`. */
  #wordsOfUse(text: string): ReadonlySet<string> {
    const pieces = piecesOf(text);
    const functionWords = functionWordsOf(pieces.flatMap(tokensOfPiece));
    const use = this.#stem("use");
    const own = pieces.flatMap(tokensOfPiece).filter((token) => this.#stem(token) === use);
    const translated = translationsOf(pieces, functionWords);
    const words = new Set([
      ...own,
      ...translated.flatMap(({ tokens, insteadOf }) => (tokens.join() === "use" ? insteadOf : [])),
    ]);
    const isPart = (token: string) => words.has(token) || functionWords.has(token) || token.length === 1;
    const inverted = compoundsOf(text, pieces).filter((compound) => {
      const tokens = compound.flatMap(tokensOfPiece);
      return tokens.some((token) => words.has(token)) && tokens.every(isPart);
    });
    return new Set([
      ...words,
      ...inverted.flatMap((compound) => [tokenOfCompound(compound), ...compound.flatMap(tokensOfPiece)]),
    ]);
  }

  /** The stems of English words, each with its words of the text. */
  #step(english: string, words: readonly string[]): Step[] {
    return tokensOfText(english).map((token) => ({ stem: this.#stem(token), words }));
  }

  #namedBy(steps: readonly Step[]): FoundKind[] {
    return this.#kinds().flatMap(({ stems: kind, members }) => {
      const at = steps.findIndex((_, index) => kind.every((stem, offset) => steps[index + offset]?.stem === stem));
      if (at < 0) return [];
      const length = kind.length + (this.#general().has(steps[at + kind.length]?.stem ?? "") ? 1 : 0);
      const words = steps.slice(at, at + length).flatMap(({ words }) => words);
      return [{ words: [...new Set(words)], members, length }];
    });
  }
}

/** A word of the text in English. */
interface Step {
  readonly stem: string;
  readonly words: readonly string[];
}

interface FoundKind extends NamedKind {
  /** The number of English words that name it. */
  readonly length: number;
}

function termsOfKind({ words: insteadOf, members: { names, phrases } }: NamedKind): TextTerm[] {
  return [
    ...Array.from(names, (token): TextTerm => ({ kind: "word", token, insteadOf })),
    ...phrases.map((phrase): TextTerm => ({ kind: "phrase", tokens: phrase.trim().split(" "), insteadOf })),
  ];
}

function tokensOfTerm(term: TextTerm): readonly string[] {
  return term.kind === "phrase" ? term.tokens : [term.token];
}

/** The kinds of which a memory names a member. @param tokens of the memory */
export function kindsIn(tokens: readonly string[], kinds: readonly NamedKind[]): readonly NamedKind[] {
  if (kinds.length === 0) return [];
  const known = new Set(tokens);
  const text = ` ${tokens.join(" ")} `;
  return kinds.filter(
    ({ members: { names, phrases } }) =>
      !names.isDisjointFrom(known) || phrases.some((phrase) => text.includes(phrase)),
  );
}

/** Reads {@link KINDS}. */
function kindsOf(stem: Stem): readonly Kind[] {
  return KINDS.trim()
    .split("\n")
    .flatMap((line) => {
      const [kinds = "", members = ""] = line.split(": ");
      const words = members.split(", ").map(tokensOfText);
      const known: Members = {
        names: new Set(words.flatMap((tokens) => (tokens.length === 1 ? tokens : []))),
        phrases: words.flatMap((tokens) => (tokens.length > 1 ? [` ${tokens.join(" ")} `] : [])),
      };
      return kinds.split(", ").map((kind) => ({ stems: tokensOfText(kind).map(stem), members: known }));
    });
}
