import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import type { Clock, Logger } from "../../core/ports.ts";
import { SPACE_ROLES } from "../../core/spaces.ts";
import { setAside } from "../../core/util/set-aside.ts";
import { RecollectError } from "../../text/errors.ts";

const spaceRecord = z.object({
  id: z.string().length(26),
  carrier: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("folder"), folder: z.string().min(1) }),
    z.object({ kind: z.literal("postgres"), address: z.string().min(1) }),
  ]),
  isEncrypted: z.boolean(),
  /** As it was when the carrier was opened last. */
  role: z.enum(SPACE_ROLES).nullable(),
  isPaused: z.boolean().default(false),
  /** The store may not have the membership yet. */
  isPending: z.boolean().default(false),
  /** Memories that existed before are still to be shared; `merge`: identical ones are merged. */
  sharing: z.enum(["merge", "plain"]).nullable().default(null),
  /** What the owner chose for the memories when leaving. */
  leaving: z.enum(["keep", "remove"]).nullable().default(null),
  /** The passphrase was changed, and entries are still to be sealed again. */
  isResealing: z.boolean().default(false),
  /** When everything was last exchanged, in milliseconds since 1970. */
  lastSyncAt: z.number().nullable().default(null),
});
/** The membership of this device in a space. It has no secrets: they are in the keychain. */
export type SpaceRecord = z.output<typeof spaceRecord>;

const spacesFile = z.object({ spaces: z.array(spaceRecord) });

interface SpaceFileOptions {
  readonly file: string;
  readonly write: (file: string, content: string) => void;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** `spaces.json` in the data folder. Which spaces this device is a member of, is in the store. */
export class SpaceFile {
  readonly #options: SpaceFileOptions;
  #records: ReadonlyMap<string, SpaceRecord>;
  /** Reports that the file was damaged and renamed; null if it was not. */
  readonly damage: RecollectError | null;

  constructor(options: SpaceFileOptions) {
    this.#options = options;
    const { records, damage } = readSpaces(options);
    this.#records = new Map(records.map((record) => [record.id, record]));
    this.damage = damage;
  }

  list(): readonly SpaceRecord[] {
    return [...this.#records.values()];
  }

  get(id: string): SpaceRecord | undefined {
    return this.#records.get(id);
  }

  /** Adds or replaces a record. @throws storage; then nothing changes */
  put(record: SpaceRecord): void {
    this.#replace(new Map(this.#records).set(record.id, record));
  }

  /** Changes a record that is there. @throws storage; then nothing changes */
  update(id: string, changes: Partial<SpaceRecord>): void {
    const record = this.#records.get(id);
    if (record !== undefined) this.put({ ...record, ...changes });
  }

  /** @throws storage; then nothing changes */
  delete(id: string): void {
    const records = new Map(this.#records);
    records.delete(id);
    this.#replace(records);
  }

  #replace(records: ReadonlyMap<string, SpaceRecord>): void {
    const { file, write } = this.#options;
    write(file, `${JSON.stringify({ spaces: [...records.values()] }, null, 2)}\n`);
    this.#records = records;
  }
}

function readSpaces({ file, clock, logger }: SpaceFileOptions): {
  readonly records: readonly SpaceRecord[];
  readonly damage: RecollectError | null;
} {
  if (!existsSync(file)) return { records: [], damage: null };
  try {
    return { records: spacesFile.parse(JSON.parse(readFileSync(file, "utf8"))).spaces, damage: null };
  } catch (error) {
    const aside = setAside(file, "broken", clock.now());
    logger.warn("The list of spaces could not be read. The file was renamed.", { aside, error });
    return { records: [], damage: new RecollectError("spaces_file_damaged", { setAside: aside }) };
  }
}
