import { OWNER } from "../core/caller.ts";
import { ANY } from "../core/domain.ts";
import type { Memory } from "../core/memory.ts";
import type { ArchivedMemory, ImportOutcome } from "../core/memory-import.ts";
import type { MemoryService } from "../core/memory-service.ts";

/** The existing domains and namespaces. */
export interface Places {
  readonly domains: readonly string[];
  readonly namespaces: readonly string[];
}

/** The Recollect that memories are imported into. */
export interface ImportTarget {
  /** Stores memories, or for a trial run returns what storing them would do. The outcomes are in the same order. */
  send(
    memories: readonly ArchivedMemory[],
    options: { readonly dryRun: boolean; readonly toInbox?: boolean },
  ): Promise<readonly ImportOutcome[]>;
  places(): Promise<Places>;
  /** All superseded memories; read at most once, and only if needed. */
  superseded(): AsyncIterable<Memory>;
}

const PAGE_SIZE = 200;

/** Imports directly into the service of this process. */
export function createServiceTarget(
  service: Pick<MemoryService, "importMemories" | "facets" | "namespaces" | "list">,
): ImportTarget {
  return {
    send: (memories, { dryRun, toInbox }) => service.importMemories(OWNER, memories, dryRun, toInbox),
    places: () => readPlaces(service),
    async *superseded(): AsyncGenerator<Memory> {
      let cursor: string | undefined;
      do {
        const page = await service.list(OWNER, { domain: ANY, superseded: "only", limit: PAGE_SIZE, cursor });
        yield* page.items;
        cursor = page.nextCursor;
      } while (cursor !== undefined);
    },
  };
}

/** Reads the domains that contain memories, and all namespaces. */
async function readPlaces(service: Pick<MemoryService, "facets" | "namespaces">): Promise<Places> {
  const [{ domains }, namespaces] = await Promise.all([
    service.facets(OWNER, { domain: ANY }),
    service.namespaces(OWNER),
  ]);
  return { domains: domains.map(({ value }) => value), namespaces };
}
