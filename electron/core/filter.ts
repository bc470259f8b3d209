/** Which memories a question is about. Every given condition must hold; a missing one does not limit. */
export interface MemoryFilter {
  /** Any of these domains. */
  readonly domains?: readonly string[];
  /** Any of these namespaces. */
  readonly namespaces?: readonly string[];
  /** All of these tags (normalised). */
  readonly tags?: readonly string[];
  /** None of these tags. */
  readonly withoutTags?: readonly string[];
  /** Part of the source, case-insensitive. */
  readonly source?: string;
  /** Name of the capturing client, case-insensitive, any part of it. */
  readonly client?: string;
  /** Captured at or after / before, milliseconds since 1970. */
  readonly since?: number;
  readonly before?: number;
  readonly pinned?: boolean;
  /** True: only memories that no client was ever handed. */
  readonly neverRecalled?: boolean;
  /** Memories in the trash: left out (default), only these, or both. */
  readonly trash?: "exclude" | "only" | "include";
  /** Superseded memories: left out by default, but shown where only the trash is asked for. */
  readonly superseded?: "exclude" | "only" | "include";
}

/** Order of a list. `created`: the newest first; `updated`: the last changed first; `recalled`: the most used first. */
export type MemorySort = "created" | "created-ascending" | "updated" | "recalled";

/** One page of anything; `nextCursor` is opaque and missing on the last page. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor?: string;
}
