import { NAME_RULES, NAME_SUFFIX, type NameRule } from "./name-rules.ts";
import type { FoundName } from "./scan-text.ts";
import { isUnlikeWord, looksRandom, mayBeSecret } from "./value-look.ts";

/** A value with a name before it: [start, end) without quotes. */
export interface NamedValue {
  readonly rule: NameRule;
  readonly start: number;
  readonly end: number;
  readonly isLikely: boolean;
}

/** A value that was read; it is not yielded if it cannot be a secret. */
interface ReadValue extends NamedValue {
  readonly mayBeSecret: boolean;
}

/** The longest value that is read. */
const MAX_VALUE_UNITS = 32 * 1024;
/** The same for a quoted value of several lines. */
const MAX_LINES_UNITS = 512;

const RULES = NAME_RULES.map((rule) => ({
  rule,
  isName: new RegExp(`(?:${rule.names.join("|")})${NAME_SUFFIX}$`, "i"),
}));
const SUFFIX = new RegExp(NAME_SUFFIX, "iy");

const QUOTE = String.raw`\\{0,15}["'${"`"}]`;
/** Between a name and its value: `": `, ` = `, ` => `, `:** `, `"] = `. */
const SEPARATOR = new RegExp(
  String.raw`(?:${QUOTE}|[*_]{1,2})?(?:\[\d{0,4})?\]?[*_]{0,2}\s{0,8}(?::\s?(?:string|str|&(?:'static )?str)\s?=|:=|=>|\?=|<-|[:=\uFF1A\uFF1D])[*_]{0,2}\s{0,8}(?:[|>][-+]?\n\s{1,24})?`,
  "iy",
);
/** `define('DB_PASSWORD', '…')`, `set("api.key", "…")`, `PASSWORD('…')`: the value is in quotes. */
const ARGUMENT = new RegExp(String.raw`${QUOTE}\s{0,4},\s{0,8}(?=${QUOTE})|\s?\(\s?(?=${QUOTE})`, "y");
const COPULA = [
  "(?:(?:was|is|been|wurde|fue|a été) )?(?:set|changed|reset|rotated|updated|switched|geändert|cambiada|changé) (?:to|auf|a|en)",
  "is|was|ist|war|lautet|heißt|heisst|sei|est|es|è|é|är|er|jest|to|auf|adalah|là|είναι|=|-|–|—",
].join("|");
/** The same in a sentence: `for staging is`, `lautet`. The value must then look like one. */
const SENTENCE = new RegExp(
  String.raw`(?:\s[^\s.:;=,"'${"`"}]{1,24}){0,7}?(?:\s(?:${COPULA})(?:\s(?:now|currently|still|jetzt|nun|ahora|maintenant|agora|ora|теперь))?:?|:)\s{1,4}["'${"`"}(“«]{0,2}|[^\n。，；:：=a-z]{0,12}?(?:是|为|為|成|到|は|を|는|은|가|이)了?\s{0,4}["'${"`"}「“『（(]?`,
  "iy",
);
/** A password that follows its name: `with the password k3Jd8sLq`. */
const DIRECT = /\s{1,3}["'`(]?(?=[^\s"'`]{0,40}\d)/y;
/** A password before its name: `use k3Jd8sLq as the password`. */
const BEFORE =
  /(?:^|[\s"'`(“「：])([^\s"'`“」，。]{8,64})["'`”」)]{0,2}\s(?:as|is|for|als|ist|como|comme|come|est|es|é|è|jako|as the new)\s(?:[^\s.,;:]{1,16}\s){0,3}$|([^\s"'`，。：\u3000-\u9fff]{8,64})\s?(?:是|作为|作為|为|を)[^\n。，a-z]{0,12}$/i;
/** The next cell of a table: `| DB_PASSWORD | k3Jd8sLq |`. */
const CELL = /[`*]{0,3}[ \t]{0,40}\|[ \t]{0,20}[`*]{0,3}(?=[^\s|])/y;
/** `login: ann / k3Jd8sLq`. */
const LOGIN = /\s{0,2}[:：=]?\s{0,2}[^\s/,:：]{1,64}\s{0,2}(?:\/|,|:|：|，)\s{0,2}(?=[^\s"'`]{8})/y;
/** The value of a name in a list of variables: `- name: DB_PASSWORD`, `value: …`; `key="…" value="…"`. */
const VARIABLE = new RegExp(
  String.raw`(?:${QUOTE})?\s{0,4},?\s{1,16}(?:${QUOTE})?value(?:${QUOTE})?\s{0,4}[:=]\s{0,4}|${QUOTE}\s{0,4}\{[^{}]{0,160}?\bdefault\s{0,4}=\s{0,4}`,
  "iy",
);
/** The pairs of a `Cookie` header. */
const COOKIES = /\s{0,2}[\w.-]{1,64}=[^\s;"'`]{0,4096}(?:;\s{0,2}[\w.-]{1,64}=[^\s;"'`]{0,4096})*/y;
const SCHEME = /(?:bearer|basic|digest|negotiate|token|apikey|api-key|ssws|sso-key|key|aws4-hmac-sha256)\s{1,4}/iy;
/** Between the position of a value and another name in its place: `secret: client_secret: …`. */
const BEFORE_NAME = new RegExp(`^(?:${QUOTE})?[\\w.-]{0,64}$`);
const AFTER_NAME = new RegExp(String.raw`(?:${QUOTE})?\s{0,8}[:=]`, "y");
/** A secret that was masked when it was stored; it looks like a name and a value. */
const MASK = /\[secret: [\w .]{1,40}\]/y;
const OPENING_QUOTE = /(\\{0,15})(["'`])/y;
const NO_VALUE = /(?:null|true|false|undefined|none|nil)\b|[{[(<]/iy;
/** A bare value ends at white space, quotes and CJK characters. */
const BARE = /[^\s"'`\u3000-\u9fff\uac00-\ud7a3\uff00-\uffef“”]{1,4096}/y;
const WORDS = /(?:[a-z]{3,8}[ ,\n]{1,3}){11,23}[a-z]{3,8}/y;

/** Returns the rule that describes a name by its end; null for a name that is not one of a secret. */
export function nameRuleOf(name: string): NameRule | null {
  const end = name.slice(-64);
  return RULES.find(({ isName }) => isName.test(end))?.rule ?? null;
}

/** Finds the values of names that may be secrets, from left to right. */
export function* namedValues(text: string, names: readonly FoundName[]): Generator<NamedValue> {
  let position = 0;
  for (const [index, { rule, start, end }] of names.entries()) {
    if (start < position) continue;
    const mask = endOfMatch(MASK, text, start - 1);
    const nameEnd = endOfMatch(SUFFIX, text, end) ?? end;
    const isOther = (from: number) => hasNameAt(text, from, names, index + 1);
    const value = mask === null ? readValue({ text, start, end: nameEnd, rule, isOther }) : null;
    if (value?.mayBeSecret === true) yield value;
    position = mask ?? Math.max(value?.end ?? 0, position);
  }
}

interface Name extends FoundName {
  readonly text: string;
  /** Whether another name is in the place of a value. */
  readonly isOther: (from: number) => boolean;
}

function hasNameAt(text: string, from: number, names: readonly FoundName[], first: number): boolean {
  for (let index = first; index < names.length; index += 1) {
    const { start, end } = names[index] ?? { start: 0, end: 0 };
    if (start < from) continue;
    if (start - from > 80 || !BEFORE_NAME.test(text.slice(from, start))) return false;
    if (endOfMatch(AFTER_NAME, text, endOfMatch(SUFFIX, text, end) ?? end) !== null) return true;
  }
  return false;
}

function readValue(name: Name): ReadValue | null {
  const { text, end, rule } = name;
  if (/[a-z\d]/i.test(text[end] ?? "")) return null;
  if (rule.id === "login") {
    const pair = readSentence(name, endOfMatch(LOGIN, text, end));
    if (pair !== null) return pair;
  }
  const from =
    endOfMatch(SEPARATOR, text, end) ?? endOfMatch(VARIABLE, text, end) ?? endOfOption(name) ?? endOfTag(name) ?? null;
  if (from !== null) return readSeparated(name, from);
  const argument = endOfMatch(ARGUMENT, text, end);
  if (argument !== null) {
    const value = readSeparated(name, argument);
    return value?.isLikely === true ? value : null;
  }
  if (rule.id === "seed-phrase") return readSeparated(name, endOfMatch(SENTENCE, text, end));
  return (
    readSentence(name, endOfMatch(CELL, text, end)) ??
    readSentence(name, endOfMatch(SENTENCE, text, end)) ??
    (rule.id === "password" ? (readSentence(name, endOfMatch(DIRECT, text, end)) ?? readBefore(name)) : null)
  );
}

function readSeparated({ text, end, rule, isOther }: Name, from: number | null): ReadValue | null {
  if (from === null || isOther(from)) return null;
  if (rule.id === "seed-phrase") {
    const words = endOfMatch(WORDS, text, from);
    return words === null ? null : { rule, start: from, end: words, isLikely: true, mayBeSecret: true };
  }
  const cookies = /cookie$/i.test(text.slice(end - 6, end)) ? endOfMatch(COOKIES, text, from) : null;
  const range = cookies === null ? valueAt(text, endOfScheme(text, from)) : { start: from, end: cookies };
  if (range === null) return null;
  const value = text.slice(range.start, range.end);
  const isLikely = looksRandom(value, rule);
  return { rule, ...range, isLikely, mayBeSecret: isLikely || mayBeSecret(value, rule) };
}

/** A value in a sentence must look like one. */
function readSentence({ text, rule, isOther }: Name, from: number | null): ReadValue | null {
  if (from === null || isOther(from)) return null;
  const range = bareValueAt(text, from);
  if (range === null) return null;
  const value = text.slice(range.start, range.end);
  const isSecret = looksRandom(value, rule.id === "login" ? { id: "password" } : rule) && isUnlikeWord(value);
  return isSecret ? { rule, ...range, isLikely: true, mayBeSecret: true } : null;
}

function readBefore({ text, start, end, rule }: Name): ReadValue | null {
  const offset = Math.max(0, start - 100);
  const match = BEFORE.exec(text.slice(offset, start));
  const value = match?.[1] ?? match?.[2] ?? "";
  if (match === null || !looksRandom(value, rule) || !isUnlikeWord(value)) return null;
  const from = offset + match.index + match[0].indexOf(value);
  return { rule, start: from, end: from + value.length, isLikely: true, mayBeSecret: end > 0 };
}

/** The text before a name whose value follows after a space: an option, a Docker variable, a line of a netrc file. */
const BEFORE_OPTION =
  /(?:^|[\s"'])(?:--?[\w-]{0,40}|(?:login|user)\s{1,8}\S{1,64}\s{1,8}|@\w{0,40}|snmp-server\s{1,4}|(?:ENV|ARG|setx|set|put|#define)\s{1,4}[\w.:/-]{0,60})$/;

function endOfOption({ text, start, end }: Name): number | null {
  if (text[end] !== " " || /[\s-]/.test(text[end + 1] ?? " ")) return null;
  return BEFORE_OPTION.test(text.slice(Math.max(0, start - 80), start)) ? end + 1 : null;
}

/** The end of an opening tag: `<password>value`, `<entry key="password">value`. `"<password>"` is a placeholder. */
const OPEN_TAG = /["']?(?:\s{1,4}[\w:]{1,20}="[^"<>]{0,40}"){0,3}\s?>(?!["'`\\])/y;
/** A tag that follows: `<key>Password</key><string>value`. */
const NEXT_TAG = /<\/(?:key|name|td|th|dt|b|strong)>:?\s{0,40}(?:<\/?(?:string|value|td|dd|code|tr)>\s{0,20}){1,2}/y;

function endOfTag({ text, start, end }: Name): number | null {
  const next = endOfMatch(NEXT_TAG, text, end);
  if (next !== null) return next;
  const tagEnd = endOfMatch(OPEN_TAG, text, end);
  if (tagEnd === null) return null;
  return /<[\w:.-]{0,40}(?:\s[^<>"'`]{0,20}["'][\w.:-]{0,40})?$/.test(text.slice(Math.max(0, start - 90), start))
    ? tagEnd
    : null;
}

function valueAt(text: string, from: number): { start: number; end: number } | null {
  OPENING_QUOTE.lastIndex = from;
  const opening = OPENING_QUOTE.exec(text);
  if (opening !== null) {
    const start = from + opening[0].length;
    const end = endOfQuoted(text, start, opening[2] ?? '"', opening[1]?.length ?? 0);
    if (end === null) return bareValueAt(text, start);
    const unschemed = Math.min(end, endOfScheme(text, start));
    return end === start ? null : { start: unschemed === end ? start : unschemed, end };
  }
  return endOfMatch(NO_VALUE, text, from) === null ? bareValueAt(text, from) : null;
}

function bareValueAt(text: string, start: number): { start: number; end: number } | null {
  const matched = endOfMatch(BARE, text, start);
  const end = matched === null ? start : endOfNamedValue(text, start, matched);
  return end === start ? null : { start, end };
}

/** A bare value does not include the next pair (`&b=`), a closing tag, or punctuation at its end. */
export function endOfNamedValue(text: string, start: number, end: number): number {
  const value = text.slice(start, end);
  const next = /[&,;](?=[\w.-]{1,64}[=:])|<\/|\)\]/.exec(value)?.index ?? value.length;
  let length = next;
  while (length > 0 && "\\,;.:!?)]}>*_|".includes(value[length - 1] ?? "")) length -= 1;
  return start + length;
}

/**
 * The end of a quoted value whose quote is escaped by `escapes` backslashes: 0 in JSON, 1 in JSON within a JSON string,
 * 3 in the next depth. Each backslash or quote of the value doubles them, so that the closing quote has as many as the
 * opening one, plus a multiple of the next depth's.
 * @returns null if it is not closed; a double quote may be closed on a later line, or by the end of a cut text
 */
function endOfQuoted(text: string, start: number, quote: string, escapes: number): number | null {
  let last = Math.min(text.length, start + MAX_VALUE_UNITS);
  let run = 0;
  for (let position = start; position < last; position += 1) {
    const character = text[position];
    if (character === "\\") {
      run += 1;
      continue;
    }
    if (character === quote && (run < escapes || run % (2 * (escapes + 1)) === escapes)) {
      return position - Math.min(run, escapes);
    }
    if (character === "\n") last = Math.min(last, quote === '"' ? start + MAX_LINES_UNITS : position);
    run = 0;
  }
  return quote === '"' && last === text.length ? last : null;
}

/** The position after the scheme of an Authorization value: `Bearer …`. */
export function endOfScheme(text: string, from: number): number {
  return endOfMatch(SCHEME, text, from) ?? from;
}

function endOfMatch(pattern: RegExp, text: string, from: number): number | null {
  pattern.lastIndex = Math.max(0, from);
  return pattern.test(text) ? pattern.lastIndex : null;
}

/** A cell of a Markdown table: [start, end) without white space and code marks, under the name of its column. */
interface TableCell {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Cells of wider tables are not read. */
const MAX_COLUMNS = 32;
const DELIMITER_ROW = /^[ \t]{0,3}\|?[ \t:]{0,8}-[-|: \t]*$/;

/** Yields the cells of the Markdown tables of a text, row by row. */
export function* tableCellsIn(text: string): Generator<TableCell> {
  if (!text.includes("|")) return;
  let names: readonly string[] = [];
  let [previousStart, previous] = [0, ""];
  for (let start = 0; start < text.length; ) {
    const lineEnd = text.indexOf("\n", start);
    const end = lineEnd === -1 ? text.length : lineEnd;
    const line = text.slice(start, end);
    if (!line.includes("|")) names = [];
    else if (names.length > 0) {
      for (const [column, cell] of cellsOf(line, start).entries()) yield { ...cell, name: names[column] ?? "" };
    } else if (DELIMITER_ROW.test(line)) {
      names = cellsOf(previous, previousStart).map((cell) => text.slice(cell.start, cell.end));
    }
    [previousStart, previous, start] = [start, line, end + 1];
  }
}

function cellsOf(line: string, offset: number): { start: number; end: number }[] {
  const cells: { start: number; end: number }[] = [];
  let position = /^\s{0,3}\|/.exec(line)?.[0].length ?? 0;
  for (const cell of line.slice(position).split("|", MAX_COLUMNS)) {
    const before = /^[\s`*]*/.exec(cell)?.[0].length ?? 0;
    const text = cell.slice(before).replace(/(?<![\s`*])[\s`*]+$/, "");
    cells.push({ start: offset + position + before, end: offset + position + before + text.length });
    position += cell.length + 1;
  }
  return cells;
}

/** Rows of a longer text are not read. */
const MAX_ROWS = 10_000;

/** Yields the cells of texts of separated values, in the columns of which the heading is at one of the positions. */
export function* separatedCellsIn(
  text: string,
  headings: readonly { start: number; end: number }[],
): Generator<TableCell> {
  let read = 0;
  for (const { start, end } of headings) {
    const separator = [text[start - 1], text[end]].find((mark) => mark !== undefined && /[,;\t]/.test(mark));
    if (separator === undefined || start < read) continue;
    const before = text.slice(Math.max(0, start - MAX_HEADING_UNITS), start);
    const after = text.slice(end, end + MAX_HEADING_UNITS).indexOf("\n");
    if (after === -1) continue;
    const lineStart = start - before.length + before.lastIndexOf("\n") + 1;
    const lineEnd = end + after;
    const names = text.slice(lineStart, lineEnd).trim().split(separator);
    if (names.length < 2 || names.some((name) => name.length > 40 || /[^\w .\-"\p{L}]/u.test(name))) continue;
    let position = lineEnd + 1;
    for (let row = 0; row < MAX_ROWS && position < text.length; row += 1) {
      const next = text.indexOf("\n", position);
      const rowEnd = next === -1 ? text.length : next;
      const cells = text.slice(position, rowEnd).split(separator);
      if (cells.length !== names.length) break;
      for (const [column, cell] of cells.entries()) {
        const from = position + (/^["\s]{0,4}/.exec(cell)?.[0].length ?? 0);
        const value = cell.trim().replace(/^"|"$/g, "");
        yield { name: (names[column] ?? "").replace(/^"|"$/g, "").trim(), start: from, end: from + value.length };
        position += cell.length + 1;
      }
      position = rowEnd + 1;
    }
    read = position;
  }
}

const MAX_HEADING_UNITS = 400;
