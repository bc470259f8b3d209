/** What stands in place of a secret. */
export const REDACTED = "[redacted]";

/**
 * How far past the limit text is read, so that a secret the limit cuts through is still known by its whole shape. The
 * longest we look for, a PEM key of 16,384 bits, takes about 12,000 characters.
 */
export const REDACTION_MARGIN = 16 * 1024;

const SECRET_NAME = [
  "passw(?:or)?d",
  "passphrase",
  "pwd",
  "secret(?:[_-]?(?:access[_-]?)?key)?",
  "(?:api|access|private|signing|encryption|account|auth)[_-]?key",
  "(?<!progress[_-]?)token",
  "authorization",
  "credentials?",
  "cookie",
].join("|");

/** A value as JSON, as JSON inside JSON strings, in single quotes, or bare up to the next separator. */
const SECRET_VALUE = [
  String.raw`"(?:[^"\\]|\\[^])+`,
  String.raw`\\"(?:[^"\\]|\\\\\\"|\\\\|\\[^"\\])+`,
  String.raw`\\{2,7}"[^"\\]+`,
  String.raw`'(?:[^'\\]|\\[^])+`,
  String.raw`(?!(?:null|true|false|undefined)\b)[^\s"'\\,;&<>{}()[\]]+`,
].join("|");

const SCHEME = String.raw`(?:(?:bearer|basic|digest|negotiate|token)\s{1,4})?`;

/** Tokens that providers give a shape of their own; each begins where no word is under way. */
const PROVIDER_TOKENS = [
  String.raw`sk-[\w-]{16,}`,
  String.raw`[sr]k_(?:live|test)_\w{16,}`,
  String.raw`gh[pousr]_\w{20,}`,
  String.raw`github_pat_\w{20,}`,
  String.raw`glpat-[\w-]{16,}`,
  "(?:AKIA|ASIA)[A-Z0-9]{16}",
  String.raw`xox[a-z]-[\w-]{8,}`,
  String.raw`xapp-[\w-]{8,}`,
  String.raw`AIza[\w-]{30,}`,
  String.raw`ya29\.[\w-]{20,}`,
  "npm_[a-z0-9]{30,}",
  "hf_[a-z0-9]{20,}",
  String.raw`pypi-[\w-]{30,}`,
  String.raw`SG\.[\w-]{16,}\.[\w-]{16,}`,
  String.raw`eyJ[\w-]{10,}\.[\w-]{4,}(?:\.[\w-]*)?`,
].join("|");

const PEM_LABEL = "[A-Z ]{0,40}PRIVATE KEY-----";
const PEM_TEXT = String.raw`[\w+/=\s\\:,-]`;

/**
 * One pass, one regular expression; what precedes a secret and stays is captured. Each alternative either starts only
 * where no word is under way or reads a bounded stretch, and nothing after a repetition is required that could fail, so
 * the time is linear in the text.
 */
const SECRETS = new RegExp(
  [
    `-----BEGIN ${PEM_LABEL}(?:${PEM_TEXT}{0,16384}?-----END ${PEM_LABEL}|${PEM_TEXT}{0,16384})`,
    `((?:${SECRET_NAME})(?:\\\\{0,3}["'])?\\s{0,8}[:=]\\s{0,8}${SCHEME})(?:${SECRET_VALUE})`,
    String.raw`((?<!\w)bearer\s{1,4})[\w.~+/=-]{16,}`,
    `(?<![\\w-])(?:${PROVIDER_TOKENS})`,
    String.raw`(:\/\/[^\s/:@"'\\]{1,128}:)[^\s/@"'\\]{1,256}(?=@)`,
  ].join("|"),
  "gi",
);

/**
 * Replaces what looks like a secret by `[redacted]`: named values (`password: …`, `"token": "…"`), Authorization values,
 * tokens of well-known providers, JWTs, PEM private keys and passwords in addresses. Where `limit` is given, answers only
 * what stands in the first `limit` UTF-16 units; a secret that reaches over the limit is replaced whole.
 */
export function redactText(text: string, limit = Number.POSITIVE_INFINITY): string {
  const window = text.length > limit + REDACTION_MARGIN ? text.slice(0, limit + REDACTION_MARGIN) : text;
  let redacted = "";
  let position = 0;
  for (const match of window.matchAll(SECRETS)) {
    const kept = match[1] ?? match[2] ?? match[3] ?? "";
    const secretStart = match.index + kept.length;
    if (secretStart >= limit) break;
    const secret = match[0].slice(kept.length);
    redacted += window.slice(position, secretStart) + openingQuote(secret) + REDACTED;
    position = match.index + match[0].length;
  }
  return position < limit ? redacted + window.slice(position, limit) : redacted;
}

/** The closing quote is no part of the match and stays; the opening one is put back. */
function openingQuote(secret: string): string {
  return /^\\{0,7}["']/.exec(secret)?.[0] ?? "";
}
