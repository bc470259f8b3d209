/** A memory on the map. Positions have no unit: only distances between near points have a meaning. */
export interface MapPoint {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  /** The first line of the memory. */
  readonly title: string;
  readonly domain: string;
  readonly namespace: string;
  /** How often answers relied on it, as far as that is known (ADR 0051). */
  readonly used: number;
  /** The index of its cluster, or null if it belongs to none. */
  readonly cluster: number | null;
}

/** Memories that are close to each other. */
export interface MapCluster {
  /** The words that distinguish it from the other memories, the most distinguishing first; may be empty. */
  readonly words: readonly string[];
  /** The centre of its memories. */
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** The current memories on this computer by similarity. The same memories have the same positions. */
export interface MemoryMap {
  /** At most {@link MAX_MAP_POINTS}, in the order of their ids. */
  readonly points: readonly MapPoint[];
  /** The largest first. */
  readonly clusters: readonly MapCluster[];
  /** The number of current memories, including those that have no point. */
  readonly total: number;
}

/** If there are more memories, the map shows a sample of this size. */
export const MAX_MAP_POINTS = 10_000;
/** Fewer memories have no clusters, and are not laid out. */
export const MIN_MAP_POINTS = 20;

export interface MapService {
  /**
   * Reads the map. Places new memories, or lays out all of them if many are new, which takes seconds.
   * @throws unavailable if it cannot be computed now; storage
   */
  read(): Promise<MemoryMap>;
  close(): Promise<void>;
}
