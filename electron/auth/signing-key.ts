import { randomBytes } from "node:crypto";
import type { SecretStore } from "../core/secret-store.ts";
import { RecollectError } from "../text/errors.ts";

/** Bytes of an HS256 key (RFC 7518, section 3.2: at least the size of the hash). */
const KEY_BYTES = 32;

/** The secret store, which can also discard a secret that it cannot read. */
type KeyStore = Pick<SecretStore, "get" | "set"> & { giveUp(name: "token"): Promise<void> };

interface SigningKeyOptions {
  /** Stores the key as base64url. */
  readonly secrets: KeyStore;
  /** Whether there were tokens before this start, which a missing key has signed. */
  readonly hadTokens: boolean;
  /** Called when {@link SigningKey.failure} changed. */
  readonly onChange: () => void;
}

/** The key that signs clients' tokens. It is read on first use, and created if no token exists yet. */
export class SigningKey {
  readonly #options: SigningKeyOptions;
  #key: Promise<Uint8Array> | null = null;
  #failure: RecollectError | null = null;

  constructor(options: SigningKeyOptions) {
    this.#options = options;
  }

  /** @throws unavailable, storage if it cannot be read: a new key would lock out every client without a warning */
  get(): Promise<Uint8Array> {
    const reading = this.#key ?? this.#read();
    this.#key = reading;
    reading.then(
      () => this.#setFailure(null),
      (error: unknown) => {
        if (this.#key === reading) this.#key = null;
        this.#setFailure(isOwnFailure(error) ? error : null);
      },
    );
    return reading;
  }

  /**
   * Why the key could not be read the last time; null if it could. A keychain that is locked or slow is not reported:
   * the secret store reports it, and may read the key later without another call here.
   */
  failure(): RecollectError | null {
    return this.#failure;
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
    if (readable) throw new RecollectError("signing_key_in_use", {});
    await this.#options.secrets.giveUp("token");
    this.#key = this.#create();
    await this.#key;
    this.#setFailure(null);
  }

  async #read(): Promise<Uint8Array> {
    const text = await this.#options.secrets.get("token");
    if (text !== null) return decode(text);
    if (this.#options.hadTokens) throw new RecollectError("signing_key_missing", {}, { field: "keychain" });
    return await this.#create();
  }

  #setFailure(failure: RecollectError | null): void {
    if (this.#failure?.message === failure?.message) return;
    this.#failure = failure;
    this.#options.onChange();
  }

  async #create(): Promise<Uint8Array> {
    const key = randomBytes(KEY_BYTES);
    await this.#options.secrets.set("token", key.toString("base64url"));
    return key;
  }
}

function decode(text: string): Uint8Array {
  const key = Buffer.from(text, "base64url");
  if (key.byteLength === KEY_BYTES) return key;
  throw new RecollectError("signing_key_damaged", {}, { field: "keychain" });
}

function isOwnFailure(error: unknown): error is RecollectError {
  return error instanceof RecollectError && error.code !== "unavailable";
}
