import { OWNER } from "../core/caller.ts";
import { RecollectError } from "../core/errors.ts";
import type { Events } from "../core/events.ts";
import type { MemoryService } from "../core/memory-service.ts";
import type { Logger } from "../core/ports.ts";
import type { AreaHandlers } from "./contract.ts";

export interface IndexDependencies {
  readonly memories: MemoryService;
  readonly events: Events;
  readonly logger: Logger;
}

/** Rebuilding the indexes from the window: it runs on after the answer, and tells its progress by events. */
export function createIndexHandlers({ memories, events, logger }: IndexDependencies): AreaHandlers<"index"> {
  let running: AbortController | null = null;

  const rebuild = async (abort: AbortController) => {
    const tell = (state: "running" | "finished" | "cancelled" | "failed", done: number, total: number) =>
      events.emit("index.progress", { index: "text", done, total, state });
    let last: [number, number] = [0, 0];
    try {
      await memories.reindex(
        OWNER,
        (done, total) => {
          last = [done, total];
          tell("running", done, total);
        },
        abort.signal,
      );
      tell("finished", ...last);
    } catch (error) {
      const cancelled = error instanceof RecollectError && error.code === "cancelled";
      if (!cancelled) logger.error("The indexes could not be rebuilt", { error });
      tell(cancelled ? "cancelled" : "failed", ...last);
    } finally {
      running = null;
    }
  };

  return {
    "index.status": async () => (await memories.status(OWNER)).index,
    "index.rebuild": async () => {
      if (running !== null) {
        throw new RecollectError("conflict", "The indexes are being rebuilt already.", { hint: "Wait, or cancel it." });
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
