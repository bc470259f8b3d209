import path from "node:path";
import type { Clock } from "../../core/ports.ts";
import { throwIfStopped } from "../../core/util/throw-if-stopped.ts";
import { RecollectError } from "../../text/errors.ts";
import { inParts, type Parcel } from "../carrier.ts";
import { type FileSteps, removeTemporary, statOf, writeDurably } from "./files.ts";
import { encodeSegment, MAX_SEGMENT_BYTES, MAX_SEGMENT_PARCELS, type SegmentName, segmentFileName } from "./segment.ts";
import { findSegments, type SegmentReader, segmentsWith } from "./segment-reader.ts";

/** Segments of similar length are merged when there are this many. Each parcel is then written log16(n) times. */
const MERGED_SEGMENTS = 16;
/** A file of at least this length is not merged any more. */
const FINAL_SEGMENT_BYTES = 1024 * 1024;
/**
 * The segments of a merged one are removed later, so that on most machines the merged one arrives first. A reader on
 * which it does not only waits for it.
 */
const MERGED_REMOVAL_DELAY_MS = 10 * 60_000;

interface OwnSegmentsOptions {
  readonly space: string;
  readonly device: string;
  /** The folder of this device, which only this process writes. */
  readonly folder: string;
  readonly reader: SegmentReader;
  readonly steps: FileSteps;
  readonly clock: Clock;
}

/**
 * The segments of this device. It keeps no state: only the contents of the folder are durable, so a process that was
 * killed between any two steps continues from there.
 */
export class OwnSegments {
  readonly #options: OwnSegmentsOptions;

  constructor(options: OwnSegmentsOptions) {
    this.#options = options;
  }

  /** The last sequence up to which segments are there without gaps. */
  async head(): Promise<number> {
    return headOf(await this.#list());
  }

  /** As in {@link Carrier}. @throws conflict */
  async append(parcels: readonly Parcel[], signal?: AbortSignal): Promise<void> {
    const [first] = parcels;
    if (first === undefined) return;
    const names = await this.#list();
    const head = headOf(names);
    if (first.sequence > head + 1) {
      throw new RecollectError("space_entries_missing", { expected: head + 1 });
    }
    const known = names.reduce((last, name) => Math.max(last, name.last), 0);
    let run: Parcel[] = [];
    for (const parcel of parcels) {
      const existing = parcel.sequence > known ? null : await this.#existing(names, parcel.sequence);
      if (existing === null) run.push(parcel);
      else {
        checkEqual(existing, parcel);
        await this.#writeRun(names, run, signal);
        run = [];
      }
    }
    await this.#writeRun(names, run, signal);
  }

  /** As in {@link Carrier}. */
  async rewrite(parcels: readonly Parcel[], signal?: AbortSignal): Promise<void> {
    const replaced = new Map(parcels.map((parcel) => [parcel.sequence, parcel]));
    while (replaced.size > 0) {
      throwIfStopped(signal);
      const [sequence] = replaced.keys() as IterableIterator<number>;
      const names = await this.#list();
      const [name] = segmentsWith(names, sequence ?? 0);
      if (name === undefined) {
        throw new RecollectError("space_entries_missing", { expected: sequence ?? 0 });
      }
      await this.#rewriteSegment(names, name, replaced);
    }
  }

  /** Removes what a killed process left, merges small segments, and removes merged ones after a delay. */
  async maintain(signal?: AbortSignal): Promise<void> {
    await removeTemporary(this.#options.steps, this.#options.folder);
    for (;;) {
      throwIfStopped(signal);
      const cover = coverOf(await this.#list());
      const group = await this.#findGroup(cover);
      if (group === null) break;
      const parcels = await this.#loadAll(group);
      if (parcels === null) break;
      await this.#write(parcels, Math.max(...group.map(({ generation }) => generation)) + 1);
    }
    await this.#removeMerged(signal);
  }

  async #list(): Promise<readonly SegmentName[]> {
    return await this.#options.reader.list(this.#options.device);
  }

  /** The parcel of a sequence as it is stored; null if it is missing or its segment is damaged. */
  async #existing(names: readonly SegmentName[], sequence: number): Promise<Parcel | null> {
    for (const name of segmentsWith(names, sequence)) {
      const parcels = await this.#options.reader.load(this.#options.device, name);
      if (parcels !== null) return parcels[sequence - name.first] ?? null;
    }
    return null;
  }

  /** Writes consecutive parcels as segments. */
  async #writeRun(names: readonly SegmentName[], parcels: readonly Parcel[], signal?: AbortSignal): Promise<void> {
    for (const part of inParts(parcels, MAX_SEGMENT_PARCELS, MAX_SEGMENT_BYTES)) {
      throwIfStopped(signal);
      const [first, last] = [part[0]?.sequence ?? 0, part.at(-1)?.sequence ?? 0];
      // Damaged segments of the same range are replaced by a later generation.
      const damaged = names.filter((name) => name.first <= last && first <= name.last);
      await this.#write(part, 1 + Math.max(-1, ...damaged.map(({ generation }) => generation)));
    }
  }

  async #write(parcels: readonly Parcel[], generation: number): Promise<void> {
    const { space, folder, steps } = this.#options;
    const { fileName, bytes } = await encodeSegment(space, parcels, generation);
    try {
      await writeDurably(steps, path.join(folder, fileName), bytes, true);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      // Another installation with this identity wrote it after the names were listed.
      throw new RecollectError("space_sequence_reused", { sequence: parcels[0]?.sequence ?? 0 });
    }
  }

  /** Takes the parcels of one segment out of `replaced`. The earlier bytes are removed immediately. */
  async #rewriteSegment(names: readonly SegmentName[], name: SegmentName, replaced: Map<number, Parcel>) {
    const { device, folder, reader, steps } = this.#options;
    const before = await reader.load(device, name);
    const after: Parcel[] = [];
    for (let sequence = name.first; sequence <= name.last; sequence += 1) {
      const parcel = replaced.get(sequence) ?? before?.[sequence - name.first];
      // The caller has every entry of this device, and can rewrite all of a damaged segment.
      if (parcel === undefined) throw new RecollectError("space_entries_missing", { expected: sequence });
      after.push(parcel);
      replaced.delete(sequence);
    }
    await this.#write(after, name.generation + 1);
    const cover = coverOf(await this.#list());
    for (const old of names.filter((old) => newerOf(old, cover) !== null)) {
      await steps.remove(path.join(folder, segmentFileName(old)));
    }
    await steps.syncFolder(folder);
  }

  /** The last 16 consecutive segments of one tier; null if there are fewer. */
  async #findGroup(cover: readonly SegmentName[]): Promise<readonly SegmentName[] | null> {
    let group: SegmentName[] = [];
    let tier = -1;
    for (const name of cover) {
      const own = await this.#tierOf(name);
      group = own === tier && own !== null ? [...group, name] : [name];
      tier = own ?? -1;
      const count = (group.at(-1)?.last ?? 0) - (group[0]?.first ?? 0) + 1;
      if (own !== null && group.length === MERGED_SEGMENTS && count <= MAX_SEGMENT_PARCELS) return group;
    }
    return null;
  }

  /** Null for a segment that is long enough, or damaged. */
  async #tierOf(name: SegmentName): Promise<number | null> {
    const { folder } = this.#options;
    const found = await statOf(path.join(folder, segmentFileName(name)));
    if (found === null || found.size >= FINAL_SEGMENT_BYTES) return null;
    return Math.floor(Math.log(name.last - name.first + 1) / Math.log(MERGED_SEGMENTS) + 1e-9);
  }

  async #loadAll(group: readonly SegmentName[]): Promise<readonly Parcel[] | null> {
    const parcels: Parcel[] = [];
    for (const name of group) {
      const part = await this.#options.reader.load(this.#options.device, name);
      if (part === null) return null;
      parcels.push(...part);
    }
    return parcels;
  }

  /** Removes segments that later generations contain, once those are old enough and were read without damage. */
  async #removeMerged(signal?: AbortSignal): Promise<void> {
    const { folder, steps } = this.#options;
    const names = await this.#list();
    const cover = coverOf(names);
    for (const old of names) {
      throwIfStopped(signal);
      const newer = newerOf(old, cover);
      if (newer === null || !(await this.#areSettled(newer))) continue;
      await steps.remove(path.join(folder, segmentFileName(old)));
    }
  }

  async #areSettled(names: readonly SegmentName[]): Promise<boolean> {
    const { device, folder, reader, clock } = this.#options;
    for (const name of names) {
      const found = await statOf(path.join(folder, segmentFileName(name)));
      if (found === null || clock.now() - found.mtimeMs < MERGED_REMOVAL_DELAY_MS) return false;
      if ((await reader.load(device, name)) === null) return false;
    }
    return true;
  }
}

/** The segments that together replace an earlier one; null if it still counts. */
function newerOf(old: SegmentName, cover: readonly SegmentName[]): readonly SegmentName[] | null {
  const newer = cover.filter((name) => name.first <= old.last && old.first <= name.last);
  const isContained = (newer[0]?.first ?? Infinity) <= old.first && old.last <= (newer.at(-1)?.last ?? 0);
  return isContained && newer.every(({ generation }) => generation > old.generation) ? newer : null;
}

/** The segments that count, in order, from the first sequence to the first gap. */
function coverOf(names: readonly SegmentName[]): readonly SegmentName[] {
  const candidatesAt = findSegments(names);
  const cover: SegmentName[] = [];
  for (let next = 1; ; ) {
    const [name] = candidatesAt(next);
    if (name === undefined) return cover;
    cover.push(name);
    next = name.last + 1;
  }
}

export function headOf(names: readonly SegmentName[]): number {
  return coverOf(names).at(-1)?.last ?? 0;
}

/** @throws conflict */
function checkEqual(existing: Parcel, parcel: Parcel): void {
  if (Buffer.compare(existing.body, parcel.body) === 0) return;
  throw new RecollectError("space_sequence_reused", { sequence: parcel.sequence });
}
