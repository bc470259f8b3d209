import { createRandom } from "../core/util/random.ts";
import { connectNeighbours, type NeighbourGraph } from "./neighbour-graph.ts";
import { type Position, principalPlane } from "./principal-plane.ts";

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
