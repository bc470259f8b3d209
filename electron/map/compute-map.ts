import { MAX_MAP_POINTS, type MapCluster, type MemoryMap, MIN_MAP_POINTS } from "../core/map.ts";
import { titleOf } from "../core/memory.ts";
import { distinguishingWords } from "./distinguishing-words.ts";
import { findClusters } from "./find-clusters.ts";
import { layOut, placeNew } from "./lay-out.ts";
import { NO_PLACES, type Places } from "./places-file.ts";
import type { Position } from "./principal-plane.ts";
import type { MapMemory, MapReader } from "./read-memories.ts";

/** All memories are laid out again if more than this share of them changed since the last layout. */
const MAX_CHANGED_SHARE = 0.3;
/** Fewer changes do not lay out a small map again. */
const MIN_CHANGED = 10;
/** Positions are stored and returned with this precision. */
const PRECISION = 1_000;

/** The memories of the map with their texts, read in one transaction. */
interface Sample {
  readonly memories: readonly MapMemory[];
  readonly contents: readonly string[];
  /** The vectors by row, if memories have to be placed. */
  readonly vectors: ReadonlyMap<number, Int8Array>;
  readonly used: ReadonlyMap<number, number>;
  readonly total: number;
}

/**
 * Reads what a map needs. If there are too many memories, a sample: the same memories as long as they exist.
 * @param places the known positions
 */
export function readSample(reader: MapReader, places: Places): Sample {
  const known = new Set(places.places.map(([id]) => id));
  const shown = reader.memories.filter(({ id, hasVectors }) => hasVectors === 1 || known.has(id));
  const memories = shown.length < MIN_MAP_POINTS ? [] : sampleOf(shown, MAX_MAP_POINTS);
  const { added } = compare(memories, places);
  const vectors = new Map<number, Int8Array>();
  for (const { row } of added.length === 0 ? [] : memories) {
    const vector = reader.vectorOf(row);
    if (vector !== null) vectors.set(row, vector);
  }
  const contents = memories.map(({ row }) => reader.contentOf(row));
  return { memories, contents, vectors, used: reader.used(), total: reader.memories.length };
}

/** The same memories are chosen again after others were added: those with the smallest hashes. */
export function sampleOf<Item extends { readonly id: string }>(items: readonly Item[], limit: number): readonly Item[] {
  if (items.length <= limit) return items;
  const hashed = items.map((item) => ({ item, hash: hashText(item.id) }));
  hashed.sort((one, other) => one.hash - other.hash || (one.item.id < other.item.id ? -1 : 1));
  const chosen = new Set(hashed.slice(0, limit).map(({ item }) => item));
  return items.filter((item) => chosen.has(item));
}

/** Returns a number from 0 to below 2³² that depends only on the text (FNV-1a). */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

/** Compares memories with their known places. A changed memory whose vectors are not ready stays in its place. */
function compare(memories: readonly MapMemory[], { places }: Places) {
  const known = new Map(places.map(([id, revision, x, y]) => [id, { revision, position: { x, y } }]));
  const positionOf = (memory: MapMemory): Position | null => {
    const place = known.get(memory.id);
    if (place === undefined) return null;
    return place.revision === memory.revision || memory.hasVectors === 0 ? place.position : null;
  };
  const revisionOf = ({ id, revision, hasVectors }: MapMemory) =>
    hasVectors === 0 ? (known.get(id)?.revision ?? revision) : revision;
  const ids = new Set(memories.map(({ id }) => id));
  const added = memories.filter((memory) => positionOf(memory) === null);
  return { positionOf, revisionOf, added, removed: places.filter(([id]) => !ids.has(id)).length };
}

/** Returns the places of a sample: known ones, places of new memories among them, or a new layout of all. */
export function updatePlaces(sample: Sample, places: Places, fingerprint: string): Places {
  const { memories, vectors } = sample;
  if (memories.length === 0) return NO_PLACES;
  const { positionOf, revisionOf, added, removed } = compare(memories, places);
  if (added.length === 0 && removed === 0) return places;
  const changed = places.changed + added.length + removed;
  const isNewLayout = places.laidOut === 0 || changed > Math.max(MIN_CHANGED, places.laidOut * MAX_CHANGED_SHARE);
  const position = added.length === 0 ? positionOf : placeAll(memories, vectors, positionOf, isNewLayout);
  const entries = memories.flatMap((memory): Places["places"] => {
    const found = position(memory);
    return found === null ? [] : [[memory.id, revisionOf(memory), rounded(found.x), rounded(found.y)]];
  });
  const isLaidOut = isNewLayout && added.length > 0;
  return {
    ...NO_PLACES,
    fingerprint,
    laidOut: isLaidOut ? entries.length : places.laidOut,
    changed: isLaidOut ? 0 : changed,
    places: entries,
  };
}

function placeAll(
  memories: readonly MapMemory[],
  vectors: ReadonlyMap<number, Int8Array>,
  positionOf: (memory: MapMemory) => Position | null,
  isNewLayout: boolean,
) {
  const placed = memories.filter(({ row }) => vectors.has(row));
  const rows = placed.map(({ row }) => vectors.get(row) as Int8Array);
  const known = placed.map(positionOf);
  const positions = isNewLayout ? layOut(rows, known) : placeNew(rows, known);
  const found = new Map(placed.map(({ row }, index) => [row, positions[index] ?? null]));
  // In a new layout, a known position has no meaning for a memory that is not part of it.
  return (memory: MapMemory) => found.get(memory.row) ?? (isNewLayout ? null : positionOf(memory));
}

function rounded(value: number): number {
  return Math.round(value * PRECISION) / PRECISION;
}

/** Combines memories and their places to a map with clusters. */
export function toMap(sample: Sample, { places }: Places): MemoryMap {
  const known = new Map(places.map(([id, , x, y]) => [id, { x, y }]));
  const shown = sample.memories.flatMap((memory, index) => {
    const position = known.get(memory.id);
    return position === undefined ? [] : [{ memory, position, content: sample.contents[index] ?? "" }];
  });
  const groups = findClusters(shown.map(({ position }) => position));
  const words = distinguishingWords(
    shown.map(({ content }) => content),
    groups,
  );
  const clusterOf = new Map(groups.flatMap((group, cluster) => group.map((index) => [index, cluster])));
  const points = shown.map(({ memory: { row, id, domain, namespace }, position, content }, index) => ({
    id,
    ...position,
    title: titleOf(content),
    domain,
    namespace,
    used: sample.used.get(row) ?? 0,
    cluster: clusterOf.get(index) ?? null,
  }));
  const clusters = groups.map((group, index): MapCluster => {
    const mean = (axis: "x" | "y") => group.reduce((sum, at) => sum + (points[at]?.[axis] ?? 0), 0) / group.length;
    return { words: words[index] ?? [], x: rounded(mean("x")), y: rounded(mean("y")), size: group.length };
  });
  return { points, clusters, total: sample.total };
}
