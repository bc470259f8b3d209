/** The start of a long text, and the rest, which is hidden until a person asks for it. */
export interface Fold {
  readonly shown: string;
  readonly hidden: string;
  /** The lines that are left out, as they are laid out. */
  readonly lines: number;
}

/** A text of more than `above` lines of `width` characters is folded to its first lines. */
interface Limits {
  readonly above: number;
  readonly shown: number;
  readonly width: number;
}

const CODE: Limits = { above: 30, shown: 12, width: 120 };
/** In a message, folded code counts as its first lines. */
const MESSAGE: Limits = { above: 80, shown: 48, width: 100 };

/** A part of a text that is not divided, or one line. */
interface Part {
  /** UTF-16 offset after it. */
  readonly end: number;
  readonly height: number;
  readonly isCode: boolean;
}

/** Returns null for code that is short enough. */
export function foldCode(code: string): Fold | null {
  const parts = [...linesOf(code)].map(({ text, end }) => ({ end, height: heightOf(text, CODE), isCode: false }));
  return foldParts(code, parts, CODE);
}

/** Folds Markdown, outside of code blocks. Returns null if it is short enough. */
export function foldMessage(text: string): Fold | null {
  const parts: Part[] = [];
  /** The open code block. */
  let block: { readonly end: RegExp; readonly lines: number } | null = null;
  for (const { text: line, end } of linesOf(text)) {
    const fence = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (block === null) {
      parts.push({ end, height: heightOf(line, MESSAGE), isCode: fence !== undefined });
      if (fence !== undefined) block = { end: new RegExp(`^ {0,3}${fence}[${fence.charAt(0)}]*\\s*$`), lines: 0 };
    } else {
      const isEnd: boolean = block.end.test(line);
      const lines: number = block.lines + (isEnd ? 0 : heightOf(line, CODE));
      parts[parts.length - 1] = { end, height: 1 + (lines > CODE.above ? CODE.shown : lines), isCode: true };
      block = isEnd ? null : { end: block.end, lines };
    }
  }
  return foldParts(text, parts, MESSAGE);
}

function foldParts(text: string, parts: readonly Part[], limits: Limits): Fold | null {
  const height = parts.reduce((sum, part) => sum + part.height, 0);
  if (height <= limits.above) return null;
  let shown = 0;
  let end = 0;
  for (const part of parts) {
    const rest = limits.shown - shown;
    if (part.height <= rest || (part.isCode && end === 0)) {
      shown += part.height;
      end = part.end;
      continue;
    }
    // A long line is divided if little would be shown without it.
    if (!part.isCode && shown < limits.shown / 2) {
      end = endOfWord(text, end + rest * limits.width);
      shown = limits.shown;
    }
    break;
  }
  return end >= text.length ? null : { shown: text.slice(0, end), hidden: text.slice(end), lines: height - shown };
}

/** The end of the last word before an offset; between two characters if there is none near it. */
function endOfWord(text: string, offset: number): number {
  const space = text.lastIndexOf(" ", offset);
  if (space > offset - 50) return space;
  return /[\udc00-\udfff]/.test(text.charAt(offset)) ? offset - 1 : offset;
}

function heightOf(line: string, { width }: Limits): number {
  return Math.max(1, Math.ceil(line.length / width));
}

function* linesOf(text: string): Generator<{ readonly text: string; readonly end: number }> {
  for (let start = 0; start < text.length; ) {
    const at = text.indexOf("\n", start);
    const end = at === -1 ? text.length : at + 1;
    yield { text: text.slice(start, at === -1 ? end : at), end };
    start = end;
  }
}
