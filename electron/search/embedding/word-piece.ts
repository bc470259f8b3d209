/** Splits text into a model's vocabulary. */
export interface Tokenizer {
  /** Token ids with the model's own first and last token around them. */
  tokenize(text: string): number[];
  /** The id that stands for what is not in the vocabulary; null where there is none. */
  readonly unknown: number | null;
}

export interface WordPieceRules {
  readonly vocabulary: Readonly<Record<string, number>>;
  /** Stands before a piece that continues a word: `##`. */
  readonly continuingPrefix: string;
  readonly unknownToken: string;
  /** Words of more characters are unknown. */
  readonly longestWord: number;
  readonly cleanText: boolean;
  readonly splitIdeographs: boolean;
  readonly lowercase: boolean;
  readonly stripAccents: boolean;
  /** Most tokens, the first and last included; what is beyond is cut off. */
  readonly maximumTokens: number;
}

const CONTROL = /(?![\t\n\r])[\0\ufffd\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;
const IDEOGRAPH =
  /[\u4e00-\u9fff\u3400-\u4dbf\u{20000}-\u{2a6df}\u{2a700}-\u{2b73f}\u{2b740}-\u{2b81f}\u{2b820}-\u{2ceaf}\uf900-\ufaff\u{2f800}-\u{2fa1f}]/gu;
const ACCENT = /\p{Mn}/gu;
const PUNCTUATION = /[!-/:-@[-`{-~\p{P}]/gu;

/**
 * BERT's tokenization: basic splitting (by whitespace, punctuation and ideographs), then for each word the longest
 * pieces of the vocabulary from the left (Devlin et al. 2018, google-research/bert tokenization.py).
 */
export function createWordPiece(rules: WordPieceRules): Tokenizer {
  const vocabulary = new Map(Object.entries(rules.vocabulary));
  const idOf = (token: string): number => {
    const id = vocabulary.get(token);
    if (id === undefined) throw new Error(`The tokenizer's vocabulary has no ${token}.`);
    return id;
  };
  const first = idOf("[CLS]");
  const last = idOf("[SEP]");
  const unknown = idOf(rules.unknownToken);

  /** The ids of one word; the unknown token alone where some part of it is not in the vocabulary. */
  function piecesOf(word: string): number[] {
    if ([...word].length > rules.longestWord) return [unknown];
    const pieces: number[] = [];
    let start = 0;
    while (start < word.length) {
      const prefix = start === 0 ? "" : rules.continuingPrefix;
      let end = word.length;
      let id: number | undefined;
      for (; end > start && id === undefined; end--) id = vocabulary.get(prefix + word.slice(start, end));
      if (id === undefined) return [unknown];
      pieces.push(id);
      start = end + 1;
    }
    return pieces;
  }

  return {
    tokenize(text) {
      const ids = [first];
      const room = rules.maximumTokens - 1;
      for (const word of splitIntoWords(text, rules)) {
        ids.push(...piecesOf(word));
        if (ids.length >= room) break;
      }
      return [...ids.slice(0, room), last];
    },
    unknown,
  };
}

function splitIntoWords(text: string, rules: WordPieceRules): string[] {
  let normal = text;
  if (rules.cleanText) normal = normal.replace(CONTROL, "");
  if (rules.splitIdeographs) normal = normal.replace(IDEOGRAPH, " $& ");
  if (rules.stripAccents) normal = normal.normalize("NFD").replace(ACCENT, "");
  if (rules.lowercase) normal = normal.toLowerCase();
  return normal
    .replace(PUNCTUATION, " $& ")
    .split(/\s+/u)
    .filter((word) => word !== "");
}
