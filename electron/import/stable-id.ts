import { createHash } from "node:crypto";

/** Crockford's Base32 (github.com/ulid/spec). */
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * A ULID that is the same for the same entry, so that a repeated read recognises a memory even after it was changed.
 * @param time milliseconds since 1970, an integer less than 2^48: the first ten characters
 * @param key a permanent name of the entry; its digest is the other sixteen characters
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
