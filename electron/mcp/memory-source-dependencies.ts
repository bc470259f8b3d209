import type { MemoryService } from "../core/memory-service.ts";
import type { Clock, Logger } from "../core/ports.ts";

/** The dependencies of the memory tools, resources and prompts. */
export interface MemorySourceDependencies {
  readonly service: MemoryService;
  readonly version: string;
  readonly clock: Clock;
  readonly logger: Logger;
}
