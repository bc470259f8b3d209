import { NAME_RULES, NAME_SUFFIX, type NameRule } from "./name-rules.ts";
import { PREFIX_RULES, type PrefixRule } from "./prefix-rules.ts";
import { SHAPE_RULES, type ShapeRule } from "./shape-rules.ts";

/** A name of a secret in a text: [start, end) in UTF-16 units. */
export interface FoundName {
  readonly rule: NameRule;
  readonly start: number;
  readonly end: number;
}

/** The positions in a text at which a secret may start, from left to right. */
export interface Places {
  /** The starts of prefixes. */
  readonly prefixes: number[];
  readonly names: FoundName[];
  /** The positions of `://`. */
  readonly addresses: number[];
  /** The positions of hyphens that start an option of one letter or of the name of a user. */
  readonly options: number[];
  /** The starts of `bearer` and `basic`. */
  readonly schemes: number[];
  readonly shapes: { readonly rule: ShapeRule; readonly position: number }[];
  /** Whether it has a word that starts a private part or a key. */
  hasKey: boolean;
}

/** What may start at three characters, case apart. */
interface Sign {
  readonly prefixes: Prefix[];
  readonly names: { readonly rule: NameRule; readonly pattern: RegExp }[];
  readonly shapes: ShapeRule[];
  readonly marks: ((text: string, start: number, places: Places) => void)[];
}

export interface Prefix {
  readonly prefix: string;
  readonly rule: PrefixRule;
  readonly tail: RegExp;
}

const CODE_BITS = 6;
const MASK = 2 ** (3 * CODE_BITS) - 1;
const ASCII = "_-./:+|~$@!=<%(,{";
const FIRST_ASCII = 37;
const SPACE = 60;
/** A character outside ASCII; the other code is for the first character of a name. */
const OTHER = 61;
const NAME_START = 62;

/** A number of six bits for each character. Letters have one for both cases. */
const CODES = new Uint8Array(2 ** 16);
/** For three numbers, the index of their sign. */
const SIGN_OF = new Uint16Array(MASK + 1);
const SIGNS: Sign[] = [];
/** For a character outside ASCII, the names that it starts. */
const OTHER_NAMES = new Map<string, Sign["names"]>();

/** Returns the positions at which a secret may start. Most texts have few, and the rest of the search reads only those. */
export function scanText(text: string): Places {
  if (SIGNS.length === 0) build();
  const places: Places = {
    prefixes: [],
    names: [],
    addresses: [],
    options: [],
    schemes: [],
    shapes: [],
    hasKey: false,
  };
  let last = 0;
  let dot = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = CODES[text.charCodeAt(index)] ?? 0;
    last = ((last << CODE_BITS) | code) & MASK;
    const sign = SIGN_OF[last] ?? 0;
    if (sign !== 0) readSign(SIGNS[sign], text, index - 2, places);
    else if (code === NAME_START) addName(OTHER_NAMES.get(text[index]?.toLowerCase() ?? ""), text, index, places);
    else if (code === DOT) {
      if (index - dot === 7 || index - dot === 8) noteDots(text, dot, places);
      dot = index;
    }
  }
  return places;
}

export function isEmpty({ prefixes, names, addresses, options, schemes, shapes, hasKey }: Places): boolean {
  const places = prefixes.length + names.length + addresses.length + options.length + schemes.length + shapes.length;
  return places === 0 && !hasKey;
}

function readSign(sign: Sign | undefined, text: string, start: number, places: Places): void {
  if (sign === undefined) return;
  if (sign.prefixes.length > 0 && isWordStart(text, start)) {
    if (sign.prefixes.some(({ prefix }) => text.startsWith(prefix, start))) places.prefixes.push(start);
  }
  addName(sign.names, text, start, places);
  for (const rule of sign.shapes) {
    const position = rule.sign === undefined ? start : start + (rule.sign.startsWith("#") ? 1 : 0);
    if (text.startsWith(rule.part, position)) places.shapes.push({ rule, position });
  }
  for (const mark of sign.marks) mark(text, start, places);
}

function addName(names: Sign["names"] | undefined, text: string, start: number, places: Places): void {
  const previous = places.names.at(-1);
  if (names === undefined || (previous !== undefined && start < previous.end)) return;
  for (const { rule, pattern } of names) {
    pattern.lastIndex = start;
    if (!pattern.test(text)) continue;
    NAME_END.lastIndex = pattern.lastIndex;
    if (!NAME_END.test(text)) continue;
    places.names.push({ rule, start, end: pattern.lastIndex });
    return;
  }
}

const NAME_END = new RegExp(`${NAME_SUFFIX}(?![a-z\\d])`, "iy");

/** The prefixes that a text has at a position, the longest first. */
export function prefixesAt(text: string, start: number): readonly Prefix[] {
  let last = 0;
  for (let index = start; index < start + 3; index += 1) {
    last = (last << CODE_BITS) | (CODES[text.charCodeAt(index)] ?? 0);
  }
  return SIGNS[SIGN_OF[last] ?? 0]?.prefixes.filter(({ prefix }) => text.startsWith(prefix, start)) ?? [];
}

/** Whether a word starts at a position. In escaped text the letter of `\n` is not part of it. */
function isWordStart(text: string, start: number): boolean {
  if (start === 0) return true;
  const before = text.charCodeAt(start - 1);
  return !isWord(before) || (text[start - 2] === "\\" && (before === 0x6e || before === 0x72 || before === 0x74));
}

/** Whether a character is one of `[\w-]`. */
function isWord(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === 45
  );
}

/** Returns the starts of the words at and before a position, from right to left. A word consists of `[\w+=~-]`. */
export function wordStartsBefore(text: string, position: number, words: number): number[] {
  const starts: number[] = [];
  let start = position;
  for (let word = 0; word < words && start >= 0; word += 1) {
    if (word > 0) start -= 1;
    while (start > 0 && position - start < MAX_WORD_UNITS && isRun(text.charCodeAt(start - 1))) start -= 1;
    starts.push(start);
  }
  return starts;
}

/** No token of a known shape is longer. */
const MAX_WORD_UNITS = 400;

const isRun = (code: number) => isWord(code) || code === 0x2b || code === 0x3d || code === 0x7e;

/** Two dots that enclose the second part of a Discord token, after a first part of 23 characters or more. */
function noteDots(text: string, dot: number, places: Places): void {
  for (let index = dot - 1; index >= dot - 23; index -= 1) {
    if (index < 0 || !isWord(text.charCodeAt(index))) return;
  }
  for (const rule of DOTTED) places.shapes.push({ rule, position: dot });
}

const DOTTED = SHAPE_RULES.filter(({ part }) => part === ".");
const DOT = FIRST_ASCII + ASCII.indexOf(".");

/**
 * Compiles the text after a prefix. For `x{10,}` V8 stores four values for each unit, and throws after some million units
 * because its stack is full; for the equal `x{10}x*` it stores one.
 */
const compileTail = (tail: string) =>
  new RegExp(tail.replace(/(\[(?:[^\][\\]|\\.)*\]|\\\w)\{(\d+),\}/g, "$1{$2}$1*"), "y");

function buildCodes(): void {
  for (let code = 128; code < CODES.length; code += 1) CODES[code] = OTHER;
  for (let letter = 0; letter < 26; letter += 1) CODES[65 + letter] = CODES[97 + letter] = 1 + letter;
  for (let digit = 0; digit < 10; digit += 1) CODES[48 + digit] = 27 + digit;
  for (const [index, character] of [...ASCII].entries()) CODES[character.charCodeAt(0)] = FIRST_ASCII + index;
  for (const space of " \t\n\r\u00a0\u3000\"'`") CODES[space.charCodeAt(0)] = SPACE;
}

/** Returns the signs of texts that start with a literal. A `#` in it matches any digit. */
function signsOf(literal: string): Sign[] {
  let all = [0];
  for (let index = 0; index < 3; index += 1) {
    const character = literal[index];
    const codes =
      character === undefined
        ? Array.from({ length: 2 ** CODE_BITS }, (_, code) => code)
        : character === "#"
          ? Array.from({ length: 10 }, (_, digit) => 27 + digit)
          : [CODES[character.charCodeAt(0)] ?? 0];
    all = all.flatMap((last) => codes.map((code) => (last << CODE_BITS) | code));
  }
  return all.map((last) => {
    if (SIGN_OF[last] === 0) SIGN_OF[last] = SIGNS.push({ prefixes: [], names: [], shapes: [], marks: [] }) - 1;
    return SIGNS[SIGN_OF[last] ?? 0] as Sign;
  });
}

/** Called at the first scan: the start of the application does not wait for it. */
function build(): void {
  buildCodes();
  buildSigns();
}

function buildSigns(): void {
  // The index 0 is for three characters without a sign.
  SIGNS.push({ prefixes: [], names: [], shapes: [], marks: [] });
  for (const rule of NAME_RULES) {
    for (const name of rule.names) {
      const entry = { rule, pattern: new RegExp(`(?:${name})`, "iy") };
      const first = name[0] ?? "";
      if (first.charCodeAt(0) >= 128) {
        OTHER_NAMES.set(first, [...(OTHER_NAMES.get(first) ?? []), entry]);
        for (const form of [first, first.toUpperCase()]) CODES[form.charCodeAt(0)] = NAME_START;
      }
    }
  }
  for (const rule of NAME_RULES) {
    for (const name of rule.names) {
      if ((name[0] ?? "").charCodeAt(0) >= 128) continue;
      const literal = /^[\p{L} ]+(?![?*{])/u.exec(name)?.[0] ?? "";
      const pattern = new RegExp(`(?:${name})`, "iy");
      for (const sign of signsOf(literal)) sign.names.push({ rule, pattern });
    }
  }
  for (const rule of PREFIX_RULES) {
    const tail = compileTail(rule.tail);
    for (const prefix of rule.prefixes) {
      for (const sign of signsOf(prefix)) sign.prefixes.push({ prefix, rule, tail });
    }
  }
  for (const shape of SHAPE_RULES) {
    if (shape.part === ".") continue;
    for (const sign of signsOf(shape.sign ?? shape.part)) sign.shapes.push(shape);
  }
  const mark = (literal: string, note: Sign["marks"][number]) => {
    for (const sign of signsOf(literal)) sign.marks.push(note);
  };
  mark("://", (_text, start, places) => places.addresses.push(start));
  for (const letter of "abcdefghijklmnopqrstuvwxyz-") {
    mark(` -${letter}`, (_text, start, places) => places.options.push(start + 1));
  }
  mark(" /p", (_text, start, places) => places.options.push(start + 1));
  mark("bea", (text, start, places) => noteScheme(text, start, places));
  mark("bas", (text, start, places) => noteScheme(text, start, places));
  for (const [literal, word] of KEY_WORDS) {
    mark(literal, (text, start, places) => {
      places.hasKey ||= text.slice(start, start + word.length).toLowerCase() === word;
    });
  }
  for (const { prefixes } of SIGNS) prefixes.sort((one, other) => other.prefix.length - one.prefix.length);
}

const KEY_WORDS: readonly (readonly [string, string])[] = [
  ["beg", "begin "],
  ["pri", "private>"],
  ["pri", "private "],
  ["pri", "private-lines:"],
  ["inv", "inverseq>"],
  ["kty", 'kty"'],
  ["sec", "secret key\n"],
];

function noteScheme(text: string, start: number, places: Places): void {
  if (/^(?:bearer|basic)\s/i.test(text.slice(start, start + 8))) places.schemes.push(start);
}
