import { createHash } from "node:crypto";

/** Crockford's base 32 (github.com/ulid/spec). */
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * A ULID that is the same for the same thing, so that importing it again finds it here, whatever was done to it since.
 * @param time milliseconds since 1970, whole, less than 2^48: its first ten characters
 * @param key what names the thing for good; its digest is the other sixteen
 */
export function stableId(time: number, key: readonly string[]): string {
  const digest = createHash("sha256").update(JSON.stringify(key)).digest();
  return encode(BigInt(time), 10) + encode(digest.readBigUInt64BE(0) * 65_536n + BigInt(digest.readUInt16BE(8)), 16);
}

function encode(value: bigint, length: number): string {
  let text = "";
  for (let rest = value; text.length < length; rest /= 32n) text = `${DIGITS[Number(rest % 32n)]}${text}`;
  return text;
}
