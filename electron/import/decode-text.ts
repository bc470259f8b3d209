import { isUtf8 } from "node:buffer";

/** The text of a file. */
export interface DecodedText {
  /** Without a byte order mark. */
  readonly text: string;
  readonly encoding: "UTF-8" | "UTF-16" | "Windows-1252";
  /** How many characters of UTF-8 are damaged, and U+FFFD in the text. */
  readonly damaged: number;
}

/** How much of a text without a byte order mark decides whether it is UTF-16. */
const SAMPLE_BYTES = 4_096;
/** In texts of Western languages in UTF-16, about every second byte is 0. */
const MIN_ZEROS = 0.3;
/** The share of letters and signs beyond ASCII in Western texts, and how many are next to each other. */
const MAX_RUN = 3;
const MAX_LETTERS = 0.35;
/** No character in Windows-1252. */
const UNUSED: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);
/** Signs in Windows-1252 that are repeated: no-break space, dashes, dots. */
const DASHES: ReadonlySet<number> = new Set([0x85, 0x95, 0x96, 0x97, 0xa0, 0xb7]);
const WHITE_SPACE: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0c, 0x0d]);

/**
 * Decodes a text in UTF-8 or UTF-16, with or without a byte order mark, or in Windows-1252, which contains Latin-1.
 * @returns null for binary data, and for a text in another encoding, such as GB 18030 or Windows-1251
 */
export function decodeText(bytes: Uint8Array): DecodedText | null {
  const wide = utf16Of(bytes);
  if (wide !== null) {
    const decoded = decodeAs(wide, "UTF-16", bytes);
    return decoded?.text.includes("\0") === true ? null : decoded;
  }
  if (bytes.includes(0)) return null;
  if (isUtf8(bytes)) return decodeAs("utf-8", "UTF-8", bytes);
  const text = new TextDecoder("utf-8").decode(bytes);
  const damaged = text.split("\ufffd").length - 1;
  // A text in Windows-1252 has hardly any sequence that is valid in UTF-8.
  const intact = text.length - text.replace(/[^\p{ASCII}\ufffd]/gu, "").length;
  if (damaged <= intact) return { text, encoding: "UTF-8", damaged };
  return isWestern(bytes) ? decodeAs("windows-1252", "Windows-1252", bytes) : null;
}

/** The label of the encoding of a text in UTF-16; null for other data. */
export function utf16Of(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  const [first, second, third, fourth] = bytes;
  // With two zeros, the mark is the one of UTF-32.
  if (first === 0xff && second === 0xfe) return third === 0 && fourth === 0 ? null : "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  let [even, odd] = [0, 0];
  for (const [index, byte] of sample.entries()) {
    if (byte === 0 && index % 2 === 0) even += 1;
    else if (byte === 0) odd += 1;
  }
  const half = sample.length / 2;
  if (even === 0 && odd > half * MIN_ZEROS) return "utf-16le";
  return odd === 0 && even > half * MIN_ZEROS ? "utf-16be" : null;
}

function decodeAs(label: string, encoding: DecodedText["encoding"], bytes: Uint8Array): DecodedText | null {
  try {
    return { text: new TextDecoder(label, { fatal: true }).decode(bytes), encoding, damaged: 0 };
  } catch {
    return null;
  }
}

/** Whether the bytes can be a text of a Western language: most letters are ASCII, and few others are next to each other. */
function isWestern(bytes: Uint8Array): boolean {
  let [run, others, letters] = [0, 0, 0];
  for (const byte of bytes) {
    if (UNUSED.has(byte) || (byte < 0x20 && !WHITE_SPACE.has(byte))) return false;
    const isOther = byte >= 0x80 && !DASHES.has(byte);
    run = isOther ? run + 1 : 0;
    if (run > MAX_RUN) return false;
    if (isOther) others += 1;
    else if ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) letters += 1;
  }
  return others <= (letters + others) * MAX_LETTERS;
}

/** Yields the bytes of a text in UTF-8; of one in UTF-16, the same text in UTF-8; of other data, the same bytes. */
export async function* toUtf8(chunks: AsyncIterable<Uint8Array | string>): AsyncGenerator<Buffer> {
  let decoder: InstanceType<typeof TextDecoder> | null | undefined;
  for await (const given of chunks) {
    const chunk = typeof given === "string" || !Buffer.isBuffer(given) ? Buffer.from(given) : given;
    if (decoder === undefined) {
      const label = utf16Of(chunk);
      decoder = label === null ? null : new TextDecoder(label);
    }
    yield decoder === null ? chunk : Buffer.from(decoder.decode(chunk, { stream: true }));
  }
  const rest = decoder?.decode() ?? "";
  if (rest !== "") yield Buffer.from(rest);
}
