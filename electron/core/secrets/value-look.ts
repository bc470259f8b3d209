import type { NameRule } from "./name-rules.ts";
import { hasOnlyWords } from "./word-like.ts";

/** People choose short passwords; other secrets are made by programs. */
const MIN_UNITS = { password: 8, other: 12 } as const;
/** Placeholders, references to a place that has the secret, addresses and dates. */
const NOT_RANDOM =
  /^(?:\$[a-z_{(]|%\w+%|[<{[(]|process\.|env\.|os\.|import\.|\*|https?:|\/[a-z]+(?:[/.-]|$)|\.{1,2}\/|~\/|(?:sha\d{1,3}|md5)[:-]|\d{4}-\d\d-\d\d|\w+(?:\.\w+)*\(|\w{1,64}@[\w.-]{1,200}$)|\.{3}|…/i;
/** Words and numbers that programs join: `user:123:profile-2`. */
const JOINED_LOWER = /^[a-z]+(?:[-_.:/][a-z\d]+)+$/;
const WORD_WITH_NUMBER = /^(?:[A-Z]?[a-z]+(?:[-_./:][A-Z]?[a-z]+)*|[A-Z]+(?:_[A-Z]+)*)[-_./:]?v?\d{0,3}$/;

/** Whether a named value is a secret itself: long enough, with a digit, not a word, a placeholder or a reference. */
export function looksRandom(value: string, { id }: Pick<NameRule, "id">): boolean {
  const minimum = id === "password" ? MIN_UNITS.password : MIN_UNITS.other;
  return (
    value.length >= minimum &&
    hasVariety(value) &&
    !NOT_RANDOM.test(value) &&
    !isPointer(value) &&
    !WORD_WITH_NUMBER.test(value) &&
    !(id !== "password" && JOINED_LOWER.test(value) && hasOnlyWords(value)) &&
    !isPlaceholder(value)
  );
}

/** Whether a value has a digit, or letters of both cases with signs, and is not a word or an expression. */
function hasVariety(value: string): boolean {
  if (/\d/.test(value)) return true;
  if (/[\s()[\]{}<>.,:]/.test(value)) return false;
  const hasSign = /[!#$%&*+?@^~]/.test(value.slice(1, -1)) || /[!#%&*+@^~]$/.test(value);
  const hasBothCases = /[a-z]/.test(value) && /[A-Z]/.test(value);
  return hasBothCases && (hasSign || (value.length >= 16 && !hasOnlyWords(value)));
}

export const URL_PLACEHOLDER =
  /^(?:pass(?:word|wd)?|pw|pwd|secret|token|key|example|changeme|user(?:name)?|root|admin|guest|test|postgres|mysql|redis|my.*|your.*|x{3,}|\*+|\.{3}|[<[{$%].*)$/i;

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
export function mayBeSecret(value: string, { id }: Pick<NameRule, "id">): boolean {
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
export function isUnlikeWord(value: string): boolean {
  if (/^(?:[a-z]+-?\d+|\d+[a-z-]+|v?\d+(?:\.\d+)+)$/i.test(value) || !/[a-z]/i.test(value)) return false;
  return !(/^[A-Z]?[a-z]+(?:[-_./:'’][a-z\d]+)*$/.test(value) && hasOnlyWords(value));
}
