/** A part of a text, decoded, with the positions of its characters in the original. */
export interface DecodedText {
  readonly text: string;
  /** The position of each character, and of the end. Null if they are consecutive from `base`. */
  readonly offsets: Uint32Array | null;
  readonly base: number;
}

/** A string of a JSON text. */
export interface JsonString {
  readonly value: DecodedText;
  /** The key of a value, or the option before it in an array (`"--password", "…"`); null for a key and without one. */
  readonly name: string | null;
}

/** Everything outside strings in a JSON text is one of these characters. */
const NOT_JSON = /[^\s{}[\],:\d.eE+\-truefalsn]/;
const NUMBER = /-?\d[\d.eE+-]*/y;
const SPACE = /\s*/y;

/** The position of a character in the original text. */
export function originalOffset({ offsets, base }: DecodedText, index: number): number {
  return offsets === null ? base + index : (offsets[index] ?? base);
}

/**
 * Reads the strings and named numbers of a JSON text, which may be cut off, without parsing the rest. @returns null if
 * the text is not JSON
 */
export function readJsonStrings(source: DecodedText): JsonString[] | null {
  const { text } = source;
  if (!/^\s*[[{"]/.test(text)) return null;
  const strings: JsonString[] = [];
  let name: string | null = null;
  let isInArray = false;
  /** The previous string, if it is an option. */
  let option: string | null = null;
  /** The next backslash: it is searched for once, not for each string. */
  let backslash = -1;
  for (let position = 0; ; ) {
    const quote = text.indexOf('"', position);
    const gap = text.slice(position, quote === -1 ? undefined : quote);
    if (NOT_JSON.test(gap)) return null;
    // Between two strings: a comma or a closing bracket resets the name, an array keeps it.
    if (name !== null) {
      if (/[\]}{]/.test(gap)) isInArray = false;
      if (gap.includes("[")) isInArray = true;
      if (!isInArray && /[,{}\]]/.test(gap.replace(/^\s*,/, ""))) name = null;
    }
    if (quote === -1) return strings;
    const end = endOfString(text, quote + 1);
    if (backslash < quote) backslash = indexOrEnd(text, "\\", quote);
    const value = backslash < end ? decode(source, quote + 1, end) : part(source, quote + 1, end);
    SPACE.lastIndex = end + 1;
    SPACE.test(text);
    const after = SPACE.lastIndex;
    if (text[after] === ":") {
      strings.push({ value, name: null });
      name = value.text;
      isInArray = false;
      position = after + 1;
      NUMBER.lastIndex = skipSpace(text, position);
      if (NUMBER.test(text)) {
        strings.push({ value: part(source, skipSpace(text, position), NUMBER.lastIndex), name });
        position = NUMBER.lastIndex;
        name = null;
      }
      continue;
    }
    strings.push({ value, name: option ?? name });
    option = value.text.startsWith("--") ? value.text : null;
    if (!isInArray) name = null;
    position = end + 1;
  }
}

function skipSpace(text: string, position: number): number {
  SPACE.lastIndex = position;
  SPACE.test(text);
  return SPACE.lastIndex;
}

/** The position of the quote that closes a string, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let escapes = 0;
    while (quote - escapes > start && text[quote - escapes - 1] === "\\") escapes += 1;
    if (escapes % 2 === 0) return quote;
  }
  return text.length;
}

function indexOrEnd(text: string, searched: string, from: number): number {
  const index = text.indexOf(searched, from);
  return index === -1 ? text.length : index;
}

function part(source: DecodedText, start: number, end: number): DecodedText {
  const { text, offsets, base } = source;
  return {
    text: text.slice(start, end),
    offsets: offsets === null ? null : offsets.subarray(start, end + 1),
    base: base + start,
  };
}

const ESCAPES: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

function decode(source: DecodedText, start: number, end: number): DecodedText {
  const { text, base } = source;
  const offsets = new Uint32Array(end - start + 1);
  let decoded = "";
  let length = 0;
  for (let position = start; position < end; ) {
    const next = Math.min(end, indexOrEnd(text, "\\", position));
    decoded += text.slice(position, next);
    if (source.offsets === null) for (; position < next; position += 1) offsets[length++] = base + position;
    else for (; position < next; position += 1) offsets[length++] = source.offsets[position] ?? base;
    if (next === end) break;
    const escaped = text[position + 1] ?? "";
    const hex = escaped === "u" ? /^[\da-fA-F]{4}/.exec(text.slice(position + 2, position + 6))?.[0] : undefined;
    decoded += hex === undefined ? (ESCAPES[escaped] ?? escaped) : String.fromCharCode(Number.parseInt(hex, 16));
    offsets[length++] = originalOffset(source, position);
    position = Math.min(end, position + (hex === undefined ? 2 : 6));
  }
  offsets[length] = originalOffset(source, end);
  return { text: decoded, offsets: offsets.subarray(0, length + 1), base: 0 };
}
