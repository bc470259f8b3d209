import type { MemoryUsage } from "../core/ports.ts";
import type { SearchSettings } from "./settings.ts";

/** What each gentle signal adds to a memory's score, as a share of it. */
export interface GentleSignals {
  readonly recency: number;
  readonly use: number;
  readonly pinned: number;
}

/** After this many recalls, half of what use can add is added. */
const RECALLS_FOR_HALF = 3;

/**
 * Recency falls by half each half-life since the memory last changed; use grows with recalls, r / (r + 3); pinned is
 * there or not. Each stays within its setting, so that they order what is nearly equal and never outdo a better match.
 */
export function gentleSignalsOf(memory: MemoryUsage, now: number, settings: SearchSettings["signals"]): GentleSignals {
  const age = Math.max(0, now - memory.updatedAt);
  return {
    recency: settings.recency * 0.5 ** (age / settings.recencyHalfLifeMs),
    use: (settings.use * memory.recallCount) / (memory.recallCount + RECALLS_FOR_HALF),
    pinned: memory.pinned ? settings.pinned : 0,
  };
}
