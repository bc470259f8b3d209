import { randomBytes } from "node:crypto";
import { RecollectError } from "../core/errors.ts";
import type { SecretStore } from "../core/secret-store.ts";

/** Bytes of an HS256 key (RFC 7518, section 3.2: at least the size of the hash). */
const KEY_BYTES = 32;

/** The secret store, which can also discard a secret that it cannot read. */
type KeyStore = Pick<SecretStore, "get" | "set"> & { giveUp(name: "token"): Promise<void> };

/** The key that signs clients' tokens. It is read on first use, and created if it never existed. */
export class SigningKey {
  readonly #secrets: KeyStore;
  #key: Promise<Uint8Array> | null = null;

  /** @param secrets stores the key as base64url */
  constructor(secrets: KeyStore) {
    this.#secrets = secrets;
  }

  /** @throws unavailable, storage if it cannot be read: a new key would lock out every client without a warning */
  get(): Promise<Uint8Array> {
    const reading = this.#key ?? this.#read();
    this.#key = reading;
    reading.catch(() => {
      if (this.#key === reading) this.#key = null;
    });
    return reading;
  }

  /**
   * Replaces a key that cannot be read. Every client must be connected again.
   * @throws conflict if the key can be read
   */
  async replace(): Promise<void> {
    const readable = await this.get().then(
      () => true,
      () => false,
    );
    if (readable) throw new RecollectError("conflict", "signing_key_in_use", {});
    await this.#secrets.giveUp("token");
    this.#key = this.#create();
    await this.#key;
  }

  async #read(): Promise<Uint8Array> {
    const text = await this.#secrets.get("token");
    return text === null ? await this.#create() : decode(text);
  }

  async #create(): Promise<Uint8Array> {
    const key = randomBytes(KEY_BYTES);
    await this.#secrets.set("token", key.toString("base64url"));
    return key;
  }
}

function decode(text: string): Uint8Array {
  const key = Buffer.from(text, "base64url");
  if (key.byteLength === KEY_BYTES) return key;
  throw new RecollectError("storage", "signing_key_damaged", {}, { field: "keychain" });
}
