import { RecollectError } from "../../core/errors.ts";
import type { Logger } from "../../core/ports.ts";
import type { SecretName, SecretStore, SecretsStatus } from "../../core/secret-store.ts";
import { createFileSecrets } from "./file-secrets.ts";
import { type Keychain, KeychainError } from "./keychain.ts";
import { readSecretPlaces, type SecretPlaces, writeSecretPlaces } from "./secret-places.ts";

/** How long whoever asks waits for a keychain that puts a question to the owner, in milliseconds. */
const SOON_MS = 2000;
const NAMES: readonly SecretName[] = ["token", "model"];

/** The owner's secrets, and what the owner can decide about them. */
export interface KeptSecrets extends SecretStore {
  status(): SecretsStatus;
  /** Asks a keychain again that did not open. It may put its question to the owner once more. */
  tryAgain(): void;
  /** Moves all secrets. @throws unavailable, storage; then each is where it was */
  moveTo(place: SecretsStatus["place"]): Promise<void>;
  /** Gives up what a keychain held that is closed or lost it; the name is then as never set. */
  giveUp(name: SecretName): Promise<void>;
}

/**
 * Secrets lie in the keychain where there is one that opens, else in files. What lies in a file moves in by itself, once:
 * it is removed only after the keychain gave it back equal. A keychain that the owner does not open is asked no second
 * time before the owner says so, and nothing it holds is made anew in its place.
 *
 * @param options.folder the data folder
 * @param options.placesFile tells what the keychain holds
 * @param options.keychain null where there is none
 * @param options.onChange is told when the status changed
 */
export function createKeptSecrets(options: {
  readonly folder: string;
  readonly placesFile: string;
  readonly keychain: Keychain | null;
  readonly newId: () => string;
  readonly logger: Logger;
  readonly onChange: () => void;
}): KeptSecrets {
  const { keychain, logger } = options;
  const files = createFileSecrets(options.folder);
  const read = new Map<SecretName, Promise<string | null>>();
  let problem: SecretsStatus["problem"] = null;
  let turn: Promise<unknown> = Promise.resolve();

  /** One act at a time: each reads and writes where the secrets are. */
  function inTurn<T>(act: () => Promise<T>): Promise<T> {
    const acting = turn.then(act);
    turn = acting.catch(() => undefined);
    return acting;
  }

  function setProblem(now: SecretsStatus["problem"]): void {
    if (problem === now) return;
    problem = now;
    options.onChange();
  }

  let places: SecretPlaces = { folderId: options.newId(), inKeychain: [], keychainDeclined: false };
  let damage: unknown = null;
  try {
    places = readSecretPlaces(options.placesFile) ?? places;
  } catch (error) {
    damage = error;
  }
  const isInKeychain = (name: SecretName) => places.inKeychain.includes(name);
  const allBut = (name: SecretName) => places.inKeychain.filter((other) => other !== name);
  const account = (name: SecretName) => `${name} ${places.folderId}`;

  function setPlaces(changes: Partial<SecretPlaces>): void {
    const now = { ...places, ...changes };
    writeSecretPlaces(options.placesFile, now);
    places = now;
    options.onChange();
  }

  async function readNow(name: SecretName): Promise<string | null> {
    if (damage !== null) throw damage;
    const inFile = await files.get(name);
    if (!isInKeychain(name)) {
      // The answer is there; moving may take a question to the owner.
      if (inFile !== null && keychain !== null && !places.keychainDeclined) void inTurn(() => moveIn(name, inFile));
      return inFile;
    }
    const inKeychain = await ask((chain) => chain.get(account(name)));
    if (inKeychain !== null) return inKeychain;
    // Put back from a backup, for example.
    if (inFile !== null) return inFile;
    throw lostSecret();
  }

  async function moveIn(name: SecretName, value: string): Promise<void> {
    try {
      await keep(name, value);
      logger.info("A secret was moved into the system's keychain", { name });
    } catch (error) {
      if (error instanceof KeychainError && error.reason === "closed") setPlaces({ keychainDeclined: true });
      logger.info("A secret stays in its file", { name, error });
    }
  }

  /** Puts it into the keychain, and only then away from the file. @throws KeychainError */
  async function keep(name: SecretName, value: string): Promise<void> {
    if (keychain === null) throw new KeychainError("absent", "There is no keychain.");
    await keychain.keep(account(name), value);
    setPlaces({ inKeychain: [...allBut(name), name], keychainDeclined: false });
    await files.delete(name);
  }

  /** @throws unavailable where the keychain is not there or does not open */
  async function ask<T>(question: (chain: Keychain) => Promise<T>): Promise<T> {
    try {
      if (keychain === null) throw new KeychainError("absent", "There is no keychain.");
      return await question(keychain);
    } catch (error) {
      throw error instanceof KeychainError ? closedKeychain(error) : error;
    }
  }

  async function setNow(name: SecretName, value: string): Promise<void> {
    if (damage !== null) throw damage;
    if (isInKeychain(name)) return await ask(() => keep(name, value));
    try {
      if (keychain !== null && !places.keychainDeclined) return await keep(name, value);
    } catch (error) {
      if (!(error instanceof KeychainError)) throw error;
      if (error.reason === "stopped") throw closedKeychain(error);
      if (error.reason === "closed") setPlaces({ keychainDeclined: true });
      logger.info("The keychain takes no secret; it is kept in a file", { name, error });
    }
    await files.set(name, value);
  }

  async function moveOut(name: SecretName): Promise<void> {
    const value = await ask((chain) => chain.get(account(name)));
    if (value === null) throw lostSecret();
    await files.set(name, value);
    setPlaces({ inKeychain: allBut(name), keychainDeclined: true });
    await keychain
      ?.delete(account(name))
      .catch((error: unknown) => logger.warn("A secret stays in the keychain", { error }));
  }

  return {
    get(name) {
      const asked = read.get(name);
      if (asked !== undefined) return soon(asked, () => setProblem("closed"));
      const reading = inTurn(() => readNow(name));
      read.set(name, reading);
      reading.then(
        () => setProblem(null),
        (error: unknown) => {
          setProblem(error instanceof RecollectError && error.code === "unavailable" ? "closed" : "lost");
          logger.error("A secret cannot be read", { name, error });
        },
      );
      return soon(reading, () => setProblem("closed"));
    },

    set: (name, value) =>
      inTurn(async () => {
        await setNow(name, value);
        read.set(name, Promise.resolve(value));
      }),

    delete: (name) =>
      inTurn(async () => {
        if (isInKeychain(name)) {
          await ask((chain) => chain.delete(account(name)));
          setPlaces({ inKeychain: allBut(name) });
        }
        await files.delete(name);
        read.set(name, Promise.resolve(null));
      }),

    status: () => ({ place: isInKeychain("token") ? "keychain" : "file", hasKeychain: keychain !== null, problem }),

    tryAgain() {
      read.clear();
      setProblem(null);
    },

    moveTo: (place) =>
      inTurn(async () => {
        for (const name of NAMES) {
          if (place === "file" && isInKeychain(name)) await moveOut(name);
          if (place === "keychain" && !isInKeychain(name)) {
            const value = await files.get(name);
            if (value !== null) await ask(() => keep(name, value));
          }
        }
        setPlaces({ keychainDeclined: place === "file" });
      }),

    giveUp: (name) =>
      inTurn(async () => {
        damage = null;
        setPlaces({ inKeychain: allBut(name), keychainDeclined: places.keychainDeclined || problem === "closed" });
        read.delete(name);
        setProblem(null);
      }),
  };
}

/** Waits for an answer for a moment; the asking goes on behind a refusal. */
async function soon<T>(answer: Promise<T>, onLate: () => void): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      onLate();
      reject(closedKeychain());
    }, SOON_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The keychain does not open. */
export function closedKeychain(cause?: Error): RecollectError {
  return new RecollectError("unavailable", "The system's keychain, which holds Recollect's secrets, is closed.", {
    field: "keychain",
    hint: "Unlock it, then have it asked again in Recollect › Settings.",
    details: { reason: "keychain_closed" },
    ...(cause === undefined ? {} : { cause }),
  });
}

/** The keychain no longer holds what it was given. */
export function lostSecret(): RecollectError {
  return new RecollectError("storage", "The system's keychain no longer holds what Recollect kept in it.", {
    field: "keychain",
    hint: "Restore the keychain, or make a new key in Recollect › Settings and connect the clients again.",
    details: { reason: "keychain_lost" },
  });
}
