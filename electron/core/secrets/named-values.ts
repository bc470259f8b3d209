import { NAME_RULES, type NameRule } from "./rules.ts";
import { hasOnlyWords } from "./word-like.ts";

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

const NAMES = NAME_RULES.map(({ names }) => names).join("|");
const NAME = new RegExp(NAMES, "gi");
const RULES = NAME_RULES.map((rule) => ({ rule, isName: new RegExp(`(?:${rule.names})$`, "i") }));

const QUOTE = String.raw`\\{0,15}["'${"`"}]`;
/** Between a name and its value: `": `, ` = `, ` => `, `:** `, `"] = `. */
const SEPARATOR = new RegExp(
  String.raw`(?:${QUOTE}|[*_]{1,2})?\]?[*_]{0,2}\s{0,8}(?::=|=>|[:=\uFF1A\uFF1D])[*_]{0,2}\s{0,8}`,
  "y",
);
/** The same in a sentence: `for staging is`, `lautet`. The value must then look like one. */
const SENTENCE =
  /(?:\s(?:for|of|to|on|at|in|für|von|vom|zum|der|des|the|my|our|de|del|do|da|di|du|van|voor|pour|para|per)\s[^\n.:;=,"'`]{1,40}?)?\s(?:is|was|ist|war|lautet|heißt|est|es|è|é|är)(?:\s(?:now|currently|still|jetzt|changed to|set to))?\s{1,4}|[^\n。，；:：=a-z]{0,12}?(?:是|为|為|は|는|은)\s{0,4}/iy;
/** A password that follows its name: `with the password k3Jd8sLq`. */
const DIRECT = /\s{1,3}(?=\S{0,40}\d)/y;
/** The value of a name in a list of variables: `- name: DB_PASSWORD`, `value: …`; `key="…" value="…"`. */
const VARIABLE = new RegExp(
  String.raw`(?:${QUOTE})?\s{0,4},?\s{1,16}(?:${QUOTE})?value(?:${QUOTE})?\s{0,4}[:=]\s{0,4}`,
  "iy",
);
/** The pairs of a `Cookie` header. */
const COOKIES = /\s{0,2}[\w.-]{1,64}=[^\s;"'`]{0,4096}(?:;\s{0,2}[\w.-]{1,64}=[^\s;"'`]{0,4096})*/y;
const SCHEME = /(?:bearer|basic|digest|negotiate|token)\s{1,4}/iy;
/** Another name in place of a value: `secret: client_secret: …`. */
const NEXT_NAME = new RegExp(String.raw`(?:${QUOTE})?[\w.-]{0,64}?(?:${NAMES})(?:${QUOTE})?\s{0,8}[:=]`, "iy");
/** A secret that was masked when it was stored; it looks like a name and a value. */
const MASK = /\[secret: [\w .]{1,40}\]/y;
const OPENING_QUOTE = /(\\{0,15})(["'`])/y;
const NO_VALUE = /(?:null|true|false|undefined|none|nil)\b|[{[(<]/iy;
/** A bare value ends at white space, quotes and CJK characters. */
const BARE = /[^\s"'`\u3000-\u9fff\uff00-\uffef]{1,4096}/y;
const WORDS = /(?:[a-z]{3,8}[ ,\n]{1,3}){11,23}[a-z]{3,8}/y;

/** A name and the characters between it and its value. A text without a match contains no named value. */
export const NAME_CANDIDATE =
  /(?:pass(?:\w{2,6})?|wallet|auth|pwd|psk|kennwort|contraseña|mot de passe|senha|wachtwoord|hasło|heslo|пароль|lösenord(?:et)?|şifre(?:si|m|niz)?|zugangscode|phrase|words|mnemonic|key|token|secret|credentials?|cookie|authorization|sig(?:nature)?|key[ _-]?base|key-data|configjson|_salt|[码碼令钥鑰词詞ドー호])(?:[\W_]{0,24}[:=：＝>]|[\s"',\\nr]{1,24}value|[^\n]{0,60}(?:\s(?:is|was|ist|war|lautet|heißt|est|es|è|é|är)\s|[是为為は는은]))|(?:pass\w{2,6}|requirepass|kennwort|contraseña|passe|senha|wachtwoord|hasło|heslo|пароль|lösenord(?:et)?|şifre|zugangscode|[码碼令ド호])\s{1,3}\S{0,40}\d|(?:\s--?[\w-]{0,40}|(?:login|user)\s{1,8}\S{1,64}\s{1,8})(?:pass(?:\w{2,6})?|key|token|secret) [^\s-]/i;

/** Returns the rule that describes a name by its end; null for a name that is not one of a secret. */
export function nameRuleOf(name: string): NameRule | null {
  const end = name.slice(-64);
  return RULES.find(({ isName }) => isName.test(end))?.rule ?? null;
}

/** Finds named values that may be secrets, from left to right. */
export function* namedValuesIn(text: string): Generator<NamedValue> {
  let match = execAt(NAME, text, 0);
  while (match !== null) {
    const mask = endOfMatch(MASK, text, match.index - 1);
    if (mask !== null) {
      match = execAt(NAME, text, mask);
      continue;
    }
    const nameEnd = match.index + match[0].length;
    const value = readValue(text, match.index, nameEnd, nameRuleOf(match[0]) ?? NAME_RULES[0]);
    if (value?.mayBeSecret === true) yield value;
    match = execAt(NAME, text, Math.max(nameEnd, value?.end ?? 0));
  }
}

function readValue(text: string, nameStart: number, nameEnd: number, rule: NameRule | undefined): ReadValue | null {
  if (rule === undefined) return null;
  const separated =
    endOfMatch(SEPARATOR, text, nameEnd) ??
    endOfMatch(VARIABLE, text, nameEnd) ??
    endOfOption(text, nameStart, nameEnd);
  const inSentence =
    separated === null
      ? (endOfMatch(SENTENCE, text, nameEnd) ?? (rule.id === "password" ? endOfMatch(DIRECT, text, nameEnd) : null))
      : null;
  const from = separated ?? inSentence ?? endOfTag(text, nameStart, nameEnd);
  if (from === null || endOfMatch(NEXT_NAME, text, from) !== null) return null;
  const words = endOfMatch(WORDS, text, from);
  if (rule.id === "seed-phrase")
    return words === null ? null : { rule, start: from, end: words, isLikely: true, mayBeSecret: true };
  const cookies = /cookie$/i.test(text.slice(nameEnd - 6, nameEnd)) ? endOfMatch(COOKIES, text, from) : null;
  const range = cookies === null ? valueAt(text, endOfScheme(text, from)) : { start: from, end: cookies };
  if (range === null) return null;
  const value = text.slice(range.start, range.end);
  const isLikely = looksRandom(value, rule);
  if (inSentence !== null && !(isLikely && isUnlikeWord(value))) return null;
  return { rule, ...range, isLikely, mayBeSecret: isLikely || mayBeSecret(value, rule) };
}

/** `--password value`, and `login ann password value` of a netrc file: the end of the space after the name. */
function endOfOption(text: string, nameStart: number, nameEnd: number): number | null {
  const before = text.slice(Math.max(0, nameStart - 80), nameStart);
  if (!/(?:^|\s)(?:--?[\w-]{0,40}|(?:login|user)\s{1,8}\S{1,64}\s{1,8})$/.test(before)) return null;
  return /^ [^\s-]/.test(text.slice(nameEnd, nameEnd + 2)) ? nameEnd + 1 : null;
}

/** `<password>value`: the end of an opening tag; `"<password>"` is a placeholder. */
function endOfTag(text: string, nameStart: number, nameEnd: number): number | null {
  const isTag = text[nameEnd] === ">" && /<[\w:.-]{0,40}$/.test(text.slice(Math.max(0, nameStart - 44), nameStart));
  return isTag && !/["'`\\]/.test(text[nameEnd + 1] ?? "") ? nameEnd + 1 : null;
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

/** People choose short passwords; other secrets are made by programs. */
const MIN_UNITS = { password: 8, other: 12 } as const;
/** Placeholders, references to a place that has the secret, addresses and dates. */
const NOT_RANDOM =
  /^(?:[$%<{[(]|process\.|env\.|os\.|import\.|\*|https?:|\/[a-z]+(?:[/.-]|$)|\.{1,2}\/|\d{4}-\d\d-\d\d|\w+(?:\.\w+)*\()|\.{3}|…/i;
const WORD_WITH_NUMBER = /^(?:[A-Z]?[a-z]+(?:[-_./:][A-Z]?[a-z]+)*|[A-Z]+(?:_[A-Z]+)*)[-_./:]?v?\d{0,3}$/;

/** Whether a named value is a secret itself: long enough, with a digit, not a word, a placeholder or a reference. */
export function looksRandom(value: string, { id }: Pick<NameRule, "id">): boolean {
  const minimum = id === "password" ? MIN_UNITS.password : MIN_UNITS.other;
  return (
    value.length >= minimum &&
    /\d/.test(value) &&
    !NOT_RANDOM.test(value) &&
    !isPointer(value) &&
    !WORD_WITH_NUMBER.test(value) &&
    !isPlaceholder(value)
  );
}

/** Placeholders of one form: `<your key>`, `[redacted]`, `{{ token }}`, `${TOKEN}`, `$DB_PASSWORD_1`, `%TOKEN%`. */
const PLACEHOLDER = /^(?:<[^<>]*>|\[[^[\]]*\]|\{.*\}|\$\{.*\}?|\$[A-Za-z]+(?:[_-][A-Za-z\d]+)*|%\w+%)$/s;
/** A value of which a part was left out, and which has no long part. */
const SHORTENED = /(?:\.{3}|…)(?=$|[\s\\])/;
const LONG_PART = /[A-Za-z\d+]{16}/;
/** Passwords in examples, and the ones that everybody tries first: `secret123`, `pass1`, `your_token_2`. */
const EXAMPLE =
  /^(?:(?:my|your|the|some|fake|dummy|test|sample|example|access|user|db)[_-]?){0,3}(?:abc|xyz|pass(?:w(?:or)?d)?|secret|token|key|test|example|change[_-]?me)[_-]?\d{0,3}$/i;
/** Limits, ports and durations. */
const SMALL_NUMBER = /^\d{1,5}[a-z]{0,3}$/i;
/** Shorter values are not secrets. People choose short passwords. */
const MIN_SECRET_UNITS = { password: 4, other: 6 } as const;
/** Words are joined by these characters; a value with others is read as a password. */
const JOINED_WORDS = /^(?:[\p{L}\p{M}\d_.:/()[\]<>,?!=*|'"`-]|(?<![^.])\$)+$/u;
/** A call of a method, with any arguments: `config.get(`, `z.string().min(12`. */
const METHOD_CALL = /^[\w$]+(?:\??\.[\w$]+)+[([]/;
/** Four words and more are a passphrase. */
const PASSPHRASE = /^[a-z]+(?:[-_.][a-z]+){3,}$/i;

/**
 * Whether a value with the name of a secret may be one: not a word, an identifier, a call, a reference, a placeholder,
 * an example or a small number. If in doubt, it may be one.
 */
function mayBeSecret(value: string, { id }: Pick<NameRule, "id">): boolean {
  const isPassword = id === "password";
  if (value.length < MIN_SECRET_UNITS[isPassword ? "password" : "other"] || isExample(value)) return false;
  if (SHORTENED.test(value) && !LONG_PART.test(value)) return false;
  if (isFilled(value) || isPointer(value)) return false;
  if (!JOINED_WORDS.test(value)) return true;
  if (METHOD_CALL.test(value) && hasOnlyWords(value)) return false;
  // People choose words with numbers as passwords. Other secrets are made by programs.
  if (/\d/.test(value)) {
    return isPassword || !(SMALL_NUMBER.test(value) || (WORD_WITH_NUMBER.test(value) && hasOnlyWords(value)));
  }
  return !hasOnlyWords(value) || (isPassword && PASSPHRASE.test(value));
}

/** A placeholder, or a password as it is written in examples. */
export function isExample(value: string): boolean {
  return EXAMPLE.test(value) || (PLACEHOLDER.test(value) && hasOnlyWords(value));
}

/** Whether one character fills a value: `0000…1`, `ghp_ExampleToken00000000`. Random data may contain such a run too. */
export function isFilled(value: string): boolean {
  const run = longestRun(value);
  return run >= 8 && (run * 2 >= value.length || (value.length <= 64 && hasOnlyWords(value)));
}

/** One character that is most of a value, or fills up words, or few different ones: `xxxxxxxx`, `0000…`. */
export function isPlaceholder(value: string): boolean {
  const run = longestRun(value);
  if (run >= 6 && (run * 2 >= value.length || (value.length <= 64 && hasOnlyWords(value)))) return true;
  return new Set(value).size < 5;
}

function longestRun(value: string): number {
  let [longest, run] = [0, 0];
  for (let index = 0; index < value.length; index += 1) {
    run = index > 0 && value[index] === value[index - 1] ? run + 1 : 1;
    if (run > longest) longest = run;
  }
  return longest;
}

/**
 * The place of a secret: an ARN, a path of a secret manager, `op://…`, the name of a variable, an element of a list.
 */
const POINTER =
  /^(?:arn:[a-z-]+:|(?:projects|locations|secrets?|kv|ssm|vault|parameter)[/:][\w-]+[/:]|(?!https?:|base64:)[a-z][a-z\d+.-]{1,20}:\/\/[^\s:@]*$|@Microsoft\.KeyVault\(|ENC\[|vault:v\d+:|[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$|[A-Za-z_$][\w$]{0,64}\[[\w"']{1,64}\]|!(?:Ref|Sub|GetAtt)\b)/;

function isPointer(value: string): boolean {
  return POINTER.test(value) && (value.length < 40 || /[/:.[(]/.test(value));
}

/** In a sentence a value such as `sha256`, `32-byte` or `v1.2.3` is a word. */
function isUnlikeWord(value: string): boolean {
  return !/^(?:[a-z]+-?\d+|\d+[a-z-]+|v?\d+(?:\.\d+)+)$/i.test(value) && /[a-z]/i.test(value);
}

function endOfMatch(pattern: RegExp, text: string, from: number): number | null {
  pattern.lastIndex = Math.max(0, from);
  return pattern.test(text) ? pattern.lastIndex : null;
}

function execAt(pattern: RegExp, text: string, from: number): RegExpExecArray | null {
  pattern.lastIndex = from;
  return pattern.exec(text);
}
