import { createHash } from "node:crypto";
import path from "node:path";
import { OWNER } from "../core/caller.ts";
import type { ClientMemoryProblem } from "../core/client-memories.ts";
import { type InboxService, MAX_WAITING, type OfferedMemory } from "../core/inbox.ts";
import type { Clock } from "../core/ports.ts";
import { createYielder } from "../core/util/yielder.ts";
import type { DecodedText } from "../import/decode-text.ts";
import { stableId } from "../import/stable-id.ts";
import { isWithin } from "../platform/is-within.ts";
import { RecollectError, toErrorBody } from "../text/errors.ts";
import type { EntryVersion, Ledger, LedgerEntry, ReadFile } from "./ledger.ts";
import { readingError } from "./list-folder.ts";
import { readTextFile } from "./read-text-file.ts";
import type { FoundEntry, MemoryFile } from "./readers/reader.ts";
import type { Source } from "./sources.ts";

export interface ScanParts {
  readonly ledger: Ledger;
  readonly inbox: Pick<InboxService, "offer" | "offerStates">;
  readonly clock: Clock;
  readonly home: string;
  /** The domain of an entry of a file. */
  domainOf(file: MemoryFile, entry: FoundEntry): string;
  /** Whether the scan is to end early. */
  isStopped(): boolean;
}

/** Proposals that are recorded together before they are made. */
const BATCH = 50;

/** The recorded fields of an entry, without its texts. */
type EntryPlace = Omit<LedgerEntry, "versions" | "isPending">;

/** A text that is to be proposed. */
interface Offer {
  readonly source: Source;
  readonly place: EntryPlace;
  readonly versions: readonly EntryVersion[];
  readonly found: FoundEntry;
  /** The earlier record. */
  readonly known: LedgerEntry | undefined;
  readonly id: string;
}

/** Reads the changes in the watched sources and proposes them. One object for each scan. */
export class MemoryFileScan {
  readonly #parts: ScanParts;
  readonly #problems: ClientMemoryProblem[] = [];
  readonly #full = new Set<string>();
  readonly #yieldIfDue = createYielder();
  readonly #offers: Offer[] = [];
  /** Files whose entries are all in the record or among the offers. */
  readonly #read = new Map<string, ReadFile>();
  readonly #failed = new Set<string>();

  constructor(parts: ScanParts) {
    this.#parts = parts;
  }

  /** @returns the files and folders that could not be read, or not in the way that they say */
  async run(sources: readonly Source[]): Promise<readonly ClientMemoryProblem[]> {
    const { ledger, clock, isStopped } = this.#parts;
    for (const source of sources) {
      if (isStopped()) break;
      await this.#scanSource(source).catch((error: unknown) => {
        this.#problems.push({ path: source.id, error: readingError(source.id, error) });
      });
    }
    if (!isStopped()) ledger.setScanned(new Date(clock.now()).toISOString());
    ledger.save();
    return this.#problems;
  }

  async #scanSource(source: Source): Promise<void> {
    const { ledger, isStopped } = this.#parts;
    const { files, problems, missing = [] } = await source.find();
    this.#problems.push(...problems, ...missing);
    const present = new Set(files.map((file) => file.path));
    const isUnknown = (place: string) => problems.some((problem) => isWithin(place, problem.path));
    // First: an entry of a new file may be one of a file that was renamed.
    for (const entry of [...ledger.entries.values()]) {
      const isOfSource = entry.source === source.id && !present.has(entry.path);
      if (isOfSource && entry.goneAt === null && !isUnknown(entry.path)) this.#markGone(entry);
    }
    for (const [place, read] of [...ledger.files]) {
      if (read.source === source.id && !present.has(place) && !isUnknown(place)) ledger.setFile(place, null);
    }
    for (const file of files) {
      if (isStopped()) return;
      const read = ledger.files.get(file.path);
      const isSame = read?.bytes === file.bytes && read.modifiedAt === file.modifiedAt && read.chosen === source.chosen;
      if (!isSame) await this.#readFile(source, file);
    }
    await this.#sendOffers();
  }

  async #readFile(source: Source, file: MemoryFile): Promise<void> {
    const { ledger } = this.#parts;
    let found: readonly FoundEntry[];
    try {
      const decoded = await readTextFile(file);
      found = source.read(file, decoded.text);
      this.#noteOddities(file, decoded, found);
    } catch (error) {
      this.#problems.push({ path: file.path, error: readingError(file.path, error) });
      return;
    }
    const names = new Set(found.map(({ name }) => name));
    for (const entry of [...ledger.entries.values()]) {
      if (entry.path === file.path && entry.goneAt === null && !names.has(entry.name)) this.#markGone(entry);
    }
    for (const entry of found.filter(({ name }) => source.isChosen(name))) {
      if (this.#parts.isStopped()) return;
      await this.#readEntry(source, file, entry);
      if (this.#offers.length >= BATCH) await this.#sendOffers();
      await this.#yieldIfDue();
    }
    const { bytes, modifiedAt } = file;
    this.#read.set(file.path, { source: source.id, bytes, modifiedAt, chosen: source.chosen });
  }

  /** Reports a file that was read in another way than it says. */
  #noteOddities({ path: file }: MemoryFile, { encoding, damaged }: DecodedText, found: readonly FoundEntry[]): void {
    const note = (error: RecollectError) => this.#problems.push({ path: file, error: toErrorBody(error) });
    if (damaged > 0) note(new RecollectError("client_memory_damaged", { path: file, damaged }));
    if (encoding === "Windows-1252") note(new RecollectError("client_memory_decoded", { path: file, encoding }));
    if (found.some(({ isRepaired }) => isRepaired)) note(new RecollectError("client_memory_repaired", { path: file }));
  }

  async #readEntry(source: Source, file: MemoryFile, found: FoundEntry): Promise<void> {
    const { ledger } = this.#parts;
    const hash = createHash("sha256").update(found.content).digest("hex");
    const known = ledger.find(file.path, found.name);
    if (known?.hash === hash && !known.isPending) {
      if (known.goneAt !== null) ledger.put({ ...known, goneAt: null });
      return;
    }
    const domain = this.#parts.domainOf(file, found);
    const place = { source: source.id, path: file.path, name: found.name, domain, hash, goneAt: null };
    const moved = known === undefined ? this.#findMoved(place) : undefined;
    if (moved !== undefined) {
      ledger.remove(moved);
      ledger.put({ ...moved, ...place });
      return;
    }
    // A text that was recorded and perhaps not proposed is proposed with the same id.
    const isSame = known?.hash === hash;
    const versions = isSame ? known.versions.slice(0, -1) : (known?.versions ?? []);
    const before = isSame ? null : await this.#findDecided(place, versions);
    if (before !== null) {
      const others = versions.filter(({ id }) => id !== before.id);
      ledger.put({ ...place, versions: [...others, before], isPending: false });
      return;
    }
    const id = stableId(0, ["client-memories", file.path, found.name, hash, String(versions.length)]);
    this.#offers.push({ source, place, versions, found, known, id });
  }

  /** Records the texts that are to be proposed, and proposes them. A text that cannot be proposed is re-read. */
  async #sendOffers(): Promise<void> {
    const { ledger, isStopped } = this.#parts;
    const offers = this.#offers.splice(0);
    for (const { place, versions, id } of offers) {
      ledger.put({ ...place, versions: [...versions, { hash: place.hash, id }], isPending: true });
    }
    ledger.save();
    for (const offer of offers) {
      if (isStopped()) return;
      const isSent = await this.#send(offer).catch((error: unknown) => {
        // The next scan proposes the rest of the batch.
        for (const { place } of offers) this.#failed.add(place.path);
        throw error;
      });
      if (isSent) continue;
      this.#failed.add(offer.place.path);
      if (offer.known === undefined) ledger.remove({ ...offer.place, versions: [], isPending: true });
      else ledger.put(offer.known);
    }
    for (const [file, read] of this.#read) if (!this.#failed.has(file)) ledger.setFile(file, read);
    this.#read.clear();
  }

  /** @returns false if it could not be proposed */
  async #send({ source, place, versions, found, id }: Offer): Promise<boolean> {
    const { ledger, inbox } = this.#parts;
    if (this.#full.has(source.id)) return false;
    const memory: OfferedMemory = {
      id,
      content: found.content,
      namespace: found.namespace,
      tags: found.tags,
      domain: place.domain,
      source: this.#nameOf(place.path, place.name),
      client: source.client === null ? null : { name: source.client, version: "" },
      earlier: versions.map((one) => one.id).toReversed(),
    };
    const outcome = await inbox.offer(OWNER, source.id, memory);
    const record = (as: string, others: readonly EntryVersion[]) =>
      ledger.put({ ...place, versions: [...others, { hash: place.hash, id: as }], isPending: false });
    switch (outcome.kind) {
      case "known":
        record(outcome.as, versions);
        return true;
      case "proposed":
        record(
          id,
          versions.filter((one) => one.id !== outcome.withdrawn),
        );
        return true;
      case "refused":
        this.#problems.push({ path: memory.source, error: outcome.error });
        return false;
      case "full": {
        this.#full.add(source.id);
        const details = { source: source.id, maximum: MAX_WAITING };
        const error = toErrorBody(new RecollectError("client_memory_inbox_full", details));
        this.#problems.push({ path: source.id, error });
        return false;
      }
    }
  }

  /**
   * The proposal with this text, here or in a copy, that was decided about, or still waits. A text that was kept and
   * replaced later is proposed again, because the file has it again.
   */
  async #findDecided(
    { source, domain, hash }: EntryPlace,
    versions: readonly EntryVersion[],
  ): Promise<EntryVersion | null> {
    const copies = [...this.#parts.ledger.entries.values()].filter(
      (entry) => entry.source === source && entry.domain === domain,
    );
    const same = [...versions, ...copies.flatMap((entry) => entry.versions)].filter((one) => one.hash === hash);
    if (same.length === 0) return null;
    const states = await this.#parts.inbox.offerStates(
      OWNER,
      same.map(({ id }) => id),
    );
    return same.find(({ id }) => states.get(id) !== "superseded") ?? null;
  }

  /** An entry that is gone from its old place and has the same text. */
  #findMoved({ source, domain, hash }: EntryPlace): LedgerEntry | undefined {
    return [...this.#parts.ledger.entries.values()].find(
      (entry) => entry.goneAt !== null && entry.source === source && entry.domain === domain && entry.hash === hash,
    );
  }

  #markGone(entry: LedgerEntry): void {
    const { ledger, clock } = this.#parts;
    ledger.put({ ...entry, goneAt: new Date(clock.now()).toISOString() });
  }

  /** `~/shop/CLAUDE.md#Conventions`. */
  #nameOf(file: string, name: string): string {
    const { home } = this.#parts;
    const short = isWithin(file, home) ? `~${path.sep}${path.relative(home, file)}` : file;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a source has no control characters
    const heading = name.replace(/[\u0000-\u001f\u007f]+/g, " ").slice(0, 200);
    return heading === "" ? short : `${short}#${heading}`;
  }
}
