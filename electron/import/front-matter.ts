import { parse as parseToml } from "smol-toml";
import { isRecord } from "../core/util/is-record.ts";
import type { Fields } from "./values.ts";

/** `parse` of the package `yaml`, which readers load on demand. */
export type ParseYaml = (text: string, options: { readonly schema: "failsafe"; readonly logLevel: "error" }) => unknown;

/** A Markdown file, divided into the fields of its front matter and its text. */
export interface FrontMatter {
  /**
   * By name in lower case without `-`, `_` and spaces: `valid_from` is `validfrom`. A date, number or boolean is the text
   * in the file.
   */
  readonly fields: Fields;
  /** The text after it, trimmed; before it the lines of the front matter that have no field. */
  readonly body: string;
  /** Whether YAML or TOML refused the front matter, so that it was read line by line. */
  readonly isRepaired: boolean;
}

/** More lines between two rules are text: each may be parsed by itself. */
const MAX_LINES = 500;
const MAX_KEY_LENGTH = 60;
/** The fields that readers use. */
const TAGS = ["tags", "tag", "keywords"];
const TEXTS = ["title", "name", "description", "type", "lang", "language", "locale"];
const DATES = [
  ...["created", "createdat", "date", "datecreated", "creationdate", "updated", "updatedat", "modified", "modifiedat"],
  ...["lastmodified", "lastmod", "datemodified", "validfrom", "validuntil", "expires"],
];
/** Other fields of the programs that write front matter. They are not part of the text. */
const OTHERS = [
  ...["metadata", "permalink", "aliases", "alias", "id", "uid", "uuid", "slug", "category", "categories", "topics"],
  ...["cssclass", "cssclasses", "layout", "draft", "publish", "published", "globs", "alwaysapply", "applyto", "paths"],
  ...["sourceurl", "latitude", "longitude", "altitude", "taxonomies", "extra", "params", "weight", "template"],
];
const KNOWN: ReadonlySet<string> = new Set([...TAGS, ...TEXTS, ...DATES, ...OTHERS]);
const WITH_PLAIN_TEXT: ReadonlySet<string> = new Set([...TEXTS, ...DATES]);

type Format = "yaml" | "toml" | "json";
/** The lines around a front matter. A format can follow the first one: `---toml`. */
const FENCES: Readonly<Record<string, { readonly format: Format; readonly end: RegExp }>> = {
  "---": { format: "yaml", end: /^(?:---|\.\.\.)$/ },
  "+++": { format: "toml", end: /^\+\+\+$/ },
  ";;;": { format: "json", end: /^;;;$/ },
};
const OPENING = /^(---|\+\+\+|;;;)[ \t]*(ya?ml|toml|json)?$/i;

/** A line that starts with a name and a colon, or `=` in TOML, and the lines that belong to it. */
interface Entry {
  readonly key: string;
  /** The text after the colon, trimmed. */
  readonly value: string;
  /** The complete entry, as it is in the file. */
  readonly lines: readonly string[];
}

/**
 * Divides a Markdown file with front matter in YAML (`---`), TOML (`+++`) or JSON (`;;;`, or an object at the start). Text
 * between two rules that has none of the known fields stays text.
 * @param given with or without a byte order mark
 */
export function splitFrontMatter(given: string, parse: ParseYaml): FrontMatter {
  const text = given.replace(/^\ufeff/, "");
  const asText = { fields: {}, body: text.trim(), isRepaired: false };
  const block = findBlock(text);
  if (block === null) return asText;
  const { format, matter } = block;
  if (matter.every((line) => line.trim() === "")) return { ...asText, body: block.rest.trim() };
  const all = tryParse(matter.join("\n"), format, parse);
  const isValid = isRecord(all);
  if (format === "json" && !isValid) return asText;
  const { entries, others } = format === "json" ? NO_ENTRIES : entriesOf(matter, format === "toml" ? "=" : ":");
  const parsed = isValid ? Object.entries(all).map(([key, value]): [string, unknown] => [nameOf(key), value]) : [];
  const fields = new Map(parsed.map(([key, value]) => [key, TAGS.includes(key) ? tagsIn(value) : value]));
  const kept = isValid ? [] : [...others];
  const read = new Set<string>();
  // TOML and JSON have one way to write each value, which their parsers read.
  for (const entry of isValid && format !== "yaml" ? [] : entries) {
    const key = nameOf(entry.key);
    const isRepeated = read.has(key);
    read.add(key);
    if (TAGS.includes(key)) fields.set(key, [...(isRepeated ? tagsIn(fields.get(key)) : []), ...tagTexts(entry)]);
    else if (isRepeated || !(isValid || KNOWN.has(key))) kept.push(...entry.lines);
    else if (!isValid || WITH_PLAIN_TEXT.has(key)) fields.set(key, readValue(entry, fields.get(key), parse));
  }
  if (![...fields.keys()].some((key) => KNOWN.has(key))) return asText;
  const body = [kept.join("\n").trim(), block.rest.trim()].filter((part) => part !== "").join("\n\n");
  return { fields: Object.fromEntries(fields), body, isRepaired: !isValid };
}

/** The tags of a note: text or a list, separated by commas, semicolons, spaces or `#`. */
export function tagsOf(fields: Fields): string[] {
  return [...new Set(TAGS.flatMap((key) => (fields[key] as readonly string[] | undefined) ?? []))];
}

/** The tags in a value of YAML. */
function tagsIn(value: unknown): string[] {
  return Array.isArray(value)
    ? value.flatMap((item) => splitTags(String(item), true))
    : splitTags(String(value), false);
}

interface Block {
  readonly format: Format;
  readonly matter: readonly string[];
  /** The text after it. */
  readonly rest: string;
}

/** The lines between a rule in the first line and the next one, or an object of JSON; null if there are none. */
function findBlock(text: string): Block | null {
  const lines = text.split(/\r\n|\n|\r/);
  const [, mark = "", named] = OPENING.exec(lines[0]?.trimEnd() ?? "") ?? [];
  const fence = FENCES[mark];
  if (fence === undefined) return findObject(lines);
  const end = lines.findIndex((line, index) => index > 0 && fence.end.test(line.trimEnd()));
  if (end === -1 || end > MAX_LINES) return null;
  const format = named === undefined ? fence.format : formatNamed(named.toLowerCase());
  return { format, matter: withoutIndent(lines.slice(1, end)), rest: lines.slice(end + 1).join("\n") };
}

/** The lines without the white space that all of them start with. */
function withoutIndent(lines: readonly string[]): readonly string[] {
  const written = lines.filter((line) => line.trim() !== "");
  const indent = /^[ \t]*/.exec(written[0] ?? "")?.[0] ?? "";
  return written.every((line) => line.startsWith(indent)) ? lines.map((line) => line.slice(indent.length)) : lines;
}

/**
 * An object of JSON in the first line, or from it to the first line that is a closing bracket. Other objects are text: one
 * without a title or date, and a note that is only an object.
 */
function findObject(lines: readonly string[]): Block | null {
  if (!lines[0]?.startsWith("{")) return null;
  const isLine = lines[0].trimEnd().endsWith("}");
  const end = isLine ? 0 : lines.findIndex((line) => line.trimEnd() === "}");
  if (end === -1 || end > MAX_LINES) return null;
  const [matter, rest] = [lines.slice(0, end + 1), lines.slice(end + 1).join("\n")];
  const isMatter = rest.trim() !== "" && matter.some((line) => /"(?:title|date)"\s*:/i.test(line));
  return isMatter ? { format: "json", matter, rest } : null;
}

function formatNamed(name: string): Format {
  return name === "toml" || name === "json" ? name : "yaml";
}

function nameOf(key: string): string {
  return key.toLowerCase().replace(/[\s_-]/g, "");
}

function tryParse(text: string, format: Format, parse: ParseYaml): unknown {
  try {
    if (format === "yaml") return parse(text, { schema: "failsafe", logLevel: "error" });
    const parsed: unknown = format === "toml" ? parseToml(text) : JSON.parse(asObject(text));
    return isRecord(parsed) ? withTexts({ ...toRecord(parsed.taxonomies), ...parsed }) : undefined;
  } catch {
    return undefined;
  }
}

/** The members between `;;;` have no brackets around them. */
function asObject(text: string): string {
  return text.trimStart().startsWith("{") ? text : `{${text}}`;
}

/** A date, number or boolean as its text, as YAML's failsafe schema reads it. */
function withTexts(fields: Fields): Fields {
  const entries = Object.entries(fields).map(([key, value]): [string, unknown] => {
    if (value instanceof Date) return [key, value.toISOString()];
    return [key, typeof value === "object" || value === undefined ? (value ?? "") : String(value)];
  });
  return Object.fromEntries(entries);
}

const NO_ENTRIES = { entries: [], others: [] };

/** The entries of a front matter, and its other lines, such as comments. */
function entriesOf(
  lines: readonly string[],
  separator: ":" | "=",
): {
  readonly entries: readonly Entry[];
  readonly others: readonly string[];
} {
  const entries: { key: string; value: string; lines: string[] }[] = [];
  const others: string[] = [];
  for (const line of lines) {
    const at = line.indexOf(separator);
    const key = unquoted(line.slice(0, Math.max(at, 0)).trim());
    const value = line.slice(at + 1);
    const isStart =
      /^[\p{L}\p{N}_"']/u.test(line) &&
      key !== "" &&
      key.length <= MAX_KEY_LENGTH &&
      // `https://` is not a name; `tags:work` is a slip of the pen.
      (/^(?:\s|$)/.test(value) || (KNOWN.has(nameOf(key)) && !value.startsWith("/")));
    if (isStart) entries.push({ key, value: value.trim(), lines: [line] });
    else if (/^(?:\s|-(?:\s|$)|$)/.test(line) && entries.length > 0) entries.at(-1)?.lines.push(line);
    else others.push(line);
  }
  return { entries, others };
}

/**
 * The value of an entry. Text without quotes is read as it is: YAML would drop `#12` from a title, and read `[WIP]` as a
 * list. @param found the value that YAML found, if it accepted the front matter
 */
function readValue({ key, value, lines }: Entry, found: unknown, parse: ParseYaml): unknown {
  const isText = WITH_PLAIN_TEXT.has(nameOf(key));
  const [, ...more] = lines.map((line) => line.trim()).filter((line) => line !== "");
  const isPlain = more.length === 0 && value !== "" && !/^["'|>]/.test(value) && (isText || !/^[[{&*!]/.test(value));
  if (isPlain) return /^(?:~|null)$/i.test(value) ? "" : value;
  const alone = found ?? Object.values(toRecord(tryParse(lines.join("\n"), "yaml", parse)))[0];
  if (typeof alone === "string" || (alone !== undefined && !isText)) return alone;
  return unquoted([value.replace(/^[|>][+-]?$/, ""), ...more].join(" ").trim());
}

function toRecord(value: unknown): Fields {
  return isRecord(value) ? value : {};
}

/** The tags in an entry. They are not read by YAML, for which `#work` is a comment. */
function tagTexts({ value, lines }: Entry): string[] {
  if (/^(?:null|~)$/i.test(value)) return [];
  const [, ...more] = lines.map((line) => line.trim()).filter((line) => line !== "");
  const items = more.filter((line) => /^-(?:\s|$)/.test(line)).map((line) => line.slice(1));
  const text = [value, ...more.filter((line) => !/^-(?:\s|$)/.test(line))].join(" ").trim();
  const list = /^\[/.test(text) ? text.replace(/^\[/, "").replace(/\]$/, "") : null;
  return [...splitTags(list ?? text, list !== null), ...items.flatMap((item) => splitTags(item, true))];
}

const SEPARATORS = /[,;|，；、\n]/;

/** The parts of a text between separators outside of quotes: `"a, b", c`. */
function quotedParts(text: string): string[] {
  const parts = text.match(/\s*(?:"[^"\n]*"|'[^'\n]*')\s*(?=[,;|，；、\n]|$)|[^,;|，；、\n]+/g);
  return parts ?? [];
}

/** @param isItem whether the text is from a list, in which a tag may have spaces */
function splitTags(text: string, isItem: boolean): string[] {
  const inner = unquoted(text.trim());
  // `"work", "home"` has no quotes around it.
  const parts = /["']/.test(inner) ? quotedParts(text.trim()) : inner.split(SEPARATORS);
  const isSpaced = !isItem && parts.length === 1;
  const tags = parts.flatMap((part) => {
    const tag = unquoted(part.trim());
    if (/(?:^|\s)[#＃]\S/.test(tag)) {
      return tag.split(/\s/).flatMap((word) => (/^[#＃]/.test(word) ? word.split(/[#＃]/) : word));
    }
    return isSpaced ? tag.split(/\s/) : tag;
  });
  return tags.filter((tag) => tag !== "");
}

/** A text without the quotes around it. */
function unquoted(text: string): string {
  const quote = text[0];
  const isQuoted = text.length > 1 && (quote === '"' || quote === "'") && text.endsWith(quote);
  return isQuoted ? text.slice(1, -1).trim() : text;
}
