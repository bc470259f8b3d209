/** The size of a JSON text in values. JSON.parse and schemas take far longer for many small values than for long ones. */
export interface JsonLimits {
  /** Levels of objects and lists. */
  readonly depth: number;
  /** Members of one object. */
  readonly members: number;
  /** Members and elements in total. */
  readonly values: number;
}

/**
 * For messages of clients. A protocol message has fewer than 10 levels and its widest object fewer than 40 members; a
 * batch of 100 captures with all their tags has about 4,000 values. Validating 10,000 values takes about 50 ms.
 */
export const CLIENT_JSON_LIMITS: JsonLimits = { depth: 64, members: 256, values: 10_000 };

/** For the owner's window and command line, which send up to 50,000 ids, or 200 memories with their histories. */
export const OWNER_JSON_LIMITS: JsonLimits = { ...CLIENT_JSON_LIMITS, values: 500_000 };

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Returns which limit a JSON text exceeds, or null. It reads the text without building values and stops at the first
 * excess, so that it is called before `JSON.parse`. A text that is not JSON has no defined result.
 */
export function findJsonExcess(text: string, limits: JsonLimits): keyof JsonLimits | null {
  /** For each open container, its commas; negative for a list, whose elements only count in total. */
  const commas: number[] = [];
  let values = 0;
  for (let index = 0; index < text.length; index += 1) {
    switch (text.charCodeAt(index)) {
      case QUOTE:
        index = endOfString(text, index);
        break;
      case OPEN_OBJECT:
      case OPEN_LIST:
        if (commas.length >= limits.depth) return "depth";
        commas.push(text.charCodeAt(index) === OPEN_LIST ? Number.NEGATIVE_INFINITY : 0);
        values += 1;
        break;
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        commas.pop();
        break;
      case COMMA: {
        const count = (commas.pop() ?? 0) + 1;
        if (count >= limits.members) return "members";
        commas.push(count);
        values += 1;
        break;
      }
    }
    if (values > limits.values) return "values";
  }
  return null;
}

/** Returns the index of the quote that ends the string that starts at `start`, or of the end of the text. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
  return text.length;
}
