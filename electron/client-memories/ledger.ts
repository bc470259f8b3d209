import { z } from "zod";
import { type RecordContext, RecordFile } from "../platform/record-file.ts";

/** A text of an entry that was proposed, or was known. */
const version = z.object({ hash: z.string(), id: z.string() });
const entry = z.object({
  /** A client, or the path of a watched file. */
  source: z.string(),
  path: z.string(),
  name: z.string(),
  domain: z.string(),
  /** Of the text that it has now. */
  hash: z.string(),
  /** Oldest first. */
  versions: z.array(version),
  goneAt: z.string().nullable(),
  /** Its last version may not be proposed yet: it was recorded first, so that a changed text replaces it. */
  isPending: z.boolean().default(false),
});
const file = z.object({
  source: z.string(),
  bytes: z.number(),
  modifiedAt: z.number(),
  /** Which of its entries were read. */
  chosen: z.string(),
});
const contents = z.object({
  entries: z.array(entry),
  files: z.record(z.string(), file),
  scannedAt: z.string().nullable(),
});

export type EntryVersion = z.infer<typeof version>;
export type LedgerEntry = z.infer<typeof entry>;
export type ReadFile = z.infer<typeof file>;

/** Earlier texts are kept so that none of them is proposed twice. */
const MAX_VERSIONS = 50;

/**
 * The texts that were read, by file, and the proposed ones. A text is recorded with the id of its proposal before it is
 * proposed, so a scan that is killed at any moment proposes it once, and a changed text replaces it.
 */
export class Ledger {
  readonly #file: RecordFile<z.output<typeof contents>>;
  readonly entries = new Map<string, LedgerEntry>();
  readonly files = new Map<string, ReadFile>();
  scannedAt: string | null = null;
  #isChanged = false;

  constructor(options: RecordContext & { readonly file: string }) {
    const empty = { entries: [], files: {}, scannedAt: null };
    this.#file = new RecordFile({ ...options, schema: contents, empty, isCompact: true });
    const { entries, files, scannedAt } = this.#file.content;
    for (const one of entries) this.entries.set(entryKey(one.path, one.name), one);
    for (const [path, one] of Object.entries(files)) this.files.set(path, one);
    this.scannedAt = scannedAt;
  }

  find(path: string, name: string): LedgerEntry | undefined {
    return this.entries.get(entryKey(path, name));
  }

  put(one: LedgerEntry): void {
    this.entries.set(entryKey(one.path, one.name), { ...one, versions: one.versions.slice(-MAX_VERSIONS) });
    this.#isChanged = true;
  }

  remove({ path, name }: LedgerEntry): void {
    this.#isChanged = this.entries.delete(entryKey(path, name)) || this.#isChanged;
  }

  setFile(path: string, one: ReadFile | null): void {
    if (one === null) this.files.delete(path);
    else this.files.set(path, one);
    this.#isChanged = true;
  }

  setScanned(at: string): void {
    this.scannedAt = at;
    this.#isChanged = true;
  }

  /** @throws storage */
  save(): void {
    if (!this.#isChanged) return;
    const { scannedAt } = this;
    const files = Object.fromEntries(this.files);
    this.#file.change(() => ({ entries: [...this.entries.values()], files, scannedAt }));
    this.#isChanged = false;
  }
}

function entryKey(path: string, name: string): string {
  return JSON.stringify([path, name]);
}
