import { createRandom } from "../core/util/random.ts";
import { createVectorScan } from "../search/vectors/vector-scan.ts";
import { type Position, principalPlane } from "./principal-plane.ts";

// Not umap-js: it takes 25 s and 750 MB for 10,000 memories (ADR 0052).

/** The largest coordinate before the optimisation, as in UMAP. */
const EXTENT = 10;
/** Keeps equal memories apart, so that they have a direction to move in. */
const JITTER = 0.01;
const SEED = 52;
/** A pair attracts once an epoch at most, and each attraction is followed by this many repulsions. */
const REPULSIONS = 5;
/** The largest part of a step. */
const MAX_STEP = 4;
const MIN_DISTANCE = 0.001;
/** Attractions of all epochs together: more epochs for fewer memories, which take the same time. */
const EPOCH_BUDGET = 2_000_000;
const MIN_EPOCHS = 200;
const MAX_EPOCHS = 500;
const PLACING_EPOCHS = 100;
/** Memories with a known position, or among neighbours that have one, move less far than in a first layout. */
const KNOWN_RATE = 0.25;

/**
 * Lays out memories in a plane, similar ones close to each other: UMAP (arXiv 1802.03426) with the kernel
 * 1 / (1 + distance²). The same input has the same result.
 * @param vectors one for each memory, more than one
 * @param start known positions, from which the layout starts: it is then similar to the previous one
 */
export function layOut(vectors: readonly Int8Array[], start: readonly (Position | null)[] = []): Position[] {
  const graph = connectNeighbours(vectors);
  const known = start.filter((position) => position != null);
  const isKnown = known.length * 2 > vectors.length;
  const points = isKnown ? startAmongNeighbours(vectors.length, start, graph) : startInPlane(principalPlane(vectors));
  const epochs = Math.min(MAX_EPOCHS, Math.max(MIN_EPOCHS, Math.round(EPOCH_BUDGET / vectors.length)));
  optimise(points, graph, { epochs, rate: isKnown ? KNOWN_RATE : 1, moves: () => true });
  return points.toPositions();
}

/**
 * Places new memories among their nearest neighbours. The others do not move.
 * @param known the position of each memory, or null if it is new; at least one is known
 */
export function placeNew(vectors: readonly Int8Array[], known: readonly (Position | null)[]): Position[] {
  const added = known.flatMap((position, index) => (position === null ? [index] : []));
  const graph = connectNeighbours(vectors, added);
  const points = startAmongNeighbours(vectors.length, known, graph);
  const isNew = known.map((position) => position === null);
  optimise(points, graph, { epochs: PLACING_EPOCHS, rate: KNOWN_RATE, moves: (index) => isNew[index] === true });
  return points.toPositions().map((position, index) => known[index] ?? position);
}

class Points {
  readonly x: Float64Array;
  readonly y: Float64Array;

  constructor(size: number) {
    this.x = new Float64Array(size);
    this.y = new Float64Array(size);
  }

  toPositions(): Position[] {
    return Array.from(this.x, (x, index) => ({ x, y: this.y[index] ?? 0 }));
  }
}

function startInPlane(plane: readonly Position[]): Points {
  const points = new Points(plane.length);
  const largest = Math.max(1e-9, ...plane.map(({ x, y }) => Math.max(Math.abs(x), Math.abs(y))));
  const random = createRandom(SEED);
  for (const [index, { x, y }] of plane.entries()) {
    points.x[index] = (x / largest) * EXTENT + random() * JITTER;
    points.y[index] = (y / largest) * EXTENT + random() * JITTER;
  }
  return points;
}

/**
 * A memory without a position starts at the mean of its neighbours that have one, weighted by similarity. Memories
 * whose neighbours have none follow in rounds; the ones that no round reaches start in the centre.
 */
function startAmongNeighbours(
  size: number,
  known: readonly (Position | null | undefined)[],
  { from, to, weights }: NeighbourGraph,
): Points {
  const points = new Points(size);
  const isPlaced = new Uint8Array(size);
  for (const [index, position] of known.entries()) {
    if (position == null) continue;
    points.x[index] = position.x;
    points.y[index] = position.y;
    isPlaced[index] = 1;
  }
  const random = createRandom(SEED);
  for (let found = 1; found > 0; ) {
    const sums = new Map<number, { x: number; y: number; weight: number }>();
    for (let edge = 0; edge < from.length; edge++) {
      const head = from[edge] ?? 0;
      const tail = to[edge] ?? 0;
      if (isPlaced[head] === 1 || isPlaced[tail] !== 1) continue;
      const sum = sums.get(head) ?? { x: 0, y: 0, weight: 0 };
      // The nearest neighbours count most: a mean of distant ones would be between their clusters.
      const weight = (weights[edge] ?? 0) ** 2;
      sum.x += (points.x[tail] ?? 0) * weight;
      sum.y += (points.y[tail] ?? 0) * weight;
      sum.weight += weight;
      sums.set(head, sum);
    }
    for (const [index, { x, y, weight }] of sums) {
      points.x[index] = x / weight + random() * JITTER;
      points.y[index] = y / weight + random() * JITTER;
      isPlaced[index] = 1;
    }
    found = sums.size;
  }
  return points;
}

interface OptimiseOptions {
  readonly epochs: number;
  /** The size of the first steps; they become smaller with each epoch. */
  readonly rate: number;
  readonly moves: (index: number) => boolean;
}

/** Moves points so that pairs with large weights are close, and others apart, by stochastic gradient descent. */
function optimise({ x, y }: Points, { from, to, weights }: NeighbourGraph, options: OptimiseOptions): void {
  const { epochs, rate, moves } = options;
  const size = x.length;
  const isMoving = Uint8Array.from({ length: size }, (_, index) => (moves(index) ? 1 : 0));
  const largest = weights.reduce((most, weight) => Math.max(most, weight), 0);
  /** The epochs between two attractions of a pair: 1 for the largest weight. */
  const interval = weights.map((weight) => (weight === 0 ? Number.POSITIVE_INFINITY : largest / weight));
  const next = interval.slice();
  const random = createRandom(SEED);
  for (let epoch = 1; epoch <= epochs; epoch++) {
    const step = rate * (1 - (epoch - 1) / epochs);
    for (let edge = 0; edge < from.length; edge++) {
      if ((next[edge] as number) > epoch) continue;
      next[edge] = (next[edge] as number) + (interval[edge] as number);
      const head = from[edge] as number;
      const tail = to[edge] as number;
      if (isMoving[head] !== 1) continue;
      let headX = x[head] as number;
      let headY = y[head] as number;
      const dx = headX - (x[tail] as number);
      const dy = headY - (y[tail] as number);
      const attraction = -2 / (1 + dx * dx + dy * dy);
      const moveX = clip(attraction * dx) * step;
      const moveY = clip(attraction * dy) * step;
      headX += moveX;
      headY += moveY;
      if (isMoving[tail] === 1) {
        x[tail] = (x[tail] as number) - moveX;
        y[tail] = (y[tail] as number) - moveY;
      }
      for (let count = 0; count < REPULSIONS; count++) {
        const other = Math.floor(random() * size);
        if (other === head) continue;
        const awayX = headX - (x[other] as number);
        const awayY = headY - (y[other] as number);
        const distance = awayX * awayX + awayY * awayY;
        const repulsion = 2 / ((MIN_DISTANCE + distance) * (1 + distance));
        headX += clip(repulsion * awayX) * step;
        headY += clip(repulsion * awayY) * step;
      }
      x[head] = headX;
      y[head] = headY;
    }
  }
}

function clip(value: number): number {
  return Math.min(MAX_STEP, Math.max(-MAX_STEP, value));
}

/** Neighbours of each memory that its position depends on. */
const NEIGHBOURS = 15;
/** Steps of the search for the scale of a memory's distances. */
const SCALE_STEPS = 64;
const SCALE_TOLERANCE = 1e-5;
/** The scale is at least this share of the mean distance. */
const MIN_SCALE = 1e-3;

/** Weighted pairs of memories, by their indices; a pair is in both directions, with the same weight. */
interface NeighbourGraph {
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Above 0, at most 1. */
  readonly weights: Float64Array;
}

/** The most similar other memories of one, nearest first, with their cosine distances. */
interface Nearest {
  readonly indices: readonly number[];
  readonly distances: readonly number[];
}

/**
 * Connects memories with their nearest neighbours, with weights as in UMAP (McInnes, Healy and Melville 2018,
 * arXiv 1802.03426, section 3.1).
 * @param vectors one for each memory
 * @param members the indices whose neighbours are looked for; default: all
 */
function connectNeighbours(vectors: readonly Int8Array[], members?: readonly number[]): NeighbourGraph {
  const search = createNearestSearch(vectors);
  const pairs = new Map<number, number>();
  const size = vectors.length;
  const count = Math.min(NEIGHBOURS, size - 1);
  for (const from of members ?? vectors.keys()) {
    const { indices, distances } = search(from, count);
    const weights = toWeights(distances);
    for (const [position, to] of indices.entries()) {
      const key = Math.min(from, to) * size + Math.max(from, to);
      const known = pairs.get(key) ?? 0;
      const weight = weights[position] ?? 0;
      pairs.set(key, known + weight - known * weight);
    }
  }
  return toGraph(pairs, size);
}

/** Finds the memories that are most similar to one of them, except itself. */
function createNearestSearch(vectors: readonly Int8Array[]): (index: number, limit: number) => Nearest {
  const scan = createVectorScan(vectors[0]?.length ?? 1);
  for (const [index, vector] of vectors.entries()) scan.set(index, [vector]);
  return (index, limit) => {
    const { hits } = scan.search(vectors[index] as Int8Array, limit + 1);
    const others = hits.filter(({ key }) => key !== index).slice(0, limit);
    return {
      indices: others.map(({ key }) => key),
      distances: others.map(({ similarity }) => Math.max(0, 1 - similarity)),
    };
  };
}

/** Weights that sum up to log₂ of the number of neighbours: 1 for the nearest, less with each distance. */
function toWeights(distances: readonly number[]): number[] {
  const nearest = distances.find((distance) => distance > 0) ?? 0;
  const target = Math.log2(Math.max(2, distances.length));
  const weightAt = (distance: number, scale: number) =>
    distance <= nearest ? 1 : Math.exp(-(distance - nearest) / scale);
  let low = 0;
  let high = Number.POSITIVE_INFINITY;
  let scale = 1;
  for (let step = 0; step < SCALE_STEPS; step++) {
    const sum = distances.reduce((total, distance) => total + weightAt(distance, scale), 0);
    if (Math.abs(sum - target) < SCALE_TOLERANCE) break;
    if (sum > target) high = scale;
    else low = scale;
    scale = high === Number.POSITIVE_INFINITY ? scale * 2 : (low + high) / 2;
  }
  const mean = distances.reduce((sum, distance) => sum + distance, 0) / Math.max(1, distances.length);
  const limited = Math.max(scale, mean * MIN_SCALE, Number.MIN_VALUE);
  return distances.map((distance) => weightAt(distance, limited));
}

function toGraph(pairs: ReadonlyMap<number, number>, size: number): NeighbourGraph {
  const from = new Int32Array(pairs.size * 2);
  const to = new Int32Array(pairs.size * 2);
  const weights = new Float64Array(pairs.size * 2);
  let at = 0;
  for (const [key, weight] of pairs) {
    const one = Math.floor(key / size);
    const other = key % size;
    for (const [head, tail] of [
      [one, other],
      [other, one],
    ] as const) {
      from[at] = head;
      to[at] = tail;
      weights[at] = weight;
      at += 1;
    }
  }
  return { from, to, weights };
}
