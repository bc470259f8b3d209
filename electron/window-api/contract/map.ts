import { z } from "zod";
import type { MemoryMap } from "../../core/map.ts";
import type { Memory } from "../../core/memory.ts";
import { method, nothing } from "./method.ts";

/** The map of memories. */
export const mapMethods = {
  /** All memories by similarity. A first layout of many memories takes seconds. */
  "map.read": method<MemoryMap>()(nothing),
  /** The memories with these ids, in their order; missing ones are omitted. */
  "map.memories": method<readonly Memory[]>()({ ids: z.array(z.string().min(1).max(100)).min(1).max(10_000) }),
} as const;
