import type { MemoryService } from "../core/memory-service.ts";
import type { Clock, Logger } from "../core/ports.ts";

/** What the tools, resources and prompts of the memories are made of. */
export interface MemorySourceDependencies {
  readonly service: MemoryService;
  readonly version: string;
  readonly clock: Clock;
  readonly logger: Logger;
}
