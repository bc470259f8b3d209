// Not @secretlint/core: it lints files asynchronously; a capture is masked in place, by values' names and in JSON too.
import { type DecodedText, originalOffset, readJsonStrings } from "./json-strings.ts";
import {
  endOfNamedValue,
  endOfScheme,
  isExample,
  isFilled,
  isPlaceholder,
  looksRandom,
  NAME_CANDIDATE,
  namedValuesIn,
  nameRuleOf,
} from "./named-values.ts";
import { privatePartsIn } from "./private-parts.ts";
import {
  AWS_SECRET_KEY,
  BEARER_TOKEN,
  COMMAND_PASSWORD,
  PREFIX_RULES,
  PRIVATE_KEY,
  PRIVATE_PART,
  type PrefixRule,
  type SecretKind,
  SHAPE_RULES,
  URL_PASSWORD,
} from "./rules.ts";
import { tableCellsIn } from "./table-cells.ts";
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
  if (source.text.length < MIN_TEXT_UNITS || !mayContainSecret(source.text)) return;
  const strings = depth < MAX_JSON_DEPTH ? readJsonStrings(source) : null;
  if (strings === null) {
    collectFromText(source, found);
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
    if (kind === null) continue;
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

/** Matches the start of a word. In escaped text the letter of `\n` is not part of it. */
const WORD_START = String.raw`(?:(?<![\w-])|(?<=\\[nrt]))`;
const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/**
 * Compiles the text after a prefix. For `x{10,}` V8 stores four values for each unit, and throws after some million units
 * because its stack is full; for the equal `x{10}x*` it stores one.
 */
const compileTail = (tail: string) =>
  new RegExp(tail.replace(/(\[(?:[^\][\\]|\\.)*\]|\\\w)\{(\d+),\}/g, "$1{$2}$1*"), "y");

const PREFIXES = PREFIX_RULES.flatMap((rule) => rule.prefixes.map((prefix) => ({ prefix, rule })))
  .sort((one, other) => other.prefix.length - one.prefix.length)
  .map(({ prefix, rule }) => ({ prefix, rule, tail: compileTail(rule.tail) }));
// In reverse order, so that a prefix comes after longer ones that start with it, and V8 can share their common parts.
const PREFIX_TEXT = PREFIXES.map(({ prefix }) => escapeRegExp(prefix))
  .sort()
  .reverse()
  .join("|");
const PREFIX = new RegExp(`${WORD_START}(?:${PREFIX_TEXT})`, "g");
/** For each prefix, the rules that may apply after it: a longer prefix includes shorter ones. */
const RULES_BY_PREFIX = new Map(
  PREFIXES.map(({ prefix }) => [prefix, PREFIXES.filter((other) => prefix.startsWith(other.prefix))]),
);

const SHAPE = new RegExp(
  String.raw`(?:(?<![\w+=~-])|(?<=\\[nrt]))(?:${SHAPE_RULES.map(({ pattern }) => pattern).join("|")})`,
  "g",
);

/** One part of each shape, which is found fast. */
const SHAPE_CANDIDATE = new RegExp(SHAPE_RULES.map(({ part }) => part).join("|"));

/** A 30-byte value in Base64. */
const AWS_SECRET_UNITS = 40;
const AWS_SECRET = new RegExp(`(?<![\\w+=~/.-])[A-Za-z0-9/+]{${AWS_SECRET_UNITS}}(?![A-Za-z0-9/+=])`, "g");
const BASE64 = new Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/");

/** Whether a text has a run of Base64 characters of a length. It reads few of the others. */
function hasRun(text: string, length: number): boolean {
  for (let probe = length - 1; probe < text.length; probe += length) {
    if (!BASE64.has(text[probe] ?? "")) continue;
    let start = probe;
    while (start > 0 && probe - start < length && BASE64.has(text[start - 1] ?? "")) start -= 1;
    let end = probe + 1;
    while (end < text.length && end - start < length && BASE64.has(text[end] ?? "")) end += 1;
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
const URL_TOKEN = /:\/\/([\w.~%-]{16,256})(?::x-oauth-basic)?@(?=[\w[])(?![\w.-]{0,100}\.sentry\.io\b)/g;

/** A port and a path are not a password: `http://localhost:3000/@name`. */
const URL_CREDENTIALS =
  /:\/\/[^\s/:@"'\\?#]{0,128}:(?!\d{1,5}(?:[/?#]|$))((?:[^\s/"'\\<>]{1,256}(?=@)|[^\s"'\\<>@]{1,256}(?=@)))@(?=[\w.[-])/g;
const URL_PLACEHOLDER =
  /^(?:pass(?:word|wd)?|pw|pwd|secret|token|key|example|changeme|user(?:name)?|root|admin|guest|test|postgres|mysql|redis|my.*|your.*|x{3,}|\*+|\.{3}|[<[{$%].*)$/i;

const BEARER = /(?<!\w)bearer\s{1,4}([\w.~+/=-]{16,})/gi;

/** Options with a password, and the commands of which they are. mysql takes `-p` without a space before its value. */
const COMMAND_OPTIONS = [
  {
    option: /(?<=\s)(?:-u|--user|--proxy-user)(?:\s{1,3}|=)["']?[^\s:"'@/]{0,128}:(?!\/\/)([^\s"'`]{3,256})/g,
    command: /\b(?:curl|wget|https?)\b/,
  },
  { option: /(?<=\s)-p["']?([^\s"'`-][^\s"'`]{3,256})/g, command: /\b(?:mysql\w*|mariadb\w*|sshpass)\b/ },
  {
    option: /(?<=\s)-p\s["']?([^\s"'`-][^\s"'`]{3,256})/g,
    command: /\b(?:sshpass|(?:docker|podman|az|helm registry|oc|buildah|nerdctl) login|mongo\w*|az)\b/,
  },
  {
    option: /(?<=\s)-[awP]\s["']?([^\s"'`-][^\s"'`]{3,256})/g,
    command: /\b(?:redis-cli|ldap\w+|sqlcmd|zip|unzip|bcp)\b/,
  },
  {
    option: /(?<=\s)(?:--creds|--src-creds|--dest-creds|-u|-U)[\s=]["']?[\w.@-]{1,64}[:,%]([^\s"'`/]{3,256})/g,
    command: /\b(?:skopeo|buildah|podman|lftp|smbclient|oras|crane)\b/,
  },
  { option: /(?<=\s)-(?:passin|passout|pass)\s["']?pass:([^\s"'`]{3,256})/g, command: /\bopenssl\b/ },
];
/** How far before its option the command is looked for. */
const COMMAND_UNITS = 300;

/**
 * Nothing is found in a text in which none of these matches. They only decide whether the text is read, and are fast
 * because most texts are not. An escape may hide any of them.
 */
const CANDIDATES = [
  /\\[u/]|PRIVATE KEY|[</]\s{0,8}private|:\/\/[^\s/]{0,400}:[^\s]{1,256}@|:\/\/[\w.~%-]{16,256}(?::x-oauth-basic)?@|bearer\s|\s(?:-[upawPU]|--user|--proxy-user|--(?:src-|dest-)?creds|-pass(?:in|out)?)[\s=]|static key v1|private-lines:|inverseq>|\bkty\b/i,
  NAME_CANDIDATE,
  new RegExp(String.raw`(?:\b|(?<=\\[nrt]))(?:${PREFIX_TEXT})[\w.+/=%~-]{8}`),
  SHAPE_CANDIDATE,
];

function mayContainSecret(text: string): boolean {
  return CANDIDATES.some((candidate) => candidate.test(text)) || hasRun(text, AWS_SECRET_UNITS);
}

function collectFromText(source: DecodedText, found: SecretRange[]): void {
  const { text } = source;
  const add = (kind: SecretKind, start: number, end: number, isLikely = true) =>
    found.push({ kind, isLikely, start: originalOffset(source, start), end: originalOffset(source, end) });

  for (const { start, end } of privatePartsIn(text)) add(PRIVATE_PART, start, end);
  addPrivateKeys(text, add);
  PREFIX.lastIndex = 0;
  for (let match = PREFIX.exec(text); match !== null; match = PREFIX.exec(text)) {
    const hit = matchPrefix(text, match.index, match[0]);
    if (hit === null) continue;
    add(hit.rule, match.index, hit.end, hit.isLikely);
    PREFIX.lastIndex = hit.end;
  }
  if (hasRun(text, AWS_SECRET_UNITS)) {
    for (const match of text.matchAll(AWS_SECRET)) {
      if (isRandomBase64(match[0])) add(AWS_SECRET_KEY, match.index, match.index + AWS_SECRET_UNITS);
    }
  }
  for (const match of SHAPE_CANDIDATE.test(text) ? text.matchAll(SHAPE) : []) {
    const group = match.findIndex((value, index) => index > 0 && value !== undefined);
    const rule = SHAPE_RULES[group - 1];
    const value = match[group] ?? "";
    const end = match.index + match[0].length;
    if (rule !== undefined) add(rule, end - value.length, end);
  }
  for (const match of text.matchAll(URL_CREDENTIALS)) {
    const password = match[1] ?? "";
    const end = match.index + match[0].length - 1;
    if (!isExample(password)) add(URL_PASSWORD, end - password.length, end, !URL_PLACEHOLDER.test(password));
  }
  for (const match of text.matchAll(BEARER)) {
    const end = match.index + match[0].length;
    const value = match[1] ?? "";
    const hasDigit = /\d/.test(value);
    if (hasDigit || !hasOnlyWords(value)) add(BEARER_TOKEN, end - value.length, end, hasDigit);
  }
  for (const match of text.matchAll(URL_TOKEN)) {
    const value = match[1] ?? "";
    const start = match.index + 3;
    if (looksRandom(value, { id: "token" }) && !hasOnlyWords(value)) add(URL_PASSWORD, start, start + value.length);
  }
  for (const [part, pattern] of OTHER_KEYS) {
    for (const match of text.includes(part) ? text.matchAll(pattern) : []) {
      const start = match.index + match[0].indexOf(match[1] ?? "");
      add(PRIVATE_KEY, start, start + (match[1] ?? "").length);
    }
  }
  addCommandPasswords(text, add);
  for (const { name, start, end } of tableCellsIn(text)) {
    const rule = nameRuleOf(name);
    if (rule !== null && looksRandom(text.slice(start, end), rule)) add(rule, start, end);
  }
  for (const { rule, start, end, isLikely } of namedValuesIn(text)) add(rule, start, end, isLikely);
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

/** The rule that fits the text after a prefix; one whose value only has the form is returned if no other fits. */
function matchPrefix(
  text: string,
  start: number,
  found: string,
): { rule: PrefixRule; end: number; isLikely: boolean } | null {
  let unlikely: { rule: PrefixRule; end: number; isLikely: false } | null = null;
  for (const { prefix, rule, tail } of RULES_BY_PREFIX.get(found) ?? []) {
    tail.lastIndex = start + prefix.length;
    if (!tail.test(text)) continue;
    const end = tail.lastIndex;
    const value = text.slice(start + prefix.length, end);
    if (!isPlaceholder(value) && (rule.isSecret?.(value) ?? true)) return { rule, end, isLikely: true };
    if (!isFilled(value)) unlikely ??= { rule, end, isLikely: false };
  }
  return unlikely;
}

function addCommandPasswords(text: string, add: Add): void {
  for (const { option, command } of COMMAND_OPTIONS) {
    for (const match of text.matchAll(option)) {
      const value = match[1] ?? "";
      const end = match.index + match[0].length;
      const before = text.slice(Math.max(0, match.index - COMMAND_UNITS), match.index);
      if (isExample(value) || !command.test(before.slice(before.lastIndexOf("\n") + 1))) continue;
      add(
        COMMAND_PASSWORD,
        end - value.length,
        endOfNamedValue(text, end - value.length, end),
        !URL_PLACEHOLDER.test(value),
      );
    }
  }
}
