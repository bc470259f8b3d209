import { OWNER } from "../core/caller.ts";
import { RecollectError } from "../core/errors.ts";
import type { MemoryService } from "../core/memory-service.ts";
import type { Logger } from "../core/ports.ts";
import type { AreaHandlers } from "./contract.ts";

export interface IndexDependencies {
  readonly memories: MemoryService;
  readonly logger: Logger;
}

/** Rebuilding the indexes from the window: it runs on after the answer; the service announces how far it is. */
export function createIndexHandlers({ memories, logger }: IndexDependencies): AreaHandlers<"index"> {
  let running: AbortController | null = null;

  const rebuild = async (abort: AbortController) => {
    try {
      await memories.reindex(OWNER, () => undefined, abort.signal);
    } catch (error) {
      if (!abort.signal.aborted) logger.error("The indexes could not be rebuilt", { error });
    } finally {
      running = null;
    }
  };

  return {
    "index.status": async () => (await memories.status(OWNER)).index,
    "index.rebuild": async () => {
      if (running !== null) {
        throw new RecollectError("conflict", "The indexes are being rebuilt already.", {
          hint: "Wait, or cancel it.",
          details: { reason: "rebuild_running" },
        });
      }
      running = new AbortController();
      void rebuild(running);
      return null;
    },
    "index.cancel": async () => {
      running?.abort();
      return null;
    },
  };
}
