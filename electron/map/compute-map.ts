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
  /** In the order of their ids. */
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
  const memories = shown.length < MIN_MAP_POINTS ? [] : sampleOf(shown, MAX_MAP_POINTS).sort(byId);
  const { added } = compare(memories, places);
  const vectors = new Map<number, Int8Array>();
  for (const { row } of added.length === 0 ? [] : memories) {
    const vector = reader.vectorOf(row);
    if (vector !== null) vectors.set(row, vector);
  }
  const contents = memories.map(({ row }) => reader.contentOf(row));
  return { memories, contents, vectors, used: reader.used(), total: reader.memories.length };
}

function byId(one: { readonly id: string }, other: { readonly id: string }): number {
  return one.id < other.id ? -1 : 1;
}

/** The same memories are chosen again after others were added: the ones with the smallest hashes. */
export function sampleOf<Item extends { readonly id: string }>(items: readonly Item[], limit: number): Item[] {
  if (items.length <= limit) return [...items];
  const hashes = Uint32Array.from(items, ({ id }) => hashText(id));
  const largest = hashes.slice().sort()[limit - 1] ?? 0;
  const sample = items.filter((_, index) => (hashes[index] ?? 0) < largest);
  const last = items.filter((_, index) => hashes[index] === largest).sort(byId);
  return [...sample, ...last.slice(0, limit - sample.length)];
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
    version: NO_PLACES.version,
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

/** Adds clusters to places that have none. */
export function addClusters({ memories, contents }: Sample, places: Places): Places {
  if (places.clusters !== undefined) return places;
  const groups = findClusters(places.places.map(([, , x, y]) => ({ x, y })));
  const contentOf = new Map(memories.map(({ id }, index) => [id, contents[index] ?? ""]));
  const words = distinguishingWords(
    places.places.map(([id]) => contentOf.get(id) ?? ""),
    groups,
  );
  return { ...places, clusters: groups.map((members, index) => ({ words: [...(words[index] ?? [])], members })) };
}

/** Combines memories and their places to a map. */
export function toMap(sample: Sample, { places, clusters: found = [] }: Places): MemoryMap {
  const known = new Map(places.map(([id, , x, y]) => [id, { x, y }]));
  const shown = sample.memories.flatMap((memory, index) => {
    const position = known.get(memory.id);
    return position === undefined ? [] : [{ memory, position, content: sample.contents[index] ?? "" }];
  });
  const clusterOf = new Map(
    found.flatMap(({ members }, cluster) => members.map((index) => [places[index]?.[0], cluster] as const)),
  );
  const points = shown.map(({ memory: { row, id, domain, namespace }, position, content }) => ({
    id,
    ...position,
    title: titleOf(content),
    domain,
    namespace,
    used: sample.used.get(row) ?? 0,
    cluster: clusterOf.get(id) ?? null,
  }));
  const clusters = found.map(({ words, members }): MapCluster => {
    const mean = (axis: 2 | 3) => members.reduce((sum, at) => sum + (places[at]?.[axis] ?? 0), 0) / members.length;
    return { words, x: rounded(mean(2)), y: rounded(mean(3)), size: members.length };
  });
  return { points, clusters, total: sample.total };
}
