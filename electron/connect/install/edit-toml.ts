import { parse, TomlError } from "smol-toml";
import type { EntryPlace } from "../client.ts";
import { writeToml } from "../write-text.ts";
import { type EntryEditor, entryName } from "./entry-place.ts";
import { refuse } from "./refusal.ts";
import { applySplices, lineEndOf, lineStart, nextLine, positionOf } from "./text-edits.ts";

/** TOML. Adds, replaces and removes complete tables; every other line stays. */
export const tomlEditor: EntryEditor = {
  parse(text) {
    try {
      return parse(text, { integersAsBigInt: "asNeeded" });
    } catch (error) {
      if (!(error instanceof TomlError)) throw refuse("file_invalid", { format: "TOML" }, error);
      const { line, column, message } = error;
      const problem = message.split("\n", 1)[0]?.replace(/^Invalid TOML document: /, "");
      throw refuse("file_invalid", { format: "TOML", problem, line, column }, error);
    }
  },
  put(text, place, entry) {
    const eol = lineEndOf(text);
    const table = writeToml({ [place.container]: { [entryName(place)]: entry } }).replaceAll("\n", eol);
    const [first, ...others] = ourParts(text, place);
    if (first === undefined || first.kind === "pair") {
      const rest = first === undefined ? text : removeLines(text, [first, ...others]);
      const gap = rest.trim() === "" ? "" : rest.endsWith("\n") ? eol : eol + eol;
      return `${rest}${gap}${table}`;
    }
    const { start, end } = first;
    return removeLines(text, others, [{ start, end, text: table.slice(0, -eol.length) }]);
  },
  remove: (text, place) => removeLines(text, ourParts(text, place)),
};

/** A key with its value, or a table with its members. */
interface Part extends Pick<TomlStatement, "kind" | "start" | "end"> {}

/** The tables and key-value pairs that contain only our entry. */
function ourParts(text: string, place: EntryPlace): Part[] {
  tomlEditor.parse(text);
  const { container } = place;
  const isOurs = (path: readonly string[]) => path[0] === container && path[1] === entryName(place);
  const parts: { kind: Part["kind"]; start: number; end: number }[] = [];
  let table: readonly string[] = [];
  /** Our table, while its members are read. */
  let open: (typeof parts)[number] | null = null;
  for (const { kind, keys, start, end } of tomlStatements(text)) {
    if (kind === "pair") {
      if (open !== null) open.end = end;
      else if (isOurs([...table, ...keys])) parts.push({ kind, start, end });
      else if (table.length === 0 && keys.length === 1 && keys[0] === container) {
        throw refuse("container_inline", { container, ...positionOf(text, start) });
      }
      continue;
    }
    if (kind === "array-table" && keys.length === 1 && keys[0] === container) {
      throw refuse("container_unfit", { container, form: place.form, ...positionOf(text, start) });
    }
    table = keys;
    open = isOurs(keys) ? { kind, start, end } : null;
    if (open !== null) parts.push(open);
  }
  return parts;
}

/** Removes complete lines, and a blank line where two would be adjacent or one would end the file. */
function removeLines(text: string, parts: readonly Part[], others: Parameters<typeof applySplices>[1] = []): string {
  const splices = parts.map((part) => {
    const start = lineStart(text, part.start);
    const end = nextLine(text, part.end);
    const blankBefore = /(?:^|\n)(\r?\n)$/.exec(text.slice(0, start))?.[1]?.length ?? 0;
    const blankAfter = /^\r?\n/.test(text.slice(end)) || end === text.length;
    return { start: blankAfter ? start - blankBefore : start, end, text: "" };
  });
  return applySplices(text, [...splices, ...others]);
}

/** A key and its value, or the header of a table, in a TOML text that is valid. The range ends with the value. */
interface TomlStatement {
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
function tomlStatements(text: string): TomlStatement[] {
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
