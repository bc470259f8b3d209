import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from "node:crypto";

const CIPHER = "aes-256-gcm";
export const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * A key for one purpose. The nonce of a text is a keyed digest of its place and content: sealing the same text again
 * gives the same bytes, which publishing relies on, and another text has another nonce even if a sequence is used
 * twice, as after a restored backup. A counter as nonce would then reveal both texts.
 */
export class SealingKey {
  readonly #key: Buffer;
  readonly #nonceKey: Buffer;

  /** @param purpose separates the keys that are derived from one secret */
  constructor(secret: Uint8Array, purpose: string) {
    this.#key = derive(secret, `recollect key ${purpose}`);
    this.#nonceKey = derive(secret, `recollect nonce ${purpose}`);
  }

  /** @param place authenticated with the text: a sealed text is valid only in its place */
  seal(place: string, text: Uint8Array): Buffer {
    const digest = createHmac("sha256", this.#nonceKey)
      .update(`${Buffer.byteLength(place)} ${place}`)
      .update(text);
    const nonce = digest.digest().subarray(0, NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#key, nonce).setAAD(Buffer.from(place));
    const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  }

  /** Null if the text was made with another key, for another place, or was changed. */
  open(place: string, bytes: Uint8Array): Buffer | null {
    const sealed = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (sealed.length < NONCE_BYTES + TAG_BYTES) return null;
    const decipher = createDecipheriv(CIPHER, this.#key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(place)).setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    try {
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    } catch {
      return null;
    }
  }
}

function derive(secret: Uint8Array, info: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", info, KEY_BYTES));
}
