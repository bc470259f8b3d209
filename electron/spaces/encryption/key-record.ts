import { createHash, randomBytes, randomInt, type ScryptOptions, scrypt } from "node:crypto";
import { z } from "zod";
import { RecollectError } from "../../text/errors.ts";
import { KEY_BYTES, SealingKey } from "./seal.ts";

/** RFC 7914, with the parameters that OWASP recommends (Password Storage Cheat Sheet): 128 MiB, about 0.4 s. */
export const DEFAULT_COST = 2 ** 17;
/**
 * Documents come from outside, and must not choose how much memory and time they take: at most 256 MiB each, and together
 * the time of 32 new ones.
 */
const MAX_COST = 2 ** 18;
const MAX_WORK = 32 * DEFAULT_COST;
const BLOCK_SIZE = 8;
const PARALLELISM = 1;
const SALT_BYTES = 32;
const MIN_PASSPHRASE_LENGTH = 12;
/** Crockford's base 32 has no letters that look like digits. 25 of them are 125 bits. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const PASSPHRASE_GROUPS = 5;

const NAME = /^key-(\d{8})-([0-9a-f]{16})$/;

const recordSchema = z.object({
  format: z.literal(1),
  cost: z
    .int()
    .min(2 ** 10)
    .max(MAX_COST),
  salt: z.base64().max(1_000),
  /** The key, sealed with a key of the passphrase. That it opens proves the passphrase. */
  key: z.base64().max(1_000),
  /**
   * The key, sealed with the one before; null if the passphrase was changed, so that devices without it cannot open it.
   */
  keyByPrevious: z.object({ id: z.string(), key: z.base64() }).nullable(),
  /** All earlier keys, sealed with this one. */
  earlier: z.base64(),
  /**
   * A digest of the document, sealed with the key before: a member made it. Null in the first document. Everyone who can
   * write a folder can add documents, and without a proof a member could mistake one of them for a new passphrase.
   */
  proof: z
    .object({ id: z.string(), seal: z.base64().max(1_000) })
    .nullable()
    .default(null),
});
const earlierSchema = z.array(z.object({ epoch: z.int().min(1), id: z.string(), key: z.base64() }));

/** One of the keys of a space. Each rotation makes the next epoch. */
export interface SpaceKey {
  readonly epoch: number;
  /** 16 hexadecimal digits. */
  readonly id: string;
  readonly secret: Uint8Array;
}

/** A document of the space with one key, which its passphrase opens. */
export interface KeyRecord {
  readonly name: string;
  readonly epoch: number;
  readonly id: string;
  readonly content: z.output<typeof recordSchema>;
}

/** A random passphrase of 125 bits, in five groups of five letters and digits. */
export function createPassphrase(): string {
  const letter = () => ALPHABET[randomInt(ALPHABET.length)];
  const groups = Array.from({ length: PASSPHRASE_GROUPS }, () => Array.from({ length: 5 }, letter).join(""));
  return groups.join("-");
}

/**
 * The key documents among the records, the newest first. Without a valid document the space cannot be read; next to valid
 * ones, any other is ignored.
 * @throws unavailable if there are some and none is valid
 */
export function findKeyRecords(records: ReadonlyMap<string, Uint8Array>): readonly KeyRecord[] {
  const named = [...records].filter(([name]) => NAME.test(name));
  const found = named
    .flatMap(([name, body]) => {
      const [, epoch = "", id = ""] = NAME.exec(name) ?? [];
      const content = parseContent(body);
      return content === null ? [] : [{ name, epoch: Number(epoch), id, content }];
    })
    .sort(newestFirst);
  if (found.length === 0 && named[0] !== undefined) throw damaged(named[0][0]);
  return found;
}

/**
 * The documents in the order in which they are tried with a passphrase: those that cost less first; then the first of each
 * epoch, from the newest epoch, the second of each, and so on.
 */
export function inTurns(records: readonly KeyRecord[]): readonly KeyRecord[] {
  const counts = new Map<number, number>();
  const turns = records.map((record) => {
    const turn = counts.get(record.epoch) ?? 0;
    counts.set(record.epoch, turn + 1);
    return { record, turn };
  });
  const costOf = ({ record }: (typeof turns)[number]) => record.content.cost;
  return turns.sort((one, other) => costOf(one) - costOf(other) || one.turn - other.turn).map(({ record }) => record);
}

/** The key that counts of two of one epoch, which two devices made at the same time, is that with the greater id. */
export function newestFirst(
  a: { readonly epoch: number; readonly id: string },
  b: { readonly epoch: number; readonly id: string },
): number {
  return b.epoch - a.epoch || (a.id < b.id ? 1 : -1);
}

/**
 * Makes a key and its document.
 * @param earlier all keys before
 * @param previous the key before, if devices that have it may have the new one
 * @throws invalid_argument for a short passphrase
 */
export async function createKeyRecord(
  space: string,
  passphrase: string,
  earlier: readonly SpaceKey[],
  previous: SpaceKey | null,
  cost: number,
): Promise<{ readonly key: SpaceKey; readonly record: { readonly name: string; readonly body: Uint8Array } }> {
  checkPassphrase(passphrase);
  const epoch = 1 + Math.max(0, ...earlier.map((key) => key.epoch));
  const key: SpaceKey = { epoch, id: randomBytes(8).toString("hex"), secret: randomBytes(KEY_BYTES) };
  const name = `key-${String(epoch).padStart(8, "0")}-${key.id}`;
  const place = placeOf(space, name);
  const salt = randomBytes(SALT_BYTES);
  const byPassphrase = await passphraseKey(passphrase, salt, cost);
  const list = earlier.map((old) => ({ ...old, secret: undefined, key: base64(old.secret) }));
  const [before] = [...earlier].sort(newestFirst);
  const unproven = {
    format: 1,
    cost,
    salt: base64(salt),
    key: base64(byPassphrase.seal(place, key.secret)),
    keyByPrevious: previous && {
      id: previous.id,
      key: base64(new SealingKey(previous.secret, "next key").seal(place, key.secret)),
    },
    earlier: base64(new SealingKey(key.secret, "earlier keys").seal(place, Buffer.from(JSON.stringify(list)))),
    proof: null,
  } as const;
  const seal = before && new SealingKey(before.secret, "next document").seal(place, digestOf(unproven));
  const content = { ...unproven, proof: before && seal ? { id: before.id, seal: base64(seal) } : null };
  return { key, record: { name, body: Buffer.from(JSON.stringify(content)) } };
}

/** Opens key documents with a passphrase. Deriving a key takes long, so documents with the same salt share it. */
export class PassphraseOpener {
  readonly #space: string;
  readonly #passphrase: string;
  readonly #derived = new Map<string, SealingKey>();
  #work: number;
  #skipped = 0;

  /** @param work the sum of the costs that are paid */
  constructor(space: string, passphrase: string, work = MAX_WORK) {
    this.#space = space;
    this.#passphrase = passphrase;
    this.#work = work;
  }

  /** The number of documents that were not tried, because others took all the time. */
  get skipped(): number {
    return this.#skipped;
  }

  /** @returns the key and all earlier ones; null for a wrong passphrase, and for a document that is not tried */
  async open(record: KeyRecord): Promise<readonly SpaceKey[] | null> {
    const { cost, salt, key } = record.content;
    const name = `${cost} ${salt}`;
    let derived = this.#derived.get(name);
    if (derived === undefined) {
      if (cost > this.#work) {
        this.#skipped += 1;
        return null;
      }
      this.#work -= cost;
      derived = await passphraseKey(this.#passphrase, bytes(salt), cost);
      this.#derived.set(name, derived);
    }
    const secret = derived.open(placeOf(this.#space, record.name), bytes(key));
    return secret === null ? null : withEarlier(this.#space, record, secret);
  }
}

/** Opens a key document with the key before. @returns null if that is not possible */
export function openWithPrevious(space: string, record: KeyRecord, known: ReadonlyMap<string, SpaceKey>) {
  const { keyByPrevious } = record.content;
  const previous = keyByPrevious && known.get(keyByPrevious.id);
  if (!previous) return null;
  const sealing = new SealingKey(previous.secret, "next key");
  const secret = sealing.open(placeOf(space, record.name), bytes(keyByPrevious.key));
  return secret === null ? null : withEarlier(space, record, secret);
}

/** Whether a member that had the key before made a document. @param known the keys of which it may be one */
export function isProven(space: string, { name, content }: KeyRecord, known: ReadonlyMap<string, SpaceKey>): boolean {
  const before = content.proof && known.get(content.proof.id);
  if (!before || !content.proof) return false;
  const sealing = new SealingKey(before.secret, "next document");
  return sealing.open(placeOf(space, name), bytes(content.proof.seal))?.equals(digestOf(content)) === true;
}

/** The key of a document and all earlier ones; null if the document is damaged, or was changed. */
export function withEarlier(space: string, record: KeyRecord, secret: Uint8Array): readonly SpaceKey[] | null {
  const sealing = new SealingKey(secret, "earlier keys");
  const text = sealing.open(placeOf(space, record.name), bytes(record.content.earlier));
  const list = text === null ? undefined : earlierSchema.safeParse(parseJson(text)).data;
  if (list === undefined) return null;
  const { epoch, id } = record;
  // Who has a key writes the list, and must not choose the keys after it.
  const earlier = list.filter((old) => old.epoch < epoch);
  return [{ epoch, id, secret }, ...earlier.map(({ key, ...old }) => ({ ...old, secret: bytes(key) }))];
}

function digestOf({ cost, salt, key, keyByPrevious, earlier }: KeyRecord["content"]): Buffer {
  const parts = [cost, salt, key, keyByPrevious?.id ?? null, keyByPrevious?.key ?? null, earlier];
  return createHash("sha256").update(JSON.stringify(parts)).digest();
}

async function passphraseKey(passphrase: string, salt: Uint8Array, cost: number): Promise<SealingKey> {
  const options: ScryptOptions = { N: cost, r: BLOCK_SIZE, p: PARALLELISM, maxmem: 256 * BLOCK_SIZE * cost };
  // Keyboards of different systems compose letters with accents in different ways.
  const text = passphrase.trim().normalize("NFKC");
  const secret = await new Promise<Buffer>((resolve, reject) => {
    scrypt(text, salt, KEY_BYTES, options, (error, key) => (error === null ? resolve(key) : reject(error)));
  });
  return new SealingKey(secret, "passphrase");
}

function checkPassphrase(passphrase: string): void {
  if (passphrase.trim().length >= MIN_PASSPHRASE_LENGTH) return;
  const params = { minimum: MIN_PASSPHRASE_LENGTH };
  throw new RecollectError("space_passphrase_short", params, { field: "passphrase" });
}

function parseContent(body: Uint8Array): KeyRecord["content"] | null {
  return recordSchema.safeParse(parseJson(body)).data ?? null;
}

function parseJson(text: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(text).toString("utf8"));
  } catch {
    return undefined;
  }
}

function damaged(name: string): RecollectError {
  return new RecollectError("space_keys_damaged", { name });
}

function placeOf(space: string, name: string): string {
  return `${space} ${name}`;
}

function base64(value: Uint8Array): string {
  return Buffer.from(value).toString("base64");
}

function bytes(text: string): Buffer {
  return Buffer.from(text, "base64");
}
