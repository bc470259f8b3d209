import type { Memory, Revision } from "./memory.ts";

/** A memory with its past, as it is carried from one data folder to another. */
export interface ArchivedMemory extends Memory {
  /** Oldest first, the last is as the memory is now; empty where the past is not known. */
  readonly history: readonly Revision[];
}

/** What became of one archived memory. */
export interface ImportOutcome {
  /**
   * `imported`: stored with its id, dates and past. `known`: it is here already, or its content is, as `knownAs`.
   * `conflict`: another state of it is here, which stays. `waiting`: what replaces it is neither here nor in this batch.
   * `refused`: `reason` says why.
   */
  readonly kind: "imported" | "known" | "conflict" | "waiting" | "refused";
  readonly id: string;
  readonly knownAs?: string;
  readonly reason?: string;
}

/** Why a memory that is here in another state does not come in. */
export const HERE_OTHERWISE = "Another state of it is here, which stays as it is.";
