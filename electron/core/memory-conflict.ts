import { RecollectError } from "../text/errors.ts";
import type { Memory } from "./memory.ts";

/** A change of a memory that is at another revision than the caller expected; `current` is the memory now. */
export class MemoryConflict extends RecollectError<"memory_changed"> {
  readonly current: Memory;
  readonly expected: number;

  constructor(current: Memory, expected: number) {
    const { id, revision } = current;
    super("memory_changed", { id, revision, expected }, { field: "expectedRevision", details: { current } });
    this.current = current;
    this.expected = expected;
  }
}
