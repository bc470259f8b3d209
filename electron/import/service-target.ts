import { OWNER } from "../core/caller.ts";
import { ANY } from "../core/domain.ts";
import type { Memory } from "../core/memory.ts";
import type { MemoryService } from "../core/memory-service.ts";
import type { ImportTarget } from "./import-memories.ts";
import { placesIn } from "./places.ts";

/** Memories of one page. */
const PAGE = 200;

/** Imports into the service itself, where reader and application are one process. */
export function createServiceTarget(
  service: Pick<MemoryService, "importMemories" | "facets" | "namespaces" | "list">,
): ImportTarget {
  return {
    send: (memories, dryRun) => service.importMemories(OWNER, memories, dryRun),
    places: () => placesIn(service),
    async *superseded(): AsyncGenerator<Memory> {
      let cursor: string | undefined;
      do {
        const page = await service.list(OWNER, { domain: ANY, superseded: "only", limit: PAGE, cursor });
        yield* page.items;
        cursor = page.nextCursor;
      } while (cursor !== undefined);
    },
  };
}
