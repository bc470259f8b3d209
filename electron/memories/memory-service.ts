import type { MemoryService } from "../core/memory-service.ts";
import { createAnnouncer } from "./announce.ts";
import { createCapture } from "./capture.ts";
import { createChanges } from "./change.ts";
import { createHealth } from "./health.ts";
import { createIndexControl } from "./index-status.ts";
import { createMerge } from "./merge.ts";
import { createOwnersChanges } from "./own.ts";
import { createReaders } from "./read.ts";
import { createSearch } from "./search.ts";
import type { MemoryServiceParts } from "./service-parts.ts";

/** The one door to memories; see {@link MemoryService} for what each method promises. */
export function createMemoryService(given: MemoryServiceParts): MemoryService {
  const parts = { ...given, announce: createAnnouncer(given.events) };
  const { counts, ...readers } = createReaders(parts);
  const indexes = createIndexControl(parts);
  const status: MemoryService["status"] = async (caller) => {
    const [counted, index] = await Promise.all([counts(caller), indexes.status()]);
    return { counts: counted, index };
  };
  return {
    ...readers,
    ...createChanges(parts),
    ...createOwnersChanges(parts),
    ...createMerge(parts),
    ...createHealth(parts),
    capture: createCapture(parts),
    search: createSearch(parts),
    status,
    async reindex(caller, onProgress, signal) {
      await indexes.rebuild(caller, onProgress, signal);
      return status(caller);
    },
  };
}
