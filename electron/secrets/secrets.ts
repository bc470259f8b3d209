import { existsSync } from "node:fs";
import { z } from "zod";
import {
  isSecretName,
  OWNED_SECRET_NAME,
  SECRET_NAMES,
  type SecretName,
  type SecretStore,
  type SecretsStatus,
} from "../core/secret-store.ts";
import { createMutex } from "../core/util/mutex.ts";
import { setAside } from "../core/util/set-aside.ts";
import { withTimeout } from "../core/util/with-timeout.ts";
import { type RecordContext, RecordFile } from "../platform/record-file.ts";
import { RecollectError } from "../text/errors.ts";
import { createFileSecrets, namesOfFiles, secretFile } from "./file-secrets.ts";
import { type Keychain, KeychainError } from "./keychain.ts";

const READ_TIMEOUT_MS = 2000;

/** `secrets.json`: which secrets of a data folder are in the keychain. The others are in files. */
const secretPlaces = z.object({
  /** Names this data folder in the keychain, also after the folder was moved. */
  folderId: z.string().min(1),
  inKeychain: z.array(z.custom<SecretName>((name) => typeof name === "string" && isSecretName(name))),
  /** The owner did not unlock the keychain, or chose files. The keychain is used again only when the owner says so. */
  keychainDeclined: z.boolean(),
});
type SecretPlaces = z.output<typeof secretPlaces>;

export interface SecretsOptions extends RecordContext {
  /** The data folder. */
  readonly folder: string;
  /** The path of `secrets.json`. */
  readonly placesFile: string;
  /** Null if there is none. */
  readonly keychain: Keychain | null;
  /** How long a caller waits for a keychain that asks the owner for a password, in milliseconds. Default: 2,000. */
  readonly readTimeoutMs?: number;
  readonly newId: () => string;
  /** Called when the status changed. */
  readonly onChange: () => void;
}

/**
 * The owner's secrets: in the keychain if one opens, in files otherwise (ADR 0020). A secret in a file moves into the
 * keychain once: its file is removed only after the keychain returned an equal value. After the owner did not unlock
 * the keychain it is not used again until the owner says so, and a secret in it is never replaced silently.
 */
export class Secrets implements SecretStore {
  readonly #options: SecretsOptions;
  readonly #files: SecretStore;
  /** Reads and changes run one at a time: each depends on the places of the secrets. */
  readonly #inTurn = createMutex();
  readonly #reads = new Map<SecretName, Promise<string | null>>();
  readonly #places: RecordFile<SecretPlaces>;
  #problem: SecretsStatus["problem"] = null;

  constructor(options: SecretsOptions) {
    this.#options = options;
    this.#files = createFileSecrets(options.folder);
    this.#places = new RecordFile<SecretPlaces>({
      ...options,
      file: options.placesFile,
      schema: secretPlaces,
      empty: { folderId: options.newId(), inKeychain: [], keychainDeclined: false },
      salvage: legiblePlaces,
      damage: (setAside) => new RecollectError("secret_places_damaged", { setAside }),
    });
  }

  /**
   * @returns null if it was never set
   * @throws unavailable if the keychain is locked or does not respond in time; storage if the secret was lost
   */
  get(name: SecretName): Promise<string | null> {
    let reading = this.#reads.get(name);
    if (reading === undefined) {
      reading = this.#inTurn(() => this.#read(name));
      this.#reads.set(name, reading);
      reading.then(
        () => this.#setProblem(null),
        (error: unknown) => {
          this.#setProblem(problemOf(error));
          this.#options.logger.error("A secret cannot be read", { name, error });
        },
      );
    }
    // The read continues after the timeout; a late success clears the problem.
    return withTimeout(reading, this.#options.readTimeoutMs ?? READ_TIMEOUT_MS, () => {
      this.#setProblem("closed");
      throw keychainClosed();
    });
  }

  /** @throws unavailable, storage; then the old value remains */
  set(name: SecretName, value: string): Promise<void> {
    return this.#inTurn(async () => {
      await this.#write(name, value);
      this.#reads.set(name, Promise.resolve(value));
    });
  }

  delete(name: SecretName): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#isInKeychain(name)) {
        await this.#callKeychain((keychain) => keychain.delete(this.#account(name)));
        this.#setPlaces({ inKeychain: this.#without(name) });
      }
      await this.#files.delete(name);
      this.#reads.set(name, Promise.resolve(null));
    });
  }

  status(): SecretsStatus {
    return {
      place: this.#isInKeychain("token") ? "keychain" : "file",
      hasKeychain: this.#options.keychain !== null,
      problem: this.#problem,
    };
  }

  /** Lets the next read use the keychain again, which may ask the owner for a password. */
  tryAgain(): void {
    this.#reads.clear();
    this.#setProblem(null);
  }

  /** Moves all secrets. @throws unavailable, storage; then no secret was moved */
  moveTo(place: SecretsStatus["place"]): Promise<void> {
    return this.#inTurn(async () => {
      for (const name of this.#names()) {
        if (place === "file" && this.#isInKeychain(name)) await this.#moveOut(name);
        if (place === "keychain" && !this.#isInKeychain(name)) {
          const value = await this.#files.get(name);
          if (value !== null) await this.#callKeychain(() => this.#store(name, value));
        }
      }
      this.#setPlaces({ keychainDeclined: place === "file" });
    });
  }

  /** Forgets a secret that cannot be read, so that the name can be set again. Its file, if any, is renamed. */
  giveUp(name: SecretName): Promise<void> {
    return this.#inTurn(async () => {
      const file = secretFile(this.#options.folder, name);
      if (existsSync(file)) setAside(file, "replaced", this.#options.clock.now());
      const keychainDeclined = this.#places.content.keychainDeclined || this.#problem === "closed";
      this.#setPlaces({ inKeychain: this.#without(name), keychainDeclined });
      this.#reads.delete(name);
      this.#setProblem(null);
    });
  }

  async #read(name: SecretName): Promise<string | null> {
    const inFile = await this.#files.get(name);
    if (!this.#isInKeychain(name)) {
      // It may be in the keychain.
      if (inFile === null && this.#places.failure !== null) throw this.#places.failure;
      // The value is returned immediately: moving it may ask the owner for a password.
      const canMove = inFile !== null && this.#options.keychain !== null && !this.#places.content.keychainDeclined;
      if (canMove) void this.#inTurn(() => this.#moveIn(name, inFile));
      return inFile;
    }
    const inKeychain = await this.#callKeychain((keychain) => keychain.get(this.#account(name)));
    if (inKeychain !== null) return inKeychain;
    // The file may have been restored from a backup.
    if (inFile !== null) return inFile;
    throw secretLost();
  }

  async #write(name: SecretName, value: string): Promise<void> {
    const { keychain, logger } = this.#options;
    if (this.#isInKeychain(name)) return await this.#callKeychain(() => this.#store(name, value));
    try {
      if (keychain !== null && !this.#places.content.keychainDeclined) return await this.#store(name, value);
    } catch (error) {
      if (!(error instanceof KeychainError)) throw error;
      if (error.reason === "stopped") throw keychainClosed(error);
      if (error.reason === "closed") this.#setPlaces({ keychainDeclined: true });
      logger.info("The keychain does not accept a secret; it is stored in a file", { name, error });
    }
    await this.#files.set(name, value);
  }

  async #moveIn(name: SecretName, value: string): Promise<void> {
    const { logger } = this.#options;
    try {
      await this.#store(name, value);
      logger.info("A secret was moved into the system's keychain", { name });
    } catch (error) {
      if (error instanceof KeychainError && error.reason === "closed") this.#setPlaces({ keychainDeclined: true });
      logger.info("A secret stays in its file", { name, error });
    }
  }

  async #moveOut(name: SecretName): Promise<void> {
    const { keychain, logger } = this.#options;
    const value = await this.#callKeychain((chain) => chain.get(this.#account(name)));
    if (value === null) throw secretLost();
    await this.#files.set(name, value);
    this.#setPlaces({ inKeychain: this.#without(name), keychainDeclined: true });
    await keychain
      ?.delete(this.#account(name))
      .catch((error: unknown) => logger.warn("A secret could not be removed from the keychain", { error }));
  }

  /** Stores a value in the keychain and then removes its file. @throws KeychainError */
  async #store(name: SecretName, value: string): Promise<void> {
    const { keychain } = this.#options;
    if (keychain === null) throw new KeychainError("absent", "There is no keychain.");
    await keychain.set(this.#account(name), value);
    this.#setPlaces({ inKeychain: [...this.#without(name), name], keychainDeclined: false });
    await this.#files.delete(name);
  }

  /** @throws unavailable if the keychain is missing or locked */
  async #callKeychain<T>(call: (keychain: Keychain) => Promise<T>): Promise<T> {
    const { keychain } = this.#options;
    try {
      if (keychain === null) throw new KeychainError("absent", "There is no keychain.");
      return await call(keychain);
    } catch (error) {
      throw error instanceof KeychainError ? keychainClosed(error) : error;
    }
  }

  #setPlaces(changes: Partial<SecretPlaces>): void {
    this.#places.change((places) => ({ ...places, ...changes }));
    this.#options.onChange();
  }

  #setProblem(problem: SecretsStatus["problem"]): void {
    if (this.#problem === problem) return;
    this.#problem = problem;
    this.#options.onChange();
  }

  /** The names that can have a value, in either place. */
  #names(): readonly SecretName[] {
    return [...new Set([...SECRET_NAMES, ...this.#places.content.inKeychain, ...namesOfFiles(this.#options.folder)])];
  }

  #isInKeychain(name: SecretName): boolean {
    return this.#places.content.inKeychain.includes(name);
  }

  #without(name: SecretName): SecretName[] {
    return this.#places.content.inKeychain.filter((other) => other !== name);
  }

  #account(name: SecretName): string {
    return `${name} ${this.#places.content.folderId}`;
  }
}

/** The keychain is locked or missing. */
export function keychainClosed(cause?: Error): RecollectError {
  return new RecollectError("keychain_closed", {}, { field: "keychain", cause });
}

/** The keychain no longer contains a secret that was stored in it. */
export function secretLost(): RecollectError {
  return new RecollectError("keychain_lost", {}, { field: "keychain" });
}

/** The places in a damaged `secrets.json`, by which the secrets in the keychain are still found. */
function legiblePlaces(text: string): SecretPlaces | null {
  const folderId = /"folderId"\s*:\s*"([^"\\]+)"/.exec(text)?.[1];
  if (folderId === undefined) return null;
  const owned = [...text.matchAll(new RegExp(`"(${OWNED_SECRET_NAME.source})"`, "g"))].map(([, name = ""]) => name);
  const known = SECRET_NAMES.filter((name) => text.includes(`"${name}"`));
  return { folderId, inKeychain: [...known, ...owned.filter(isSecretName)], keychainDeclined: false };
}

function problemOf(error: unknown): SecretsStatus["problem"] {
  if (!(error instanceof RecollectError)) return null;
  if (error.code === "unavailable") return "closed";
  return error.details?.reason === "keychain_lost" ? "lost" : "damaged";
}
