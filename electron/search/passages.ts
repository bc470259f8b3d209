import { piecesOf } from "../core/text-analysis.ts";

/** A stretch of a memory's content that is embedded as a unit: UTF-16 offsets, [start, end). */
export interface Passage {
  readonly start: number;
  readonly end: number;
}

/** Word pieces a passage aims at: about 200 words of prose, what a sentence model of 256 pieces takes in whole. */
const TARGET_PIECES = 225;
/** Content up to this stays whole, so that no memory ends in a passage of a few stray words. */
const WHOLE_PIECES = 245;

/**
 * Splits a memory's content into passages of about 200 words (fewer of code, whose words fall into more pieces), together
 * covering every character that is not whitespace, in order and without overlap. Borders are sought where a reader would
 * put them: before a Markdown heading, between paragraphs and fenced blocks, else between lines, sentences, words, and
 * only at last inside a word. Content little over one passage is one; blank content is none.
 */
export function splitIntoPassages(content: string): Passage[] {
  const whole = trim(content, { start: 0, end: content.length });
  if (whole === null) return [];
  if (countPieces(content) <= WHOLE_PIECES) return [whole];
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

/** Paragraphs and fenced blocks, each trimmed; headings belong to what follows them. */
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

/** Where to cut what is too long, the best place first: lines, sentences, spaces. */
const BORDERS = [/\n/g, /[.!?…](?=\s)|[。！？；]/g, /\s/g];

/** Cuts a stretch that is too long for one passage into parts that fit. */
function cutToFit(content: string, stretch: Passage, level: number): Passage[] {
  const pieces = countPieces(content.slice(stretch.start, stretch.end));
  if (pieces <= TARGET_PIECES) return [stretch];
  const border = BORDERS[level];
  if (border === undefined) return cutEvenly(content, stretch, Math.ceil(pieces / TARGET_PIECES));
  const parts: Passage[] = [];
  let open: Passage | null = null;
  let openPieces = 0;
  for (const piece of cut(content, stretch, border)) {
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

/** The stretches between borders; each border belongs to the stretch it ends. */
function cut(content: string, stretch: Passage, border: RegExp): Passage[] {
  const parts: Passage[] = [];
  let start = stretch.start;
  for (const match of content.slice(stretch.start, stretch.end).matchAll(border)) {
    const end = stretch.start + match.index + match[0].length;
    parts.push({ start, end });
    start = end;
  }
  if (start < stretch.end) parts.push({ start, end: stretch.end });
  return parts;
}

/** For text without any border: equal parts, never through a surrogate pair. */
function cutEvenly(content: string, stretch: Passage, count: number): Passage[] {
  const parts: Passage[] = [];
  let start = stretch.start;
  for (let index = 1; index <= count; index++) {
    let end = stretch.start + Math.round(((stretch.end - stretch.start) * index) / count);
    if (end < stretch.end && /[\uDC00-\uDFFF]/.test(content.charAt(end))) end++;
    if (end > start) parts.push({ start, end });
    start = end;
  }
  return parts;
}

function trim(content: string, stretch: Passage): Passage | null {
  const text = content.slice(stretch.start, stretch.end);
  const lead = text.length - text.trimStart().length;
  if (lead === text.length) return null;
  return { start: stretch.start + lead, end: stretch.start + text.trimEnd().length };
}

/**
 * Estimates the pieces a WordPiece vocabulary of English cuts text into, within a tenth for prose, Markdown and code: one
 * a word and more for a long one, one a letter of scripts without spaces, one a mark.
 */
function countPieces(text: string): number {
  let count = text.match(/[\p{P}\p{S}]/gu)?.length ?? 0;
  for (const piece of piecesOf(text)) {
    count += piece.unspaced ? [...piece.text].length : 1 + Math.max(0, piece.text.length - 6) / 5;
  }
  return count;
}
