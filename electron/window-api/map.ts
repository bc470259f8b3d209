import { OWNER } from "../core/caller.ts";
import type { MapService } from "../core/map.ts";
import type { MemoryService } from "../core/memory-service.ts";
import { inBatches } from "../core/util/in-batches.ts";
import type { AreaHandlers } from "./contract.ts";

export interface MapDependencies {
  readonly map: Pick<MapService, "read">;
  readonly memories: Pick<MemoryService, "get">;
}

/** The map of memories for the window. */
export function createMapHandlers({ map, memories }: MapDependencies): AreaHandlers<"map"> {
  return {
    "map.read": () => map.read(),
    "map.memories": async ({ ids }) => {
      // A memory can be deleted in the meantime.
      const found = await inBatches(ids, (id) => memories.get(OWNER, id).catch(() => null));
      return found.filter((memory) => memory !== null);
    },
  };
}
