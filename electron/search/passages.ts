import { piecesOf } from "../core/text-analysis.ts";

/** A stretch of a memory's content that is embedded as a unit: UTF-16 offsets, [start, end). */
export interface Passage {
  readonly start: number;
  readonly end: number;
}

/** Words a passage aims at: what a sentence model of 256 word pieces takes in without cutting off. */
const TARGET_WORDS = 200;
/** Content up to this stays whole, so that no memory ends in a passage of a few stray words. */
const WHOLE_WORDS = 260;
/** Characters that count as one word in scripts that write no spaces. */
const UNSPACED_CHARACTERS_PER_WORD = 1.5;
/** Pieces of letters longer than this (hashes, base64, minified code) count as several words. */
const CHARACTERS_PER_LONG_WORD = 12;

/**
 * Splits a memory's content into passages of about 200 words, together covering every character that is not
 * whitespace, in order and without overlap. Borders are sought where a reader would put them: before a Markdown
 * heading, between paragraphs and fenced blocks, else between lines, sentences, words, and only at last inside a word.
 * Content of up to 260 words is one passage; blank content is none.
 */
export function splitIntoPassages(content: string): Passage[] {
  const whole = trim(content, { start: 0, end: content.length });
  if (whole === null) return [];
  if (countWords(content) <= WHOLE_WORDS) return [whole];
  const passages: Passage[] = [];
  let open: Passage | null = null;
  let openWords = 0;
  for (const block of blocksOf(content)) {
    for (const part of cutToFit(content, block, 0)) {
      const words = countWords(content.slice(part.start, part.end));
      const opensSection = part.start === block.start && block.heading && openWords >= TARGET_WORDS / 4;
      if (open !== null && (openWords + words > TARGET_WORDS || opensSection)) {
        passages.push(open);
        open = null;
        openWords = 0;
      }
      open = open === null ? part : { start: open.start, end: part.end };
      openWords += words;
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
  const words = countWords(content.slice(stretch.start, stretch.end));
  if (words <= TARGET_WORDS) return [stretch];
  const border = BORDERS[level];
  if (border === undefined) return cutEvenly(content, stretch, Math.ceil(words / TARGET_WORDS));
  const parts: Passage[] = [];
  let open: Passage | null = null;
  let openWords = 0;
  for (const piece of cut(content, stretch, border)) {
    const part = trim(content, piece);
    if (part === null) continue;
    const partWords = countWords(content.slice(part.start, part.end));
    if (open !== null && openWords + partWords > TARGET_WORDS) {
      parts.push(open);
      open = null;
      openWords = 0;
    }
    if (partWords > TARGET_WORDS) {
      parts.push(...cutToFit(content, part, level + 1));
      continue;
    }
    open = open === null ? part : { start: open.start, end: part.end };
    openWords += partWords;
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

function countWords(text: string): number {
  let words = 0;
  for (const piece of piecesOf(text)) {
    words += piece.unspaced
      ? [...piece.text].length / UNSPACED_CHARACTERS_PER_WORD
      : Math.max(1, piece.text.length / CHARACTERS_PER_LONG_WORD);
  }
  return words;
}
