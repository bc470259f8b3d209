/**
 * Finds apparent secrets in text: named values (`password: …`, `"token": "…"`), Authorization values, tokens of
 * well-known providers, JWTs, PEM private keys and passwords in URLs.
 */

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

/** A value in JSON, in JSON within a JSON string, in single quotes, or bare up to the next separator. */
const SECRET_VALUE = [
  String.raw`"(?:[^"\\]|\\[^])+`,
  String.raw`\\"(?:[^"\\]|\\\\\\"|\\\\|\\[^"\\])+`,
  String.raw`\\{2,7}"[^"\\]+`,
  String.raw`'(?:[^'\\]|\\[^])+`,
  String.raw`(?!(?:null|true|false|undefined)\b)[^\s"'\\,;&<>{}()[\]]+`,
].join("|");

const SCHEME = String.raw`(?:(?:bearer|basic|digest|negotiate|token)\s{1,4})?`;

/** Tokens that providers give a distinctive form; each begins at a word boundary. */
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
 * One regular expression, one pass. A group captures the text before a secret that is not part of it. The time is
 * linear in the text: each alternative starts at a word boundary or reads a bounded range, and nothing that could fail
 * follows a repetition.
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

/** A secret in a text: [start, end) in UTF-16 units, without its name but with an opening quote. */
export interface SecretRange {
  /** Recognised only by the name before it (`token: …`), not by its own form. */
  readonly named: boolean;
  readonly start: number;
  readonly end: number;
}

/** Finds secrets from left to right, in time linear in the text. */
export function* secretsIn(text: string): Generator<SecretRange> {
  for (const match of text.matchAll(SECRETS)) {
    const kept = match[1] ?? match[2] ?? match[3] ?? "";
    const named = match[1] !== undefined;
    yield { named, start: match.index + kept.length, end: match.index + match[0].length };
  }
}
