import { afterEach, beforeEach, vi } from "vitest";
import type { Memory } from "../../../../electron/core/memory.ts";
import { sampleMemory } from "../../../testing/samples.ts";
import type { Responses } from "../../../testing/test-bridge.ts";

/** Gives elements a size in each test of a file: happy-dom has no layout, and a list needs it to know its visible rows. */
export function simulateLayout(): void {
  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(57);
    vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
    vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(1_000);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
}

/** A memory of which only these fields matter. */
export function memoryOf(id: string, content: string, rest: Partial<Memory> = {}): Memory {
  return sampleMemory({ id, content, ...rest });
}

const COUNTS = {
  memories: 4,
  trash: 0,
  superseded: 0,
  expired: 0,
  upcoming: 0,
  pinned: 0,
  domains: 1,
  namespaces: 1,
  tags: 0,
};

/** Two memories about the same subject. */
export const NEWER: Memory = memoryOf("b", "Deploys run at 3.", { tags: ["deploy"] });
export const OLDER: Memory = memoryOf("a", "Deploys run at night.", { tags: ["night"], revision: 2 });

/** The responses that every page of Health needs. */
export const COMMON: Responses = { "memories.counts": () => COUNTS, "health.dismissed": () => [] };
