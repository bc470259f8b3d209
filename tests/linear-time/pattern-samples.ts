/**
 * Texts that are expensive for a regular expression with nested or adjacent repetitions: each part of it repeated, with
 * and without the parts before it. The parser reads the parts of the syntax that change the shape of a match, and takes
 * everything else as one character.
 */
type Part =
  | { readonly kind: "choice"; readonly parts: readonly Part[] }
  | { readonly kind: "sequence"; readonly parts: readonly Part[] }
  | { readonly kind: "repeat"; readonly part: Part; readonly min: number; readonly max: number }
  | { readonly kind: "text"; readonly text: string };

const UNLIMITED = 1e9;
const EMPTY: Part = { kind: "text", text: "" };
const QUANTIFIER = /(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/y;
/** One of these matches most classes of characters. */
const CHARACTERS = [
  ..."aA0 _-.,:;/\\\"'=\n\t<>()[]{}#*@$%&|!~^?`+fF7zZ",
  "\u{e9}",
  "\u4e00",
  "\u3002",
  "\u200b",
  "\u202e",
  "\ufe00",
  "\u{e0001}",
  "\u{1f3f4}",
  "\ud800",
  "\u0001",
  "\u0301",
];

/** The repeatable units of an expression, each with the text that leads to it. */
export function unitsOf(source: string, flags: string): readonly (readonly [lead: string, unit: string])[] {
  const units = new Map<string, readonly [string, string]>();
  const add = (lead: string, unit: string) => {
    if (unit === "" || unit.length > 400) return;
    units.set(JSON.stringify(["", unit]), ["", unit]);
    units.set(JSON.stringify([lead, unit]), [lead, unit]);
  };
  const visit = (part: Part, lead: string): void => {
    if (part.kind === "choice") for (const each of part.parts) visit(each, lead);
    if (part.kind === "repeat") {
      add(lead, sampleOf(part.part));
      visit(part.part, lead);
    }
    if (part.kind === "sequence") {
      let before = "";
      for (const each of part.parts) {
        visit(each, lead + before);
        before += sampleOf(each);
        add(lead, before);
      }
    }
  };
  visit(parse(source, flags), "");
  return [...units.values()];
}

/** Whether each repetition has a maximum. The time is then linear, with a factor that the maxima decide. */
export function isBounded(source: string, flags: string): boolean {
  const hasMaxima = (part: Part): boolean => {
    if (part.kind === "text") return true;
    return part.kind === "repeat" ? part.max < UNLIMITED && hasMaxima(part.part) : part.parts.every(hasMaxima);
  };
  return hasMaxima(parse(source, flags));
}

function sampleOf(part: Part): string {
  if (part.kind === "text") return part.text;
  if (part.kind === "choice") return sampleOf(part.parts[0] ?? EMPTY);
  if (part.kind === "sequence") return part.parts.map(sampleOf).join("");
  return sampleOf(part.part).repeat(Math.min(Math.max(part.min, 1), Math.max(part.max, 0), 64));
}

function parse(source: string, flags: string): Part {
  const mode = flags.replace(/[gyd]/g, "");
  let position = 0;
  const choice = (): Part => {
    const parts = [sequence()];
    while (source[position] === "|") {
      position += 1;
      parts.push(sequence());
    }
    return parts.length === 1 ? (parts[0] ?? EMPTY) : { kind: "choice", parts };
  };
  const sequence = (): Part => {
    const parts: Part[] = [];
    while (position < source.length && source[position] !== "|" && source[position] !== ")") parts.push(quantified());
    return { kind: "sequence", parts };
  };
  const quantified = (): Part => {
    const part = atom();
    QUANTIFIER.lastIndex = position;
    const [text = "", min = "", comma = "", max = ""] = QUANTIFIER.exec(source) ?? [];
    if (text === "") return part;
    position += text.length;
    if (min === "") return { kind: "repeat", part, min: text[0] === "+" ? 1 : 0, max: text[0] === "?" ? 1 : UNLIMITED };
    return {
      kind: "repeat",
      part,
      min: Number(min),
      max: max !== "" ? Number(max) : comma === "" ? Number(min) : UNLIMITED,
    };
  };
  const atom = (): Part => {
    const start = position;
    const character = source[position] ?? "";
    if (character === "(") return group();
    if (character === "[") {
      position = endOfClass(start);
      return { kind: "text", text: matching(source.slice(start, position)) };
    }
    if (character === "\\") {
      position +=
        /^\\(?:u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|[pPk][{<][^}>]*[}>]|.)/su.exec(source.slice(start))?.[0]
          .length ?? 2;
      const text = source.slice(start, position);
      return /^\\(?:[bB]|k|[1-9])/.test(text) ? EMPTY : { kind: "text", text: matching(text) };
    }
    const codePoint = String.fromCodePoint(source.codePointAt(position) ?? 0);
    position += codePoint.length;
    if (character === "^" || character === "$") return EMPTY;
    return { kind: "text", text: character === "." ? "a" : codePoint };
  };
  const group = (): Part => {
    const [opening = "("] = /^\((?:\?(?:[:=!]|<[=!]|<\w+>|[a-z-]+:))?/.exec(source.slice(position)) ?? [];
    position += opening.length;
    const inside = choice();
    position += 1;
    return /[=!]$/.test(opening) ? { kind: "choice", parts: [EMPTY, inside] } : inside;
  };
  const endOfClass = (start: number): number => {
    let depth = 0;
    for (let index = start; index < source.length; index += 1) {
      if (source[index] === "\\") index += 1;
      else if (source[index] === "[" && (depth === 0 || mode.includes("v"))) depth += 1;
      else if (source[index] === "]" && --depth === 0) return index + 1;
    }
    return source.length;
  };
  const matching = (atomSource: string): string => {
    const expression = new RegExp(`^(?:${atomSource})$`, mode);
    const found = CHARACTERS.find((each) => expression.test(each));
    if (found !== undefined) return found;
    for (let code = 0; code < 0x30000; code += 1) {
      const each = String.fromCodePoint(code);
      if (expression.test(each)) return each;
    }
    return "";
  };
  return choice();
}
