import type { Caller } from "../core/caller.ts";
import type { MemoryService } from "../core/memory-service.ts";
import type { Clock, Logger } from "../core/ports.ts";

/** The dependencies of the memory tools, resources and prompts. */
export interface MemorySourceDependencies {
  readonly service: MemoryService;
  readonly version: string;
  /** Returns a line that points to other sources about a query that this caller may see, or null. */
  readonly pointElsewhere?: ((caller: Caller, query: string) => Promise<string | null>) | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
}
