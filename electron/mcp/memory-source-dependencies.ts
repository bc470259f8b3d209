import type { Caller } from "../core/caller.ts";
import type { MemoryService } from "../core/memory-service.ts";
import type { Clock, Logger } from "../core/ports.ts";
import type { GivenRecorder } from "../core/use.ts";

/** The dependencies of the memory tools, resources and prompts. */
export interface MemorySourceDependencies {
  readonly service: MemoryService;
  readonly version: string;
  /** Returns a line that points to other sources about a query that this caller may see, or null. */
  readonly pointElsewhere?: ((caller: Caller, query: string) => Promise<string | null>) | undefined;
  /** Records which memories clients get. Default: nothing is recorded. */
  readonly recorder?: GivenRecorder | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
}
