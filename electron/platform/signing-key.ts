import { randomBytes } from "node:crypto";
import { RecollectError } from "../core/errors.ts";
import type { SecretStore } from "../core/secret-store.ts";

/** Bytes of an HS256 key (RFC 7518, section 3.2: at least the size of the hash). */
const KEY_BYTES = 32;

/** The key that signs clients' tokens: read when it is first needed, made where there never was one. */
export interface SigningKey {
  /** @throws unavailable, storage where it cannot be read: a new one would silently lock out every client */
  get(): Promise<Uint8Array>;
  /**
   * Makes a new key in the place of one that cannot be read; every client must be connected again.
   * @throws conflict where the key is there
   */
  replace(): Promise<void>;
}

/** @param secrets holds it as base64url, and can give up one that it does not give back */
export function createSigningKey(
  secrets: Pick<SecretStore, "get" | "set"> & { giveUp(name: "token"): Promise<void> },
): SigningKey {
  let known: Promise<Uint8Array> | null = null;

  async function read(): Promise<Uint8Array> {
    const text = await secrets.get("token");
    return text === null ? await make() : decode(text);
  }

  async function make(): Promise<Uint8Array> {
    const key = randomBytes(KEY_BYTES);
    await secrets.set("token", key.toString("base64url"));
    return key;
  }

  const get = (): Promise<Uint8Array> => {
    const reading = known ?? read();
    known = reading;
    reading.catch(() => {
      if (known === reading) known = null;
    });
    return reading;
  };

  return {
    get,
    async replace() {
      const readable = await get().then(
        () => true,
        () => false,
      );
      if (readable) throw new RecollectError("conflict", "The key of the clients' tokens is there and in use.");
      await secrets.giveUp("token");
      const made = make();
      known = made;
      await made;
    },
  };
}

function decode(text: string): Uint8Array {
  const key = Buffer.from(text, "base64url");
  if (key.byteLength === KEY_BYTES) return key;
  throw new RecollectError("storage", "The key of the clients' tokens is damaged.", {
    field: "keychain",
    hint: "Restore it from a backup, or make a new key in Recollect › Settings and connect the clients again.",
  });
}
