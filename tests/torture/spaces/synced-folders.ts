import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { createRandom } from "../../../electron/search/testing/random-vectors.ts";

type Random = ReturnType<typeof createRandom>;

/** A version of a file on the sync service, or null if it was deleted. */
interface Version {
  readonly file: string;
  readonly bytes: Buffer | null;
  /** Whose change it is. */
  readonly origin: Client;
}

/** The rates of what a syncing program does wrong, 0 to 1, for each file. */
interface Disorder {
  /** A file waits for the next round. */
  readonly late: number;
  /** A half of the file is there first. */
  readonly partial: number;
  /** A copy with another name and other bytes is added. */
  readonly conflictCopy: number;
  /** In a round, a file of another device is lost, cut, emptied, replaced by an earlier version, or copied. */
  readonly lie?: number;
}

const CALM: Disorder = { late: 0, partial: 0, conflictCopy: 0 };
/** The rate at which a lie ends by itself, in each round. */
const TRUTH = 0.1;
const KEPT_VERSIONS = 4;
const LIES = ["lost", "cut", "emptied", "earlier", "copied"] as const;
const ROUND_MS = 150;
/** What programs that sync leave out. */
const IGNORED = /^\.~|\.tmp$/;

/** One device's copy of the folder. */
interface Client {
  readonly folder: string;
  /** The files that the program knows, with size and modification time. */
  readonly known: Map<string, string>;
  /** Versions of others that were not written here. */
  waiting: Version[];
  /** Files of which only a part is here. */
  readonly partial: Set<string>;
  /** Files that are not here as their device wrote them, although they were. */
  readonly lies: Set<string>;
  isOffline: boolean;
}

/**
 * A program that syncs folders, such as Dropbox: it copies each written file to the other folders late, in any order,
 * in parts, and with conflict copies. It interprets nothing.
 */
export class SyncedFolders {
  readonly #clients: readonly Client[];
  readonly #random: Random;
  readonly #latest = new Map<string, Version>();
  readonly #versions = new Map<string, Buffer[]>();
  readonly #copies = new Set<string>();
  #disorder: Disorder = CALM;
  #isClosed = false;
  #running: Promise<void> = Promise.resolve();
  /** The files that were written, in order. */
  readonly written: string[] = [];
  /** The number of files that were written late, in parts or as conflict copies. */
  readonly counts = {
    late: 0,
    partial: 0,
    "conflict copies": 0,
    files: 0,
    lost: 0,
    cut: 0,
    emptied: 0,
    earlier: 0,
    copied: 0,
  };

  /** @param folders one for each device; they are made */
  constructor(folders: readonly string[], random: Random) {
    this.#random = random;
    this.#clients = folders.map((folder) => {
      mkdirSync(folder, { recursive: true });
      return { folder, known: new Map(), waiting: [], partial: new Set(), lies: new Set(), isOffline: false };
    });
  }

  /** Runs until {@link close}. */
  start(): void {
    this.#running = this.#run();
  }

  disturb(disorder: Disorder): void {
    this.#disorder = disorder;
  }

  /** From now on every file arrives immediately and complete. */
  heal(): void {
    this.#disorder = CALM;
    for (const client of this.#clients) {
      client.isOffline = false;
      for (const file of client.lies) this.#tellTruth(client, file);
    }
  }

  setOffline(client: number, isOffline: boolean): void {
    const found = this.#clients[client];
    if (found !== undefined) found.isOffline = isOffline;
  }

  /** Whether all folders have the same files. */
  get isSettled(): boolean {
    return this.#clients.every(
      ({ waiting, partial, lies }) => waiting.length === 0 && partial.size === 0 && lies.size === 0,
    );
  }

  /** Whether each device has files below a folder. */
  hasEverywhere(below: string): boolean {
    return this.#clients.every(({ folder }) => filesIn(folder, below).length > 0);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running;
  }

  /** One round for each device that is online. */
  round(): void {
    for (const client of this.#clients) {
      if (client.isOffline) continue;
      this.#upload(client);
      this.#download(client);
      if (this.#disorder.lie !== undefined) this.#lie(client, this.#disorder.lie);
    }
  }

  async #run(): Promise<void> {
    while (!this.#isClosed) {
      const started = performance.now();
      this.round();
      // Others run in this process too, and a round with thousands of files takes long.
      await sleep(Math.max(ROUND_MS, 2 * (performance.now() - started)));
    }
  }

  #upload(client: Client): void {
    const present = new Set<string>();
    for (const file of filesIn(client.folder)) {
      present.add(file);
      if (client.partial.has(file) || client.lies.has(file)) continue;
      const state = stateOf(client, file);
      if (state === null || client.known.get(file) === state) continue;
      const bytes = readIfThere(path.join(client.folder, file));
      if (bytes === null) continue;
      client.known.set(file, state);
      this.#publish({ file, bytes, origin: client });
    }
    for (const file of [...client.known.keys()]) {
      if (present.has(file) || client.lies.has(file)) continue;
      client.known.delete(file);
      this.#publish({ file, bytes: null, origin: client });
    }
  }

  #publish(version: Version): void {
    const { file, origin, bytes } = version;
    this.#latest.set(file, version);
    if (bytes !== null) {
      const versions = [...(this.#versions.get(file) ?? []), bytes].slice(-KEPT_VERSIONS);
      this.#versions.set(file, versions);
    }
    for (const client of this.#clients) {
      if (client === origin) continue;
      client.waiting = client.waiting.filter((other) => other.file !== file);
      client.waiting.push(version);
    }
  }

  #download(client: Client): void {
    const { late, partial } = this.#disorder;
    const waiting = this.#shuffle(client.waiting);
    client.waiting = [];
    for (const version of waiting) {
      if (this.#random.next() < late) {
        this.counts.late += 1;
        client.waiting.push(version);
      } else if (version.bytes !== null && !client.partial.has(version.file) && this.#random.next() < partial) {
        this.counts.partial += 1;
        client.partial.add(version.file);
        this.#write(client, { ...version, bytes: version.bytes.subarray(0, Math.floor(version.bytes.length / 2)) });
        client.waiting.push(version);
      } else {
        client.partial.delete(version.file);
        client.lies.delete(version.file);
        this.#write(client, version);
        this.counts.files += 1;
        this.written.push(version.file);
      }
    }
  }

  #write(client: Client, { file, bytes }: Version): void {
    const target = path.join(client.folder, file);
    if (bytes === null) rmSync(target, { force: true });
    else {
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, bytes);
      this.#addConflictCopy(client, file, bytes);
    }
    const state = stateOf(client, file);
    if (state === null) client.known.delete(file);
    else client.known.set(file, state);
  }

  /** Changes a file of another device in one copy of the folder only. Its own files stay. */
  #lie(client: Client, rate: number): void {
    for (const file of client.lies) if (this.#random.next() < TRUTH) this.#tellTruth(client, file);
    if (this.#random.next() >= rate) return;
    const files = [...client.known.keys()].filter((file) => this.#latest.get(file)?.origin !== client);
    const file = files[this.#random.integer(Math.max(1, files.length))];
    const bytes = file === undefined ? null : (this.#latest.get(file)?.bytes ?? null);
    if (file === undefined || bytes === null || client.partial.has(file)) return;
    const lie = LIES[this.#random.integer(LIES.length)] ?? "lost";
    this.counts[lie] += 1;
    client.lies.add(file);
    const target = path.join(client.folder, file);
    if (lie === "lost") rmSync(target, { force: true });
    else if (lie === "cut") writeFileSync(target, bytes.subarray(0, this.#random.integer(bytes.length + 1)));
    else if (lie === "emptied") writeFileSync(target, Buffer.alloc(bytes.length));
    else if (lie === "earlier") writeFileSync(target, this.#versions.get(file)?.[0] ?? bytes);
    else {
      const other = files[this.#random.integer(files.length)] ?? file;
      writeFileSync(target, this.#latest.get(other)?.bytes ?? bytes);
    }
  }

  #tellTruth(client: Client, file: string): void {
    client.lies.delete(file);
    const latest = this.#latest.get(file);
    if (latest !== undefined) this.#write(client, latest);
  }

  /** It has other bytes, and is synced as any file. */
  #addConflictCopy(client: Client, file: string, bytes: Buffer): void {
    if (this.#copies.has(file) || this.#random.next() >= this.#disorder.conflictCopy) return;
    const { dir, name, ext } = path.parse(file);
    const copy = path.join(dir, `${name}.sync-conflict-20261123-${this.#copies.size}${ext}`);
    this.#copies.add(copy);
    this.counts["conflict copies"] += 1;
    const other = this.#random.next() < 0.5 ? Buffer.from(bytes).reverse() : bytes.subarray(0, bytes.length >> 1);
    writeFileSync(path.join(client.folder, copy), other);
  }

  #shuffle<Item>(items: readonly Item[]): Item[] {
    const left = [...items];
    const shuffled: Item[] = [];
    while (left.length > 0) shuffled.push(...left.splice(this.#random.integer(left.length), 1));
    return shuffled;
  }
}

/** The files below a folder, by their relative paths. */
export function filesIn(folder: string, below = ""): string[] {
  return entriesOf(path.join(folder, below)).flatMap((entry) => {
    const file = path.join(below, entry.name);
    if (entry.isDirectory()) return filesIn(folder, file);
    return IGNORED.test(entry.name) ? [] : [file];
  });
}

/** Returns none while the folder is being removed. */
function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Null for a file that is not there. */
function stateOf(client: Client, file: string): string | null {
  const found = statSync(path.join(client.folder, file), { throwIfNoEntry: false });
  // Times are coarse: two versions that replace each other can have the same one.
  return found === undefined ? null : `${found.ino} ${found.size} ${found.mtimeMs}`;
}

function readIfThere(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}
