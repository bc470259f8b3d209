import path from "node:path";
import { LRUCache } from "lru-cache";
import type { Clock } from "../../core/ports.ts";
import type { DeviceProblem, Parcel } from "../carrier.ts";
import { namesIn, readWhole, statOf } from "./files.ts";
import { decodeSegment, MAX_FILE_BYTES, parseSegmentName, type SegmentName, segmentFileName } from "./segment.ts";

/** A segment of which a reader took only the first part is read once. */
const CACHED_SEGMENTS = 2;
/** Segments of one sequence that are tried. An installation has a few, of which the latest counts. */
const MAX_CANDIDATES = 64;

interface Damage {
  readonly size: number;
  readonly mtimeMs: number;
}

/** Reads the segments of one space's devices. A damaged file is re-read when it changes. */
export class SegmentReader {
  readonly #space: string;
  readonly #devicesFolder: string;
  readonly #clock: Clock;
  #cache = new LRUCache<string, readonly Parcel[]>({ max: CACHED_SEGMENTS });
  readonly #damaged = new Map<string, Damage>();
  readonly #problems = new Map<string, DeviceProblem>();

  constructor(space: string, devicesFolder: string, clock: Clock) {
    this.#space = space;
    this.#devicesFolder = devicesFolder;
    this.#clock = clock;
  }

  async list(device: string): Promise<readonly SegmentName[]> {
    const names = await namesIn(path.join(this.#devicesFolder, device), true);
    return names.flatMap((name) => parseSegmentName(name) ?? []);
  }

  /** The result of the last read of this device. */
  problem(device: string): DeviceProblem | null {
    return this.#problems.get(device) ?? null;
  }

  /**
   * The parcels of a device from a sequence on, segment by segment, up to the first that is missing or damaged.
   * @param announced the last sequence that the device says it has
   */
  async *segments(device: string, after: number, announced: number): AsyncGenerator<readonly Parcel[]> {
    const names = await this.list(device);
    const candidatesAt = findSegments(names);
    let next = after + 1;
    for (;;) {
      const candidates = candidatesAt(next);
      const parcels = await this.#firstReadable(device, candidates);
      if (parcels === null) {
        this.#note(device, next, candidates, names, announced);
        return;
      }
      const last = (parcels.at(-1) as Parcel).sequence;
      yield parcels.slice(next - (parcels[0] as Parcel).sequence);
      next = last + 1;
    }
  }

  /** The parcels of one segment; null if it is damaged, incomplete or no longer there. */
  async load(device: string, name: SegmentName): Promise<readonly Parcel[] | null> {
    const file = path.join(this.#devicesFolder, device, segmentFileName(name));
    const found = await statOf(file, true);
    if (found === null) return null;
    const version = `${file} ${found.size} ${found.mtimeMs}`;
    const cached = this.#cache.get(version);
    if (cached !== undefined) return cached;
    const damage = this.#damaged.get(file);
    if (damage?.size === found.size && damage.mtimeMs === found.mtimeMs) return null;
    const bytes = await readWhole(file, MAX_FILE_BYTES);
    const parcels = bytes && (await decodeSegment(bytes, { ...name, space: this.#space, device }));
    if (parcels === null) {
      // A file that could not be opened is tried again, even if it does not change.
      this.#damaged.set(file, { size: bytes === null ? -1 : found.size, mtimeMs: found.mtimeMs });
      return null;
    }
    this.#damaged.delete(file);
    this.#cache.set(version, parcels);
    return parcels;
  }

  /** The files that were damaged or incomplete when they were read last. */
  get damagedFiles(): readonly string[] {
    return [...this.#damaged.keys()];
  }

  /** Frees the memory of the segments that were read last. */
  release(): void {
    this.#cache = new LRUCache({ max: CACHED_SEGMENTS });
  }

  async #firstReadable(device: string, candidates: readonly SegmentName[]): Promise<readonly Parcel[] | null> {
    for (const name of candidates) {
      const parcels = await this.load(device, name);
      if (parcels !== null) return parcels;
    }
    return null;
  }

  /** Records why reading stopped at a sequence: the normal end, or a problem. */
  #note(
    device: string,
    sequence: number,
    unreadable: readonly SegmentName[],
    names: readonly SegmentName[],
    announced: number,
  ): void {
    const [damaged] = unreadable;
    const reused = findOverlap(names);
    const isMissing = announced >= sequence || names.some(({ first }) => first > sequence);
    const found: Pick<DeviceProblem, "kind" | "file"> | null =
      reused !== null
        ? { kind: "reused", file: segmentFileName(reused) }
        : damaged !== undefined
          ? { kind: "corrupt", file: segmentFileName(damaged) }
          : isMissing
            ? { kind: "missing", file: null }
            : null;
    if (found === null) {
      this.#problems.delete(device);
      return;
    }
    const before = this.#problems.get(device);
    const isSame = before?.kind === found.kind && before.sequence === sequence;
    this.#problems.set(device, { ...found, sequence, since: isSame ? before.since : this.#clock.now() });
  }
}

/** Returns a function that finds the segments with a sequence, for sequences that increase. */
export function findSegments(names: readonly SegmentName[]): (sequence: number) => SegmentName[] {
  const sorted = [...names].sort((a, b) => a.first - b.first);
  let open: SegmentName[] = [];
  let at = 0;
  return (sequence) => {
    for (; (sorted[at]?.first ?? Infinity) <= sequence; at += 1) open.push(sorted[at] as SegmentName);
    open = segmentsWith(open, sequence).slice(0, MAX_CANDIDATES);
    return open;
  };
}

/** The segments that contain a sequence, that which counts first. */
export function segmentsWith(names: readonly SegmentName[], sequence: number): SegmentName[] {
  return names
    .filter(({ first, last }) => first <= sequence && sequence <= last)
    .sort((a, b) => b.generation - a.generation || b.last - a.last);
}

/**
 * A segment that overlaps another one of its generation. One installation never writes such: merging and rewriting
 * increase the generation.
 */
function findOverlap(names: readonly SegmentName[]): SegmentName | null {
  const sorted = [...names].sort((a, b) => a.generation - b.generation || a.first - b.first);
  return (
    sorted.find((name, index) => {
      const before = sorted[index - 1];
      return before?.generation === name.generation && before.last >= name.first;
    }) ?? null
  );
}
