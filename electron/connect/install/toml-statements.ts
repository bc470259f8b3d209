/** A key and its value, or the header of a table, in a TOML text that is valid. The range ends with the value. */
export interface TomlStatement {
  readonly kind: "pair" | "table" | "array-table";
  readonly keys: readonly string[];
  readonly start: number;
  readonly end: number;
}

const BLANK = /(?:[ \t\r\n]+|#[^\n]*)*/y;
const SPACE = /[ \t]*/y;
const BARE_KEY = /[A-Za-z0-9_-]+/y;
/** A string in any of its four forms; the long forms first. */
const STRING_STARTS = ['"""', "'''", '"', "'"] as const;

/**
 * Splits a valid TOML text into its statements. Hand-written, because the parsers that report positions fail for strings of
 * more than about 120,000 characters.
 */
export function tomlStatements(text: string): TomlStatement[] {
  const statements: TomlStatement[] = [];
  let at = text.startsWith("\ufeff") ? 1 : 0;
  for (;;) {
    at = skip(BLANK, text, at);
    if (at >= text.length) return statements;
    const start = at;
    if (text[at] === "[") {
      const isArray = text[at + 1] === "[";
      const { keys, end } = readKeys(text, at + (isArray ? 2 : 1));
      at = text.indexOf("]", end) + (isArray ? 2 : 1);
      statements.push({ kind: isArray ? "array-table" : "table", keys, start, end: at });
    } else {
      const { keys, end } = readKeys(text, at);
      at = valueEnd(text, text.indexOf("=", end) + 1);
      statements.push({ kind: "pair", keys, start, end: at });
    }
    if (at <= start) return statements;
  }
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** Keys that dots separate. */
function readKeys(text: string, start: number): { readonly keys: string[]; readonly end: number } {
  const keys: string[] = [];
  let at = start;
  for (;;) {
    at = skip(SPACE, text, at);
    const end = /["']/.test(text[at] ?? "") ? stringEnd(text, at) : skip(BARE_KEY, text, at);
    const key = text.slice(at, end);
    keys.push(keyOf(key));
    at = skip(SPACE, text, end);
    if (text[at] !== ".") return { keys, end: at };
    at += 1;
  }
}

function keyOf(text: string): string {
  if (text.startsWith("'")) return text.slice(1, -1);
  if (!text.startsWith('"')) return text;
  const json = text.replace(/\\U([0-9A-Fa-f]{8})/g, (_, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );
  return JSON.parse(json.replaceAll("\\e", "\\u001b")) as string;
}

function stringEnd(text: string, start: number): number {
  const quote = STRING_STARTS.find((each) => text.startsWith(each, start)) ?? '"';
  const isBasic = quote.startsWith('"');
  for (let at = start + quote.length; at < text.length; at += 1) {
    if (isBasic && text[at] === "\\") at += 1;
    else if (text.startsWith(quote, at)) {
      let end = at + quote.length;
      // A long string may end with one or two quotation marks of its own.
      while (quote.length === 3 && text[end] === quote[0] && end < at + 5) end += 1;
      return end;
    }
  }
  return text.length;
}

function valueEnd(text: string, start: number): number {
  let at = skip(SPACE, text, start);
  let depth = 0;
  let end = at;
  while (at < text.length) {
    const character = text[at] ?? "";
    if (character === '"' || character === "'") at = stringEnd(text, at);
    else if (character === "#") {
      if (depth === 0) return end;
      at = lineFeed(text, at);
      continue;
    } else if (character === "\n" && depth === 0) return end;
    else {
      if (character === "[" || character === "{") depth += 1;
      if (character === "]" || character === "}") depth -= 1;
      at += 1;
    }
    if (!/\s/.test(character)) end = at;
  }
  return end;
}

function lineFeed(text: string, at: number): number {
  const feed = text.indexOf("\n", at);
  return feed < 0 ? text.length : feed;
}
