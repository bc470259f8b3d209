import { OWNER } from "../core/caller.ts";
import { ANY } from "../core/domain.ts";
import type { MemoryService } from "../core/memory-service.ts";

/** What an import finds its way by. */
export interface Places {
  readonly domains: readonly string[];
  readonly namespaces: readonly string[];
}

/** The domains that hold memories, and the namespaces that there are. */
export async function placesIn(service: Pick<MemoryService, "facets" | "namespaces">): Promise<Places> {
  const [{ domains }, namespaces] = await Promise.all([
    service.facets(OWNER, { domain: ANY }),
    service.namespaces(OWNER),
  ]);
  return { domains: domains.map(({ value }) => value), namespaces };
}
