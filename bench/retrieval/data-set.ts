/** A memory to be captured, and the moment of it. */
export interface SetMemory {
  readonly content: string;
  readonly domain: string;
  readonly tags: readonly string[];
  readonly sessionId: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface SetQuestion {
  readonly text: string;
  readonly domain: string;
  /** When it is asked. */
  readonly at: number;
  /** Positions in `memories` of what should be found; never empty. */
  readonly gold: readonly number[];
  /** Rows of the table it counts in. */
  readonly groups: readonly string[];
}

/** A benchmark in the product's terms. */
export interface DataSet {
  readonly name: string;
  readonly memories: readonly SetMemory[];
  readonly questions: readonly SetQuestion[];
  /** Rows of the table, in order. */
  readonly groups: readonly string[];
}

export const DAY = 86_400_000;
