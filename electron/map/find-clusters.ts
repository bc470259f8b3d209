import type { Position } from "./principal-plane.ts";

/** Cells of the grid in each direction, at most. */
const MAX_CELLS = 96;
/** Memories for each cell on average, so that few memories have a coarse grid. */
const PER_CELL = 0.35;
/** A cell is not wider than the median distance of a memory to this one of its neighbours, as far as the grid permits. */
const NEIGHBOURS = 4;
/** Memories whose neighbours are measured. */
const MEASURED = 200;
/** Times the density is smoothed over neighbouring cells. */
const SMOOTHINGS = 3;
/** Two areas are one if the density between them is more than this share of the lower peak: they have no valley between them. */
const FLAT_SHARE = 0.9;
/** The same with a shallow valley, as long as they have less than this share of all memories. */
const VALLEY_SHARE = 0.55;
const LARGE_SHARE = 0.12;
/** An area with less than this share of all memories belongs to a neighbour, if they touch. */
const SMALL_SHARE = 0.025;
const MIN_MEMORIES = 4;
/** A cluster has at least this share of all memories. */
const MIN_SHARE = 0.004;
const MAX_CLUSTERS = 40;

/**
 * Finds dense areas: each cell of a grid belongs to the peak of density that is uphill from it, and areas
 * without a valley between them are one. The same positions have the same clusters.
 * @returns the indices of the memories of each cluster, the largest cluster first
 */
export function findClusters(positions: readonly Position[]): number[][] {
  if (positions.length < MIN_MEMORIES) return [];
  const grid = new Grid(positions);
  const peakOf = joinAreas(grid, climb(grid));
  const members = new Map<number, number[]>();
  for (const [index, cell] of grid.cellOf.entries()) {
    const peak = peakOf[cell] ?? 0;
    const known = members.get(peak);
    if (known === undefined) members.set(peak, [index]);
    else known.push(index);
  }
  const least = Math.max(MIN_MEMORIES, Math.round(positions.length * MIN_SHARE));
  return [...members.values()]
    .filter(({ length }) => length >= least)
    .sort((one, other) => other.length - one.length || (one[0] ?? 0) - (other[0] ?? 0))
    .slice(0, MAX_CLUSTERS);
}

/** The density of memories in the cells of a square grid. */
class Grid {
  readonly size: number;
  readonly cellOf: Int32Array;
  density: Float64Array;

  constructor(positions: readonly Position[]) {
    const xs = positions.map(({ x }) => x);
    const ys = positions.map(({ y }) => y);
    const [left, top] = [minimum(xs), minimum(ys)];
    const extent = Math.max(1e-9, -minimum(xs.map((x) => -x)) - left, -minimum(ys.map((y) => -y)) - top);
    // Memories in narrow groups have small cells, so that the groups between which there is space stay apart.
    const narrow = Math.round(extent / Math.max(1e-9, neighbourDistance(positions)));
    const even = Math.round(Math.sqrt(positions.length / PER_CELL));
    this.size = Math.max(4, Math.min(MAX_CELLS, Math.max(even, narrow)));
    const cell = (value: number, start: number) =>
      Math.min(this.size - 1, Math.floor(((value - start) / extent) * this.size));
    this.cellOf = Int32Array.from(positions, ({ x, y }) => cell(y, top) * this.size + cell(x, left));
    this.density = new Float64Array(this.size ** 2);
    for (const index of this.cellOf) this.density[index] = (this.density[index] ?? 0) + 1;
    for (let step = 0; step < SMOOTHINGS; step++) this.density = this.#smooth();
  }

  /** The cells next to a cell, with the diagonal ones. */
  around(cell: number): number[] {
    const row = Math.floor(cell / this.size);
    const column = cell % this.size;
    const cells: number[] = [];
    for (let y = Math.max(0, row - 1); y <= Math.min(this.size - 1, row + 1); y++) {
      for (let x = Math.max(0, column - 1); x <= Math.min(this.size - 1, column + 1); x++) {
        const other = y * this.size + x;
        if (other !== cell) cells.push(other);
      }
    }
    return cells;
  }

  /** The binomial filter of 3 × 3 cells. */
  #smooth(): Float64Array {
    return this.density.map((value, cell) => {
      let sum = value * 4;
      for (const other of this.around(cell)) {
        const isDiagonal = other % this.size !== cell % this.size && Math.abs(other - cell) !== 1;
        sum += (this.density[other] ?? 0) * (isDiagonal ? 1 : 2);
      }
      return sum / 16;
    });
  }
}

/** The median distance of memories to their fourth nearest one. */
function neighbourDistance(positions: readonly Position[]): number {
  const step = Math.max(1, Math.floor(positions.length / MEASURED));
  const distances = positions
    .filter((_, index) => index % step === 0)
    .map((one) => {
      const others = Float64Array.from(positions, (other) => Math.hypot(one.x - other.x, one.y - other.y)).sort();
      return others[Math.min(NEIGHBOURS, others.length - 1)] ?? 0;
    })
    .sort((one, other) => one - other);
  return distances[distances.length >> 1] ?? 0;
}

function minimum(values: readonly number[]): number {
  return values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
}

/** The peak that is uphill from each cell. */
function climb(grid: Grid): Int32Array {
  const { density } = grid;
  const order = [...density.keys()].sort((one, other) => (density[other] ?? 0) - (density[one] ?? 0) || one - other);
  const rank = new Int32Array(density.length);
  for (const [position, cell] of order.entries()) rank[cell] = position;
  const peakOf = new Int32Array(density.length);
  for (const cell of order) {
    const isHigher = (one: number, other: number) => (rank[one] ?? 0) < (rank[other] ?? 0);
    const highest = grid.around(cell).reduce((best, other) => (isHigher(other, best) ? other : best), cell);
    peakOf[cell] = highest === cell ? cell : (peakOf[highest] ?? cell);
  }
  return peakOf;
}

/**
 * Joins areas, across the highest saddle first: small ones with a neighbour, and areas without a valley between them.
 * Without the limit of their size, one area would grow over a map that has few valleys.
 */
function joinAreas(grid: Grid, peakOf: Int32Array): Int32Array {
  const { density, cellOf } = grid;
  const height = (cell: number) => density[cell] ?? 0;
  const saddles: { readonly one: number; readonly other: number; readonly height: number }[] = [];
  for (const cell of density.keys()) {
    for (const next of grid.around(cell)) {
      const one = peakOf[cell] ?? 0;
      const other = peakOf[next] ?? 0;
      if (next > cell && one !== other) saddles.push({ one, other, height: Math.min(height(cell), height(next)) });
    }
  }
  saddles.sort((one, other) => other.height - one.height);
  const sizes = new Map<number, number>();
  for (const cell of cellOf) sizes.set(peakOf[cell] ?? 0, (sizes.get(peakOf[cell] ?? 0) ?? 0) + 1);
  const sizeOf = (peak: number) => sizes.get(peak) ?? 0;
  const small = cellOf.length * SMALL_SHARE;
  const large = cellOf.length * LARGE_SHARE;
  const joined = new Map<number, number>();
  const rootOf = (peak: number): number => {
    let root = peak;
    for (let next = joined.get(root); next !== undefined; next = joined.get(root)) root = next;
    return root;
  };
  for (const saddle of saddles) {
    const roots = [rootOf(saddle.one), rootOf(saddle.other)].sort((one, other) => height(other) - height(one));
    const [higher = 0, lower = 0] = roots;
    if (higher === lower || saddle.height === 0) continue;
    const size = sizeOf(higher) + sizeOf(lower);
    const isSmall = Math.min(sizeOf(higher), sizeOf(lower)) < small;
    const depth = saddle.height / height(lower);
    if (!(isSmall || depth > FLAT_SHARE || (depth > VALLEY_SHARE && size < large))) continue;
    joined.set(lower, higher);
    sizes.set(higher, size);
  }
  return peakOf.map(rootOf);
}
