import { laterStamp } from "../../core/replication/stamp.ts";
import type { MemoryRow } from "../rows/memory-row.ts";
import type { MemoryRows } from "../rows/memory-rows.ts";
import type { ChangeRows } from "./change-rows.ts";

interface Edge {
  readonly from: string;
  readonly to: string;
  /** "" for a supersession that is not in a space. */
  readonly stamp: string;
}

/**
 * Decides which supersessions of shared memories have an effect: the successor must exist here, and the latest
 * supersession of a cycle has none. So the result depends only on the entries and on which memories exist.
 */
export class Successors {
  readonly #changes: ChangeRows;
  readonly #rows: MemoryRows;

  constructor(changes: ChangeRows, rows: MemoryRows) {
    this.#changes = changes;
    this.#rows = rows;
  }

  /**
   * Must be called when a memory was inserted, deleted, or its entries set another successor.
   * @returns the other memories whose supersession changed, as they were
   */
  refresh(memory: string): MemoryRow[] {
    const cycle = this.#cycleOf(memory);
    const waiting = this.#rows.find(memory) === undefined ? [] : this.#changes.predecessorsOf(memory);
    const ids = new Set([memory, ...cycle.map(({ from }) => from), ...this.#changes.memoriesInCycles(), ...waiting]);
    const changed: MemoryRow[] = [];
    for (const id of ids) {
      const before = this.#settle(id);
      if (before !== null && id !== memory) changed.push(before);
    }
    return changed;
  }

  /** As {@link refresh}, for a memory that was inserted: others can be waiting for it. */
  refreshNew(memory: string, isSuperseded: boolean): MemoryRow[] {
    return isSuperseded || this.#changes.predecessorsOf(memory).length > 0 ? this.refresh(memory) : [];
  }

  /** Returns the row as it was if its supersession changed. */
  #settle(id: string): MemoryRow | null {
    const row = this.#rows.find(id);
    const attached = this.#changes.attachedTo(id);
    if (row === undefined || attached === undefined) return null;
    const { successor } = attached;
    const exists = successor !== null && this.#rows.find(successor) !== undefined;
    const cycle = exists ? this.#cycleOf(id) : [];
    const latest = cycle.reduce((last, { stamp }) => laterStamp(last, stamp), "");
    const isSuppressed = cycle.length > 0 && latest === attached.successorStamp;
    this.#changes.setInCycle(id, isSuppressed);
    const effective = exists && !isSuppressed ? successor : null;
    if (effective === row.superseded_by) return null;
    this.#rows.setSuccessor(id, effective);
    return row;
  }

  /** The cycle of supersessions that a memory is in; empty if it is in none. */
  #cycleOf(start: string): Edge[] {
    const path: Edge[] = [];
    const seen = new Set<string>();
    for (let id = start; !seen.has(id); ) {
      seen.add(id);
      const edge = this.#edgeFrom(id);
      if (edge === null) return [];
      path.push(edge);
      if (edge.to === start) return path;
      id = edge.to;
    }
    return [];
  }

  #edgeFrom(from: string): Edge | null {
    const row = this.#rows.find(from);
    if (row === undefined) return null;
    const attached = this.#changes.attachedTo(from);
    if (attached === undefined) {
      return row.superseded_by === null ? null : { from, to: row.superseded_by, stamp: "" };
    }
    const { successor: to, successorStamp: stamp } = attached;
    return to === null || this.#rows.find(to) === undefined ? null : { from, to, stamp };
  }
}
