import { piecesOf } from "../core/text-analysis.ts";

/** A part of a memory's content that is embedded as a unit: UTF-16 offsets, [start, end). */
export interface Passage {
  readonly start: number;
  readonly end: number;
}

/** Word pieces of a passage: about 200 words of prose, which a sentence model of 256 pieces reads to the end. */
const TARGET_PIECES = 225;
/** Content up to this size is one passage, so that no passage consists of the last few words. */
const MAX_SINGLE_PIECES = 245;

/**
 * Splits a memory's content into passages of about 200 words (fewer in code, whose words consist of more pieces).
 * Passages are in order, do not overlap, and cover every character that is not whitespace. They are split before a
 * Markdown heading or between paragraphs and fenced blocks, otherwise between lines, sentences or words, and inside a
 * word only as a last resort. Blank content has no passages.
 */
export function splitIntoPassages(content: string): Passage[] {
  const trimmed = trim(content, { start: 0, end: content.length });
  if (trimmed === null) return [];
  if (countPieces(content) <= MAX_SINGLE_PIECES) return [trimmed];
  const passages: Passage[] = [];
  let open: Passage | null = null;
  let openPieces = 0;
  for (const block of blocksOf(content)) {
    for (const part of cutToFit(content, block, 0)) {
      const pieces = countPieces(content.slice(part.start, part.end));
      const opensSection = part.start === block.start && block.heading && openPieces >= TARGET_PIECES / 4;
      if (open !== null && (openPieces + pieces > TARGET_PIECES || opensSection)) {
        passages.push(open);
        open = null;
        openPieces = 0;
      }
      open = open === null ? part : { start: open.start, end: part.end };
      openPieces += pieces;
    }
  }
  if (open !== null) passages.push(open);
  return passages;
}

interface Block extends Passage {
  readonly heading: boolean;
}

/** Splits content into paragraphs and fenced blocks, trimmed; a heading belongs to the block below it. */
function blocksOf(content: string): Block[] {
  const blocks: Block[] = [];
  let start: number | null = null;
  let end = 0;
  let heading = false;
  let onlyHeading = false;
  let fence: string | null = null;
  const close = (): void => {
    if (start !== null) blocks.push({ start, end, heading });
    start = null;
    heading = false;
    onlyHeading = false;
  };
  for (const line of cut(content, { start: 0, end: content.length }, /\n/g)) {
    const text = content.slice(line.start, line.end);
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(text)?.[1];
    const isHeading = fence === null && /^\s{0,3}#{1,6}\s/.test(text);
    const isBlank = text.trim() === "";
    if (fence === null && !onlyHeading && (isBlank || isHeading || mark !== undefined)) close();
    if (!isBlank) {
      if (start === null) {
        start = line.start;
        heading = isHeading;
        onlyHeading = isHeading;
      }
      onlyHeading = onlyHeading && isHeading;
      end = line.start + text.trimEnd().length;
    }
    if (fence === null) fence = mark ?? null;
    else if (mark?.startsWith(fence)) {
      fence = null;
      close();
    }
  }
  close();
  return blocks;
}

/** Where to cut a block that is too long, best first: after lines, sentences, spaces. */
const BORDERS = [/\n/g, /[.!?…](?=\s)|[。！？；]/g, /\s/g];

/** Cuts a range that is too long for one passage into parts that fit. */
function cutToFit(content: string, range: Passage, level: number): Passage[] {
  const pieces = countPieces(content.slice(range.start, range.end));
  if (pieces <= TARGET_PIECES) return [range];
  const border = BORDERS[level];
  if (border === undefined) return cutEvenly(content, range, Math.ceil(pieces / TARGET_PIECES));
  const parts: Passage[] = [];
  let open: Passage | null = null;
  let openPieces = 0;
  for (const piece of cut(content, range, border)) {
    const part = trim(content, piece);
    if (part === null) continue;
    const partPieces = countPieces(content.slice(part.start, part.end));
    if (open !== null && openPieces + partPieces > TARGET_PIECES) {
      parts.push(open);
      open = null;
      openPieces = 0;
    }
    if (partPieces > TARGET_PIECES) {
      parts.push(...cutToFit(content, part, level + 1));
      continue;
    }
    open = open === null ? part : { start: open.start, end: part.end };
    openPieces += partPieces;
  }
  if (open !== null) parts.push(open);
  return parts;
}

/** The ranges between borders; a border belongs to the range it ends. */
function cut(content: string, range: Passage, border: RegExp): Passage[] {
  const parts: Passage[] = [];
  let start = range.start;
  for (const match of content.slice(range.start, range.end).matchAll(border)) {
    const end = range.start + match.index + match[0].length;
    parts.push({ start, end });
    start = end;
  }
  if (start < range.end) parts.push({ start, end: range.end });
  return parts;
}

/** Cuts text without borders into equal parts, never inside a surrogate pair. */
function cutEvenly(content: string, range: Passage, count: number): Passage[] {
  const parts: Passage[] = [];
  let start = range.start;
  for (let index = 1; index <= count; index++) {
    let end = range.start + Math.round(((range.end - range.start) * index) / count);
    if (end < range.end && /[\uDC00-\uDFFF]/.test(content.charAt(end))) end++;
    if (end > start) parts.push({ start, end });
    start = end;
  }
  return parts;
}

function trim(content: string, range: Passage): Passage | null {
  const text = content.slice(range.start, range.end);
  const lead = text.length - text.trimStart().length;
  if (lead === text.length) return null;
  return { start: range.start + lead, end: range.start + text.trimEnd().length };
}

/**
 * Estimates the number of pieces of an English WordPiece vocabulary, within 10 % for prose, Markdown and code: one per
 * word, more for a long one, one per letter of scripts without spaces, one per punctuation mark.
 */
function countPieces(text: string): number {
  let count = text.match(/[\p{P}\p{S}]/gu)?.length ?? 0;
  for (const piece of piecesOf(text)) {
    count += piece.unspaced ? [...piece.text].length : 1 + Math.max(0, piece.text.length - 6) / 5;
  }
  return count;
}
