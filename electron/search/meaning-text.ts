import { type Piece, piecesOf, tokensOfPiece } from "../core/text-analysis.ts";
import { isStopWord } from "./stop-words.ts";

/**
 * What of a query is embedded: all but the words that much of the scope holds. A name that stands in every other memory
 * would else draw the vector to all of them alike; the small words stay, since a sentence model reads sentences.
 *
 * @param text the query without filters
 * @param share of the memories in scope that hold a token
 */
export function meaningText(text: string, share: (token: string) => number, frequentShare: number): string {
  const pieces = piecesOf(text);
  const kept = new Set(pieces.filter((piece) => isSmall(piece) || !isFrequent(piece, share, frequentShare)));
  if (kept.size === pieces.length || ![...kept].some((piece) => !isSmall(piece))) return text;
  let rest = "";
  let position = 0;
  for (const piece of pieces) {
    if (kept.has(piece)) continue;
    rest += text.slice(position, piece.start);
    // The stump of a possessive goes with its word.
    const possessive = /^['’]s(?![\p{L}\p{N}])/u.exec(text.slice(piece.end, piece.end + 4))?.[0] ?? "";
    position = piece.end + possessive.length;
  }
  return (rest + text.slice(position)).replace(/\s+/g, " ").trim();
}

/** The tokens {@link meaningText} asks about; of a long text the first, which is as far as models read. */
export function tokensOfMeaning(text: string): string[] {
  const tokens = new Set(piecesOf(text).flatMap((piece) => (isSmall(piece) ? [] : tokensOfPiece(piece))));
  return [...tokens].slice(0, MOST_TOKENS);
}

const MOST_TOKENS = 4000;

function isSmall(piece: Piece): boolean {
  return !piece.unspaced && isStopWord(piece.text.toLowerCase());
}

function isFrequent(piece: Piece, share: (token: string) => number, frequentShare: number): boolean {
  return tokensOfPiece(piece).every((token) => share(token) > frequentShare);
}
