import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import type { Clock, Logger } from "../core/ports.ts";
import { setAside } from "../core/util/set-aside.ts";
import { writePrivateFile } from "../platform/atomic-file.ts";

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
 * What was read, by file, and which texts were proposed. A text is recorded with the id of its proposal before it is
 * proposed, so a scan that is killed at any moment proposes it once, and a changed text replaces it.
 */
export class Ledger {
  readonly #file: string;
  readonly entries = new Map<string, LedgerEntry>();
  readonly files = new Map<string, ReadFile>();
  scannedAt: string | null = null;
  #isChanged = false;

  constructor(options: { readonly file: string; readonly clock: Clock; readonly logger: Logger }) {
    this.#file = options.file;
    if (!existsSync(options.file)) return;
    const stored = contents.safeParse(parse(readFileSync(options.file, "utf8")));
    if (!stored.success) {
      const aside = setAside(options.file, "broken", options.clock.now());
      options.logger.warn("The record of clients' memories could not be read. Everything is read again.", { aside });
      return;
    }
    for (const one of stored.data.entries) this.entries.set(entryKey(one.path, one.name), one);
    for (const [path, one] of Object.entries(stored.data.files)) this.files.set(path, one);
    this.scannedAt = stored.data.scannedAt;
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
    const all = { entries: [...this.entries.values()], files: Object.fromEntries(this.files), scannedAt };
    writePrivateFile(this.#file, `${JSON.stringify(all)}\n`);
    this.#isChanged = false;
  }
}

function entryKey(path: string, name: string): string {
  return JSON.stringify([path, name]);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
