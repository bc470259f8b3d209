/** A member of the outermost JSON object: its value as it stands in the text, and where. */
export interface RawMember {
  readonly name: string;
  /** "" where only the name was asked for. */
  readonly raw: string;
  /** Offsets in UTF-16 units from the start of the first chunk. */
  readonly start: number;
  readonly end: number;
}

export interface MemberScanner {
  /** Reads the next chunk; answers whether the member has been found, which ends the search. */
  push(chunk: string): boolean;
  readonly member: RawMember | null;
}

/** Longest value that is kept; an id or a version is far shorter. */
const MAX_VALUE_UNITS = 4096;

/**
 * Finds the first of the named members of the outermost object, and reads its value where asked, chunk by chunk and without building anything: for ids,
 * whose digits must survive as they are, and for messages too large to be parsed. The text is taken for valid JSON.
 */
export function createMemberScanner(names: readonly string[], readValue = true): MemberScanner {
  const keys = new Map(names.map((name) => [JSON.stringify(name), name]));
  let depth = 0;
  let inString = false;
  let escaped = false;
  let expects: "key" | "colon" | "value" = "value";
  let key = "";
  let name = "";
  let value: string | null = null;
  let valueStart = 0;
  let offset = 0;
  let member: RawMember | null = null;

  const finishValue = (end: number) => {
    if (value === null) return;
    const raw = value.trimEnd();
    member = { name, raw, start: valueStart, end: end - (value.length - raw.length) };
  };

  const readString = (character: string) => {
    if (expects === "key" && depth === 1 && key.length < MAX_VALUE_UNITS) key += character;
    if (escaped) escaped = false;
    else if (character === "\\") escaped = true;
    else if (character === '"') {
      inString = false;
      if (expects === "key" && depth === 1) expects = "colon";
    }
  };

  const readStructure = (character: string, position: number) => {
    if (character === '"') {
      inString = true;
      if (expects === "key" && depth === 1) key = '"';
    } else if (character === "{" || character === "[") {
      depth += 1;
      if (depth === 1) expects = "key";
    } else if (character === "}" || character === "]") {
      depth -= 1;
      if (depth === 0) finishValue(position);
    } else if (depth === 1 && character === ",") {
      finishValue(position);
      expects = "key";
    } else if (depth === 1 && character === ":" && expects === "colon") {
      expects = "value";
      const found = keys.get(key);
      if (found === undefined) return;
      name = found;
      valueStart = position + 1;
      if (readValue) value = "";
      else member = { name, raw: "", start: valueStart, end: valueStart };
    }
  };

  return {
    push(chunk) {
      for (let index = 0; index < chunk.length && member === null; index += 1) {
        const character = chunk.charAt(index);
        const capturing = value !== null;
        if (inString) readString(character);
        else readStructure(character, offset + index);
        if (!capturing || member !== null || value === null) continue;
        if (value === "" && /\s/.test(character)) valueStart += 1;
        else if (value.length < MAX_VALUE_UNITS) value += character;
      }
      offset += chunk.length;
      return member !== null;
    },
    get member() {
      return member;
    },
  };
}

/** The first of the named members in a whole text; null where there is none. */
export function findMember(text: string, ...names: readonly string[]): RawMember | null {
  const scanner = createMemberScanner(names);
  scanner.push(text);
  return scanner.member;
}

/** Which of the named members comes first in a whole text; null where there is none. Values are not read. */
export function firstMemberName(text: string, ...names: readonly string[]): string | null {
  const scanner = createMemberScanner(names, false);
  scanner.push(text);
  return scanner.member?.name ?? null;
}
