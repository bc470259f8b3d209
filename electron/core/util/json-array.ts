// Not @streamparser/json: it parses values of any size and depth, an error ends the array, and it needs twice the time.
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = new Set([0x5b, 0x7b]);
const CLOSE = new Set([0x5d, 0x7d]);
const COMMA = 0x2c;
const ARRAY_START = 0x5b;
const SPACES = new Set([0x20, 0x09, 0x0a, 0x0d]);
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/**
 * Splits the JSON text of one array into the texts of its items, so that an array of any size can be read in bounded
 * memory. The items are not parsed and keep the whitespace around them. Yields null for an item longer than
 * `maxItemBytes`, and nothing if the text is not an array.
 */
export async function* splitJsonArray(
  chunks: AsyncIterable<Uint8Array>,
  maxItemBytes: number,
): AsyncGenerator<string | null> {
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  let offset = 0;
  let length = 0;
  let parts: Uint8Array[] = [];
  const add = (part: Uint8Array): void => {
    length += part.length;
    if (length <= maxItemBytes) parts.push(part);
    else parts = [];
  };
  const take = (): string | null => {
    const text = length > maxItemBytes ? null : Buffer.concat(parts).toString("utf8");
    parts = [];
    length = 0;
    return text;
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let index = 0; index < chunk.length; index++) {
      const byte = chunk[index] as number;
      if (depth === 0) {
        if (byte === ARRAY_START) {
          depth = 1;
          start = index + 1;
        } else if (!SPACES.has(byte) && BYTE_ORDER_MARK[offset + index] !== byte) return;
      } else if (isInString) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isInString = false;
      } else if (byte === QUOTE) isInString = true;
      else if (OPEN.has(byte)) depth += 1;
      else if (depth === 1 && (byte === COMMA || CLOSE.has(byte))) {
        add(chunk.subarray(start, index));
        start = index + 1;
        const item = take();
        // An empty array, or a comma at its end.
        if (item === null || item.trim() !== "") yield item;
        if (byte !== COMMA) return;
      } else if (CLOSE.has(byte)) depth -= 1;
    }
    // The stream may reuse the chunk's memory.
    if (depth > 0) add(Uint8Array.from(chunk.subarray(start)));
    offset += chunk.length;
  }
}
