export type BlockKind = "plain" | "item" | "heading" | "row" | "quote" | "code";

/** A line, or several lines of running text. */
export interface Block {
  readonly kind: BlockKind;
  readonly start: number;
  readonly end: number;
  /** The heading that it is under, or "". */
  readonly heading: string;
}

/** A sentence of a message. */
export interface Sentence {
  readonly start: number;
  readonly end: number;
  readonly block: Block;
  /** The position of its block among the blocks of the message, from 0. */
  readonly blockNumber: number;
}

/** More is not split: it is pasted. */
const MAX_SPLIT_UNITS = 40_000;
/** A line of at least this length without an end continues in the next line. */
const WRAPPED_LINE_UNITS = 55;
const FENCE = /^ {0,8}(?:```|~~~)/;
const ITEM = /^\s{0,12}(?:>\s?)?(?:[-*+•·–]|\d{1,3}[.)、．]|[①-⑳]|\([0-9a-z]\)|- \[[ x]\])\s{0,4}(?=\S)/i;
const HEADING = /^\s{0,3}(?:#{1,6}\s|\*\*[^*\n]{1,80}\*\*[:：]?\s*$|={3,}|-{3,}\s*$)/;
const ROW = /^\s{0,6}\|/;
const QUOTE = /^\s{0,3}>/;
const CLOSING = new Set(['"', "'", ")", "]", "”", "’", "」", "』", "）", "*", "_", "`", "»"]);
const ABBREVIATION =
  /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|no|z\.B|d\.h|bzw|usw|p\.ej|Sr|Dr|Mr|Mrs|St|resp|ca|incl|ex|\p{L})\.$/iu;

/** Returns the blocks of a message in Markdown or plain text, in their order. */
export function splitBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let inCode = false;
  let heading = "";
  let open: { kind: BlockKind; start: number; end: number; lastLine: string } | null = null;
  const close = () => {
    if (open !== null) blocks.push({ kind: open.kind, start: open.start, end: open.end, heading });
    open = null;
  };
  let start = 0;
  const limit = Math.min(text.length, MAX_SPLIT_UNITS);
  while (start < limit) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? limit : Math.min(newline, limit);
    const line = text.slice(start, end);
    const trimmed = line.trim();
    if (FENCE.test(line)) {
      close();
      inCode = !inCode;
    } else if (inCode) {
      if (trimmed !== "") blocks.push({ kind: "code", start, end, heading });
    } else if (trimmed === "") close();
    else {
      const kind = kindOf(line);
      const previous = open as { kind: BlockKind; start: number; end: number; lastLine: string } | null;
      const continues =
        previous !== null &&
        kind === "plain" &&
        (previous.kind === "plain" || previous.kind === "item") &&
        isContinued(previous.lastLine, trimmed);
      if (continues) open = { ...previous, end, lastLine: line };
      else {
        close();
        if (kind === "heading") heading = trimmed.replace(/^[#\s*]+|[*:：\s]+$/g, "");
        open = { kind, start, end, lastLine: line };
      }
    }
    start = end + 1;
  }
  close();
  return blocks;
}

function kindOf(line: string): BlockKind {
  if (ROW.test(line)) return "row";
  if (HEADING.test(line)) return "heading";
  if (ITEM.test(line)) return "item";
  if (QUOTE.test(line)) return "quote";
  return "plain";
}

/** Whether a line of running text continues in the next line. */
function isContinued(line: string, next: string): boolean {
  const trimmed = line.trimEnd();
  if (/[.!?。！？:：;；]["'”’)*_`]{0,3}$/.test(trimmed)) return false;
  return trimmed.length >= WRAPPED_LINE_UNITS || /^[\p{Ll}(]/u.test(next);
}

/** Returns the sentences of a message, without code. */
export function splitSentences(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  splitBlocks(text).forEach((block, blockNumber) => {
    if (block.kind === "code") return;
    const marker = block.kind === "item" ? (ITEM.exec(text.slice(block.start, block.end))?.[0].length ?? 0) : 0;
    let start = block.start + marker;
    for (const end of sentenceEnds(text, start, block.end)) {
      const part = text.slice(start, end);
      const from = start + (part.length - part.trimStart().length);
      const to = start + part.trimEnd().length;
      if (to > from) sentences.push({ start: from, end: to, block, blockNumber });
      start = end;
    }
  });
  return sentences;
}

function sentenceEnds(text: string, start: number, end: number): number[] {
  const ends: number[] = [];
  let from = start;
  let inCode = false;
  for (let at = start; at < end; at++) {
    const character = text[at] ?? "";
    if (character === "`") inCode = !inCode;
    if (inCode || !/[.!?。！？；]/.test(character)) continue;
    let after = at + 1;
    while (after < end && (CLOSING.has(text[after] ?? "") || /[.!?。！？]/.test(text[after] ?? ""))) after += 1;
    const isWide = /[。！？；]/.test(character);
    if (!isWide && after < end && !/\s/.test(text[after] ?? "")) continue;
    if (character === "." && ABBREVIATION.test(text.slice(Math.max(from, at - 8), at + 1))) continue;
    if (character === "." && /^\s*\d{1,3}\.$/.test(text.slice(from, at + 1))) continue;
    ends.push(after);
    from = after;
    at = after - 1;
  }
  if (from < end) ends.push(end);
  return ends;
}
