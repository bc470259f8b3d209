// Not @secretlint/core: it lints files asynchronously; a capture is masked in place, by values' names and in JSON too.
import { commandPasswordAt } from "./command-options.ts";
import { type DecodedText, originalOffset, readJsonStrings } from "./json-strings.ts";
import { endOfScheme, namedValues, nameRuleOf, separatedCellsIn, tableCellsIn } from "./named-values.ts";
import type { PrefixRule } from "./prefix-rules.ts";
import { privatePartsIn } from "./private-parts.ts";
import {
  AWS_SECRET_KEY,
  BEARER_TOKEN,
  COMMAND_PASSWORD,
  PRIVATE_KEY,
  PRIVATE_PART,
  type SecretKind,
  URL_PASSWORD,
} from "./rules.ts";
import { isEmpty, type Places, prefixesAt, scanText, wordStartsBefore } from "./scan-text.ts";
import { SHAPE_RULES, type ShapeRule } from "./shape-rules.ts";
import { isExample, isFilled, isPlaceholder, looksRandom, URL_PLACEHOLDER } from "./value-look.ts";
import { hasOnlyWords } from "./word-like.ts";

/** A secret in a text: [start, end) in UTF-16 units, without its name and its quotes. */
export interface SecretRange {
  readonly kind: SecretKind;
  /** False for a value that only its name makes a secret, such as `password: hunter2`. */
  readonly isLikely: boolean;
  readonly start: number;
  readonly end: number;
}

/** JSON within JSON strings is read to this depth. */
const MAX_JSON_DEPTH = 8;
/** Shorter texts are not read: `a:b@c` in an address, `pwd=x`. */
const MIN_TEXT_UNITS = 8;
/** The longest private key: a PEM key of 16,384 bits has about 12,000 characters. */
const MAX_KEY_UNITS = 32 * 1024;

/**
 * Finds text that must not be stored, in time linear in the text: private parts and keys, tokens of well-known forms,
 * passwords in addresses and commands, and named values. In JSON the decoded strings are read, at every depth, so that
 * an escaped character neither hides a secret nor ends it. The ranges are sorted and do not overlap.
 */
export function secretsIn(text: string): SecretRange[] {
  return findIn(text, () => true);
}

/** Finds text that is a secret by its form, or by its name and a random look. It is masked in a memory. */
export function likelySecretsIn(text: string): SecretRange[] {
  return findIn(text, ({ isLikely }) => isLikely);
}

/** Masks the secrets in a name that a client chose: names are stored with tokens, memories and log rows. */
export function maskName(name: string): string {
  return replaceRanges(name, likelySecretsIn(name), () => "[secret]");
}

/** Replaces ranges of a text. */
export function replaceRanges<Range extends { readonly start: number; readonly end: number }>(
  text: string,
  ranges: readonly Range[],
  replacement: (range: Range) => string,
): string {
  let replaced = "";
  let position = 0;
  for (const range of ranges) {
    replaced += text.slice(position, range.start) + replacement(range);
    position = range.end;
  }
  return replaced + text.slice(position);
}

function findIn(text: string, isWanted: (range: SecretRange) => boolean): SecretRange[] {
  const found: SecretRange[] = [];
  collect({ text, offsets: null, base: 0 }, 0, found);
  return merge(found.filter(isWanted));
}

function collect(source: DecodedText, depth: number, found: SecretRange[]): void {
  const { text } = source;
  if (text.length < MIN_TEXT_UNITS) return;
  const strings = depth < MAX_JSON_DEPTH ? readJsonStrings(source) : null;
  if (strings === null) {
    const places = scanText(text);
    if (!isEmpty(places) || hasRun(text, AWS_SECRET_UNITS)) collectFromText(source, places, found);
    return;
  }
  const isJwk = strings.some(({ value, name }) => name === null && value.text === "kty");
  let variable: string | null = null;
  for (const { value, name: own } of strings) {
    collect(value, depth + 1, found);
    // `{"name": "DB_PASSWORD", "value": "…"}`
    const name = own !== null && variable !== null && /^value$/i.test(own) ? variable : own;
    if (own !== null) variable = /^(?:name|key)$/i.test(own) ? value.text : null;
    if (isJwk && name !== null && JWK_SECRET.test(name) && value.text.length >= 20) {
      const [start, end] = [originalOffset(value, 0), originalOffset(value, value.text.length)];
      found.push({ kind: PRIVATE_KEY, isLikely: true, start, end });
    }
    const kind = name === null || value.text === "" ? null : nameRuleOf(name);
    // `max_tokens: 100` is a number of tokens.
    const isCount = name !== null && /s$/i.test(name) && /^\d{1,9}$/.test(value.text);
    if (kind === null || isCount) continue;
    const from = endOfScheme(value.text, 0) % value.text.length;
    const [start, end] = [originalOffset(value, from), originalOffset(value, value.text.length)];
    found.push({ kind, isLikely: looksRandom(value.text.slice(from), kind), start, end });
  }
}

/** The private members of a JSON Web Key (RFC 7518). */
const JWK_SECRET = /^(?:d|p|q|dp|dq|qi|k)$/;

/** Overlapping ranges become one, which is named after the more certain rule, found first. */
function merge(found: readonly SecretRange[]): SecretRange[] {
  const order = new Map(found.map((range, index) => [range, index]));
  const sorted = [...found].sort((one, other) => one.start - other.start || other.end - one.end);
  const merged: SecretRange[] = [];
  let kindOrder = 0;
  for (const range of sorted) {
    const last = merged.at(-1);
    const at = order.get(range) ?? 0;
    if (last === undefined || range.start >= last.end) {
      merged.push(range);
      kindOrder = at;
      continue;
    }
    const kind = at < kindOrder ? range.kind : last.kind;
    kindOrder = Math.min(at, kindOrder);
    const end = Math.max(last.end, range.end);
    merged[merged.length - 1] = { ...last, kind, isLikely: last.isLikely || range.isLikely, end };
  }
  return merged;
}

const SHAPES = new Map<ShapeRule, RegExp>(SHAPE_RULES.map((rule) => [rule, new RegExp(rule.pattern, "y")]));

/** A 30-byte value in Base64. */
const AWS_SECRET_UNITS = 40;
const AWS_SECRET = new RegExp(`(?<![\\w+=~/.-])[A-Za-z0-9/+]{${AWS_SECRET_UNITS}}(?![A-Za-z0-9/+=])`, "g");
const BASE64 = new Uint8Array(2 ** 16);
for (const code of Buffer.from("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")) BASE64[code] = 1;
const isBase64 = (text: string, index: number) => BASE64[text.charCodeAt(index)] === 1;

/** Whether a text has a run of Base64 characters of a length. It reads few of the others. */
function hasRun(text: string, length: number): boolean {
  for (let probe = length - 1; probe < text.length; probe += length) {
    if (!isBase64(text, probe)) continue;
    let start = probe;
    while (start > 0 && probe - start < length && isBase64(text, start - 1)) start -= 1;
    let end = probe + 1;
    while (end < text.length && end - start < length && isBase64(text, end)) end += 1;
    if (end - start >= length) return true;
  }
  return false;
}

/** The mixture of a random value; a path has more slashes, and words. */
function isRandomBase64(value: string): boolean {
  const count = (others: RegExp) => value.replace(others, "").length;
  const isMixed = count(/[^A-Z]+/g) >= 5 && count(/[^a-z]+/g) >= 5 && count(/\D+/g) >= 2 && count(/[^/]+/g) <= 3;
  return isMixed && new Set(value).size >= 20 && !/[a-z]{10}|[A-Z]{10}/.test(value);
}

const KEY_LABEL = "(?:[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V1) ?-{4,5}";
const KEY_BEGIN = new RegExp(`-{4,5} ?BEGIN ${KEY_LABEL}`, "g");
const KEY_END = new RegExp(`-{4,5} ?END ${KEY_LABEL}`, "g");
/** The lines of a key that has no end: headers and Base64, even if quoted by `>` or `|` or with escaped line ends. */
const KEY_LINES =
  /^(?:[\s>|#*]|\\{1,15}[nr]|[A-Za-z-]{4,20}: [^\n\\]{1,200}|[A-Za-z0-9+/=]{16,}|[A-Za-z0-9+/=]+(?=\s|\\|$))*/;
const KEY_BODY = /[A-Za-z0-9+/=]{20}/;

/** Keys in other forms: PuTTY, RSA in XML, JSON Web Keys in a text. Their group is the secret. */
const OTHER_KEYS: readonly (readonly [part: string, pattern: RegExp])[] = [
  ["Private-Lines:", /Private-Lines: \d{1,4}\r?\n((?:[A-Za-z0-9+/=]{4,80}\r?(?:\n|$)){1,400})/g],
  ["InverseQ>", /<(?:D|P|Q|DP|DQ|InverseQ)>([A-Za-z0-9+/=\s]{20,2048})<\//g],
  ['"kty"', /"(?:d|p|q|dp|dq|qi|k)"\s{0,4}:\s{0,4}"([\w-]{20,4096})"/g],
];
/** A token in the place of the user: `https://TOKEN@host`. The key of a Sentry address is public. */
const URL_TOKEN = /:\/\/([\w.~%-]{16,256})(?::x-oauth-basic)?@(?=[\w[])(?![\w.-]{0,100}\.sentry\.io\b)/y;

/** A port and a path are not a password: `http://localhost:3000/@name`. */
const URL_CREDENTIALS =
  /:\/\/[^\s/:@"'\\?#]{0,128}:(?!\d{1,5}(?:[/?#]|$))((?:[^\s/"'\\<>]{1,256}(?=@)|[^\s"'\\<>@]{1,256}(?=@)))@(?=[\w.[-])/y;
const BEARER = /bearer\s{1,4}([\w.~+/=-]{16,})/iy;
/** `Basic` and the Base64 of a user and a password. */
const BASIC = /basic\s{1,4}([A-Za-z0-9+/]{12,400}={0,2})/iy;

function collectFromText(source: DecodedText, places: Places, found: SecretRange[]): void {
  const { text } = source;
  const add = (kind: SecretKind, start: number, end: number, isLikely = true) =>
    found.push({ kind, isLikely, start: originalOffset(source, start), end: originalOffset(source, end) });

  if (places.hasKey) {
    for (const { start, end } of privatePartsIn(text)) add(PRIVATE_PART, start, end);
    addPrivateKeys(text, add);
    for (const [part, pattern] of OTHER_KEYS) {
      for (const match of text.includes(part) ? text.matchAll(pattern) : []) {
        const start = match.index + match[0].indexOf(match[1] ?? "");
        add(PRIVATE_KEY, start, start + (match[1] ?? "").length);
      }
    }
  }
  let prefixEnd = 0;
  for (const start of places.prefixes) {
    const hit = start < prefixEnd ? null : matchPrefix(text, start);
    if (hit === null) continue;
    add(hit.rule, start, hit.end, hit.isLikely);
    prefixEnd = hit.end;
  }
  if (hasRun(text, AWS_SECRET_UNITS)) {
    for (const match of text.matchAll(AWS_SECRET)) {
      if (isRandomBase64(match[0])) add(AWS_SECRET_KEY, match.index, match.index + AWS_SECRET_UNITS);
    }
  }
  for (const { rule, position } of places.shapes) addShape(text, rule, position, add);
  for (const position of places.addresses) addAddress(text, position, add);
  for (const position of places.schemes) addScheme(text, position, add);
  for (const position of places.options) {
    const password = commandPasswordAt(text, position);
    if (password !== null) add(COMMAND_PASSWORD, password.start, password.end, password.isLikely);
  }
  if (places.names.length > 0) {
    for (const cells of [tableCellsIn(text), separatedCellsIn(text, places.names)]) {
      for (const { name, start, end } of cells) {
        const rule = nameRuleOf(name);
        if (rule !== null && looksRandom(text.slice(start, end), rule)) add(rule, start, end);
      }
    }
  }
  for (const { rule, start, end, isLikely } of namedValues(text, places.names)) add(rule, start, end, isLikely);
}

type Add = (kind: SecretKind, start: number, end: number, isLikely?: boolean) => void;

function addPrivateKeys(text: string, add: Add): void {
  KEY_BEGIN.lastIndex = 0;
  let nextEnd = -1;
  for (let begin = KEY_BEGIN.exec(text); begin !== null; begin = KEY_BEGIN.exec(text)) {
    const bodyStart = begin.index + begin[0].length;
    if (nextEnd < bodyStart) {
      KEY_END.lastIndex = bodyStart;
      nextEnd = KEY_END.test(text) ? KEY_END.lastIndex : Number.POSITIVE_INFINITY;
    }
    const isClosed = nextEnd - bodyStart <= MAX_KEY_UNITS;
    const body = text.slice(bodyStart, Math.min(bodyStart + MAX_KEY_UNITS, nextEnd));
    const end = isClosed ? nextEnd : bodyStart + (KEY_LINES.exec(body)?.[0].length ?? 0);
    if (KEY_BODY.test(text.slice(bodyStart, end))) add(PRIVATE_KEY, begin.index, end);
    KEY_BEGIN.lastIndex = end;
  }
}

function addShape(text: string, rule: ShapeRule, position: number, add: Add): void {
  const starts = rule.words === undefined ? [position] : wordStartsBefore(text, position, rule.words);
  const pattern = SHAPES.get(rule);
  for (const from of pattern === undefined ? [] : starts) {
    const match = execAt(pattern as RegExp, text, from);
    if (match === null) continue;
    const value = match[1] ?? "";
    const start = from + match[0].lastIndexOf(value);
    if (rule.isNamed !== true || looksRandom(value, PASSWORD)) add(rule, start, start + value.length);
  }
}

const PASSWORD = { id: "password" };

function addAddress(text: string, position: number, add: Add): void {
  const credentials = execAt(URL_CREDENTIALS, text, position);
  if (credentials !== null) {
    const password = credentials[1] ?? "";
    const end = position + credentials[0].length - 1;
    if (!isExample(password)) add(URL_PASSWORD, end - password.length, end, !URL_PLACEHOLDER.test(password));
  }
  const value = execAt(URL_TOKEN, text, position)?.[1] ?? "";
  if (looksRandom(value, { id: "token" }) && !hasOnlyWords(value)) {
    add(URL_PASSWORD, position + 3, position + 3 + value.length);
  }
}

function addScheme(text: string, position: number, add: Add): void {
  if (/\w/.test(text[position - 1] ?? "")) return;
  const bearer = execAt(BEARER, text, position);
  if (bearer !== null) {
    const value = bearer[1] ?? "";
    const end = position + bearer[0].length;
    const hasDigit = /\d/.test(value);
    if (hasDigit || !hasOnlyWords(value)) add(BEARER_TOKEN, end - value.length, end, hasDigit && !isPlaceholder(value));
    return;
  }
  const basic = execAt(BASIC, text, position);
  const value = basic?.[1] ?? "";
  const end = position + (basic?.[0].length ?? 0);
  if (isCredentials(value)) add(BEARER_TOKEN, end - value.length, end);
}

/** Whether Base64 contains a user and a password. */
function isCredentials(base64: string): boolean {
  return /^[\x20-\x7e]{1,64}:[\x20-\x7e]{3,}$/.test(Buffer.from(base64, "base64").toString("latin1"));
}

/** The rule that fits the text after a prefix; one whose value only has the form is returned if no other fits. */
function matchPrefix(text: string, start: number): { rule: PrefixRule; end: number; isLikely: boolean } | null {
  let unlikely: { rule: PrefixRule; end: number; isLikely: false } | null = null;
  for (const { prefix, rule, tail } of prefixesAt(text, start)) {
    tail.lastIndex = start + prefix.length;
    if (!tail.test(text)) continue;
    const end = tail.lastIndex;
    const value = text.slice(start + prefix.length, end);
    if (!isPlaceholder(value) && (rule.isSecret?.(value) ?? true)) return { rule, end, isLikely: true };
    if (!isFilled(value)) unlikely ??= { rule, end, isLikely: false };
  }
  return unlikely;
}

function execAt(pattern: RegExp, text: string, from: number): RegExpExecArray | null {
  pattern.lastIndex = from;
  return pattern.exec(text);
}
