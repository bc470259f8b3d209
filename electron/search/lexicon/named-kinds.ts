import { foldText, piecesOf, tokensOfText } from "../../core/text-analysis.ts";
import type { FunctionWords } from "../function-words.ts";
import type { Stem } from "../stem.ts";
import { KINDS } from "./kinds.ts";
import { translationsOf } from "./translate.ts";

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
const INTERROGATIVE = /\b(?:which|what|who|welche[rsnm]?|womit|worin|worauf|wer)\b|哪|什么|谁/i;

/** Finds kinds in queries, and their members in memories. Its stems are the same as in the text index. */
export class Kinds {
  readonly #stem: Stem;
  readonly #kinds: readonly Kind[];

  constructor(stem: Stem) {
    this.#stem = stem;
    this.#kinds = KINDS.trim()
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

  /** The kinds that a question names, in English, German or Chinese. A text that asks for nothing names none. */
  askedIn(text: string, functionWords: FunctionWords): NamedKind[] {
    if (!INTERROGATIVE.test(text)) return [];
    const pieces = piecesOf(text);
    const own = pieces.flatMap(({ text, unspaced }) => (unspaced ? [] : [foldText(text)]));
    const stems = own.map(this.#stem);
    const named = this.#kinds.flatMap(({ stems: kind, members }) => {
      const at = stems.findIndex((_, index) => kind.every((stem, offset) => stems[index + offset] === stem));
      return at < 0 ? [] : [{ words: own.slice(at, at + kind.length), members }];
    });
    const translated = translationsOf(pieces, functionWords).flatMap(({ tokens, insteadOf }) => {
      const meaning = tokens.map(this.#stem);
      const kinds = this.#kinds.filter(({ stems: kind }) => isSame(kind, meaning));
      return kinds.map(({ members }) => ({ words: insteadOf, members }));
    });
    return [...named, ...translated];
  }
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((stem, index) => stem === other[index]);
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
