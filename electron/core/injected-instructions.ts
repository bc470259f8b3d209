import { LRUCache } from "lru-cache";
import { INJECTION_PATTERNS } from "./injection-patterns.ts";
import { withLatinLetters } from "./name-key.ts";
import { once } from "./util/once.ts";

/**
 * Recognises text that reads like an instruction to an assistant instead of a note: the text of a prompt injection.
 *
 * Recognised in English, German and Chinese, and the first three also in the other languages of `injection-patterns.ts`; as
 * plain text, and encoded in Base64, in hexadecimal, by percent signs or as HTML character references:
 * - `override`: sets earlier instructions aside, or asks for the system prompt;
 * - `address`: speaks to the model as a system message or under a heading for assistants;
 * - `secrecy`: says to keep something from the user;
 * - `download`: runs a download: by a shell, an interpreter, or as the newest version of a package;
 * - `exfiltration`: sends secrets of the machine, or the conversation, to an address.
 *
 * Rules of a project ("Always run the tests before pushing") and preferences about answers ("The assistant should
 * answer in German") do not count: they are the purpose of a memory. The result is a hint for the owner and restricts
 * nothing: other words and other languages are not recognised.
 */
export type InjectionKind = "override" | "address" | "secrecy" | "download" | "exfiltration";

/** The first passage that reads like an instruction; `excerpt` is on one line, without invisible characters. */
export interface InjectedInstruction {
  readonly kind: InjectionKind;
  readonly excerpt: string;
}

/** Returns whether a text contains a passage that reads like an instruction to an assistant. Linear in the text. */
export function readsLikeInstruction(text: string): boolean {
  if (text.length > MAX_REMEMBERED_LENGTH) return findInjectedInstruction(text) !== null;
  const known = remembered.get(text);
  if (known !== undefined) return known;
  const result = findInjectedInstruction(text) !== null;
  remembered.set(text, result);
  return result;
}

/** Names, such as domains and tags, come with every memory; their results are remembered. */
const MAX_REMEMBERED_LENGTH = 64;
const remembered = new LRUCache<string, boolean>({ max: 1_000 });

/**
 * Finds the first passage of the first kind that occurs; null if there is none. Linear in the text. Names such as a
 * branch or a tag are read with spaces in the place of hyphens too.
 */
export function findInjectedInstruction(text: string): InjectedInstruction | null {
  const found = findIn(text);
  if (found !== null) return found;
  for (const decoded of encodedTextsIn(text)) {
    const hidden = findIn(decoded);
    if (hidden !== null) return hidden;
  }
  if (!NAME.test(text)) return null;
  const names = text.split(/\s+/).filter((word) => NAME.test(word));
  return findIn(names.map((name) => name.replace(SEPARATORS, " ")).join("\n"));
}

const SEPARATORS = /[-_/+.]+/g;
/** A passage has three words or more. */
const NAME = /[-_/+.]\p{L}+[-_/+.]\p{L}/u;

function findIn(text: string): InjectedInstruction | null {
  const plain = normalise(text);
  const lower = toLowerCase(plain);
  const { patterns, words, marks, asciiMarks } = searches();
  const starts = [...positionsOf(words, lower), ...positionsOf(ASCII.test(lower) ? asciiMarks : marks, lower)].sort(
    (one, other) => one - other,
  );
  for (const { kind, pattern, firstCharacters } of patterns) {
    for (const start of starts) {
      if (!firstCharacters.has(lower.charCodeAt(start))) continue;
      pattern.lastIndex = start;
      if (pattern.test(plain)) return { kind, excerpt: excerptOf(plain, start, pattern.lastIndex) };
    }
  }
  const sent = findExfiltration(plain, lower);
  return sent === null ? null : { kind: "exfiltration", excerpt: excerptOf(plain, sent.start, sent.end) };
}

/** A shorter encoded text cannot contain a passage. The decoded texts together are shorter than the text. */
const BASE64_TEXT = /[A-Za-z0-9+/_-]{24}[A-Za-z0-9+/_-]*={0,2}(?:\r?\n[A-Za-z0-9+/_-]{4,}={0,2}){0,65536}/g;
const HEX_TEXT = /(?:(?:0x|\\x|%|\\u00)?[0-9a-f]{2}[ ,;]?){16,65536}/gi;
const PERCENT_TEXT = /%[0-9a-f]{2}/i;
const REFERENCE = /&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi;
const UNREADABLE = /[^\P{C}\s]|\ufffd/u;

/** The characters of these texts, and how many follow each other at least. Most texts have no such run. */
const BASE64_RUN = { members: membersOf(/[A-Za-z0-9+/_-]/), length: 24 };
const HEX_RUN = { members: membersOf(/[0-9a-fux\\% ,;]/i), length: 32 };

function membersOf(pattern: RegExp): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, code) => (pattern.test(String.fromCharCode(code)) ? 1 : 0));
}

/** Whether a text has a run of such characters. A run of that length contains one of the positions that are looked at. */
function hasRun(text: string, { members, length }: typeof BASE64_RUN): boolean {
  const isMember = (index: number): boolean => members[text.charCodeAt(index)] === 1;
  for (let position = length - 1; position < text.length; position += length) {
    let start = position;
    while (start >= 0 && position - start < length && isMember(start)) start--;
    let end = position + 1;
    while (end < text.length && end - start <= length && isMember(end)) end++;
    if (end - start > length) return true;
  }
  return false;
}

/** The texts that are encoded in a text, as far as they decode to readable text. */
function encodedTextsIn(text: string): string[] {
  const bytes: Buffer[] = [];
  if (hasRun(text, BASE64_RUN)) {
    bytes.push(...runsOf(BASE64_TEXT, text).map((found) => Buffer.from(found.replace(/\s/g, ""), "base64")));
  }
  if (hasRun(text, HEX_RUN)) {
    const digits = (found: string) => found.replace(/0x|\\x|\\u00|[^0-9a-f]/gi, "");
    bytes.push(...runsOf(HEX_TEXT, text).map((found) => Buffer.from(digits(found), "hex")));
  }
  const decoded = bytes.map((one) => one.toString("utf8")).filter((one) => one.length >= 12 && !UNREADABLE.test(one));
  if (PERCENT_TEXT.test(text)) {
    decoded.push(
      text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll("%", ""), "hex").toString("utf8")),
    );
  }
  const plain = text.replace(REFERENCE, (reference, hex?: string, decimal?: string) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : reference;
  });
  if (plain !== text) decoded.push(plain);
  return decoded;
}

/**
 * The matches of a global expression. Matches that touch are one run: the expressions limit their repetitions, because
 * V8 limits the memory in which it keeps a position for each, and throws a RangeError beyond.
 */
function runsOf(pattern: RegExp, text: string): string[] {
  const runs: string[] = [];
  let end = -1;
  for (const { 0: found, index } of text.matchAll(pattern)) {
    if (index === end) runs.push((runs.pop() ?? "") + found);
    else runs.push(found);
    end = index + found.length;
  }
  return runs;
}

/** The same length as the text, unlike `String.toLowerCase`: İ becomes two characters. */
function toLowerCase(text: string): string {
  return text.replaceAll("\u0130", " ").toLowerCase();
}

/** The positions of all matches of a global expression, including overlapping ones. */
function* positionsOf(pattern: RegExp, text: string): Generator<number> {
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    yield match.index;
    pattern.lastIndex = match.index + 1;
  }
}

/** Characters on each side of a passage in its excerpt. */
const EXCERPT_MARGIN = 40;
const MAX_EXCERPT = 240;

function excerptOf(text: string, start: number, end: number): string {
  const from = Math.max(0, start - EXCERPT_MARGIN);
  const to = Math.min(text.length, end + EXCERPT_MARGIN, from + MAX_EXCERPT);
  const line = text.slice(from, to).toWellFormed().replace(/\s+/g, " ").trim();
  return `${from > 0 ? "…" : ""}${line}${to < text.length ? "…" : ""}`;
}

/** Invisible characters can split a word, and compatibility forms (full width, mathematical letters) can disguise it. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is intended
const ASCII = /^[\u0000-\u007f]*$/;

/** Folds disguises, turns white space into single spaces, and joins the lines of a wrapped sentence. */
function normalise(text: string): string {
  const plain = ASCII.test(text)
    ? text
    : withLatinLetters(text.normalize("NFKC").replace(INVISIBLE, "").replace(/[‘’]/g, "'"));
  return plain.replace(/[^\S\n]{2,}|[^\S\n ]/g, " ").replace(/(?: \n|\n)(?<=[\p{L},] ?\n) ?(?=\p{Ll})/gu, " ");
}

type PatternKind = Exclude<InjectionKind, "exfiltration">;

const KINDS: readonly PatternKind[] = ["override", "address", "secrecy", "download"];
/**
 * The words that a pattern may start with, as literals in lower case: `ignore`, and `instruction` for `instructions?`.
 */
function firstWordsOf(source: string): string[] {
  const [, group, word] = /^(?:\\b)?(?:\(\?:([^()]+)\)|([\p{L}\d]+)(?![?*{+]))/u.exec(source) ?? [];
  const words = (group ?? word ?? "")
    .split("|")
    .map((each) => each.replace(/.[?*{].*$|(?<!\\)\[.*$/su, "").toLowerCase());
  if (words.includes("")) throw new Error(`The pattern ${source} does not begin with words.`);
  return words;
}

/** `\b` knows only the letters of ASCII, and never matches before "ü". */
function withWordStart(source: string): string {
  return source.replace(/^\\b/, "(?<!\\w)");
}

/** A search for literals without flags for case and Unicode, and in order, takes a twentieth of the time of the patterns. */
function searchFor(words: readonly string[], before: string): RegExp {
  return new RegExp(`${before}(?:${[...new Set(words)].sort().join("|")})`, "g");
}

/** They take four milliseconds to build, which each start of the application would wait for. */
const searches = once(() => {
  const patterns = KINDS.map((kind) => {
    const sources: readonly string[] = INJECTION_PATTERNS[kind];
    const firstWords = sources.flatMap(firstWordsOf);
    return {
      kind,
      pattern: new RegExp(sources.map(withWordStart).join("|"), "imuy"),
      firstWords,
      firstCharacters: new Set(firstWords.map((word) => word.replace(/^\\/, "").charCodeAt(0))),
    };
  });
  const firstWords = patterns.flatMap((pattern) => pattern.firstWords);
  const words = firstWords.filter((word) => /^\w/.test(word));
  const marks = firstWords.filter((word) => !/^\w/.test(word));
  return {
    patterns,
    words: searchFor(words, "\\b"),
    marks: searchFor(marks, ""),
    asciiMarks: searchFor(
      marks.filter((mark) => ASCII.test(mark)),
      "",
    ),
  };
});

const ADDRESS = /https?:\/\/|ftp:\/\/|www\.|webhook|pastebin|[\w.+-]@[\w-]{1,64}\./iu;
const SECRET_FILES = String.raw`\.env\b|id_(?:rsa|ed25519|ecdsa)|\.ssh\b|\.aws\b|\.npmrc\b|\.netrc\b`;
/** Secrets of the machine, and the contents of the conversation. A single key or token is what an API call sends. */
const SENT_TEXTS = [
  SECRET_FILES,
  "environment variables",
  "(?:chat|conversation|message) (?:history|log|transcript)",
  "(?:this|the|our|whole|full|entire) conversation",
  "system prompt",
  "(?:all|your|the user's|stored|every) (?:of )?(?:your |the |their |stored |saved )?(?:memories|memory|secrets?|passwords?|credentials|api keys?|private keys?|ssh keys?|tokens)",
  "umgebungsvariablen|zugangsdaten|passwörter|geheimnisse|(?:chat|gesprächs)verlauf|dieses gespräch|systemprompt|alle erinnerungen",
  "密码|密钥|凭证|凭据|令牌|环境变量|对话内容|聊天记录|系统提示",
].join("|");
const SENT = new RegExp(SENT_TEXTS, "iu");
/**
 * A piece in which something is sent contains one of these, in lower case: an {@link SENT} text, or one of {@link
 * SENT_FILE}.
 */
const SENT_TEXT = new RegExp(String.raw`${SENT_TEXTS}|\b(?:printenv|env)\b`, "g");
const SEND =
  /\b(?:send|post|upload|forward|exfiltrate|e-?mail|transmit|leak|submit|copy|paste|append|sende|schicke|übertrage|übermittle|leite|lade|kopiere|poste)\b|发送|发给|发到|上传|提交|转发|传到/iu;
/** A sentence that sends something is looked for in pieces of a line that overlap by half. */
const PIECE_LENGTH = 400;
const PIECE_STEP = PIECE_LENGTH / 2;

/** A shell command that sends a file of secrets. */
const SENT_FILE = new RegExp(
  String.raw`(?:\bprintenv|\benv|${SECRET_FILES}) ?[^\n|]{0,${PIECE_LENGTH}}\|[^\n]{0,${PIECE_LENGTH}}\b(?:curl|wget|nc|ncat)\b|\bcurl\b[^\n]{0,${PIECE_LENGTH}}@[^\s]{0,80}(?:${SECRET_FILES})`,
  "iu",
);

function findExfiltration(text: string, lower: string): { readonly start: number; readonly end: number } | null {
  let lineStart = 0;
  let lineEnd = -1;
  let next = 0;
  for (const position of positionsOf(SENT_TEXT, lower)) {
    if (position >= lineEnd) {
      lineStart = text.lastIndexOf("\n", position) + 1;
      lineEnd = text.indexOf("\n", position);
      if (lineEnd === -1) lineEnd = text.length;
      next = lineStart;
    }
    // The pieces that contain the position, except pieces of an earlier position.
    const first = Math.floor((position - lineStart - PIECE_LENGTH) / PIECE_STEP + 1) * PIECE_STEP;
    for (let from = Math.max(next, lineStart + first); from <= position; from += PIECE_STEP) {
      next = from + PIECE_STEP;
      if (from > lineStart && from + PIECE_STEP >= lineEnd) break;
      const piece = text.slice(from, Math.min(from + PIECE_LENGTH, lineEnd));
      const start = sendsSecrets(piece) ? piece.search(SEND) : piece.search(SENT_FILE);
      if (start >= 0) return { start: from + start, end: from + piece.length };
    }
  }
  return null;
}

function sendsSecrets(piece: string): boolean {
  if (!ADDRESS.test(piece)) return false;
  const verb = piece.search(SEND);
  const sent = piece.search(SENT);
  return verb >= 0 && sent >= 0 && piece.slice(Math.min(verb, sent)).search(ADDRESS) >= 0;
}
