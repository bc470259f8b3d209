import { COLUMN_WEIGHTS } from "../core/bm25.ts";
import type { TextTerm } from "../core/search.ts";
import { analyseForIndex } from "../core/text-analysis.ts";

/** Returns the stem of a folded token, as the local index has it. */
export type Stem = (token: string) => string;

/** The texts of a memory that are searched. */
export interface SearchedText {
  readonly content: string;
  readonly tags: readonly string[];
  readonly source: string | null;
}

/** The lexemes of content, tags and source, in the order of {@link COLUMN_WEIGHTS}. */
export type LexemeColumns = readonly (readonly string[])[];

/** A lexeme may have 2,046 bytes in PostgreSQL. */
const MAX_LEXEME_LENGTH = 400;
/** Weight labels of the columns: D is the default label, which takes no space. */
const LABELS = ["", "A", "B"];
/** Greater than the distance in a phrase, so that no phrase spans two columns. */
const COLUMN_GAP = 2;
/** PostgreSQL's limit; later words share this position. */
const MAX_POSITION = 16_383;

/** Analyses a memory exactly as the local index does, except that the stemmer is Recollect's and not SQLite's. */
export function lexemesOf({ content, tags, source }: SearchedText, stem: Stem): LexemeColumns {
  return [content, tags.join(" "), source ?? ""].map((text) => splitLexemes(analyseForIndex(text), stem));
}

function splitLexemes(analysed: string, stem: Stem): string[] {
  return analysed === "" ? [] : analysed.split(" ").map((token) => lexemeOf(token, stem));
}

export function lexemeOf(token: string, stem: Stem): string {
  return stem(token).slice(0, MAX_LEXEME_LENGTH);
}

/** The number of lexemes: the length of a text in BM25. */
export function lengthOf(columns: LexemeColumns): number {
  return columns.reduce((sum, column) => sum + column.length, 0);
}

/** The text form of a `tsvector`. Positions allow phrases; labels distinguish the columns. */
export function toTsvector(columns: LexemeColumns): string {
  const places = new Map<string, string[]>();
  let position = 0;
  columns.forEach((column, index) => {
    for (const lexeme of column) {
      position += 1;
      const place = `${Math.min(position, MAX_POSITION)}${LABELS[index] ?? ""}`;
      const known = places.get(lexeme);
      if (known === undefined) places.set(lexeme, [place]);
      else known.push(place);
    }
    position += COLUMN_GAP;
  });
  return [...places].map(([lexeme, at]) => `${quote(lexeme)}:${at.join(",")}`).join(" ");
}

/** The text form of the `tsquery` of one term. */
export function toTsquery(term: TextTerm, stem: Stem): string {
  if (term.kind === "phrase") return term.tokens.map((token) => quote(lexemeOf(token, stem))).join(" <-> ");
  return `${quote(lexemeOf(term.token, stem))}${term.kind === "prefix" ? ":*" : ""}`;
}

/** Quotes a lexeme, so that none of its characters is an operator. */
function quote(lexeme: string): string {
  return `'${lexeme.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}

/** How often a text contains a term, weighted by column as in the local index. */
export function frequencyOf(columns: LexemeColumns, term: TextTerm, stem: Stem): number {
  let sum = 0;
  columns.forEach((column, index) => {
    sum += (COLUMN_WEIGHTS[index] ?? 0) * occurrencesIn(column, term, stem);
  });
  return sum;
}

function occurrencesIn(column: readonly string[], term: TextTerm, stem: Stem): number {
  if (term.kind !== "phrase") {
    const lexeme = lexemeOf(term.token, stem);
    const isFound =
      term.kind === "prefix" ? (each: string) => each.startsWith(lexeme) : (each: string) => each === lexeme;
    return column.filter(isFound).length;
  }
  const lexemes = term.tokens.map((token) => lexemeOf(token, stem));
  let count = 0;
  for (let from = 0; from + lexemes.length <= column.length; from++) {
    if (lexemes.every((lexeme, offset) => column[from + offset] === lexeme)) count++;
  }
  return count;
}
