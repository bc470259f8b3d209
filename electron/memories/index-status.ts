import type { Caller } from "../core/caller.ts";
import { RecollectError } from "../core/errors.ts";
import type { IndexProgress } from "../core/events.ts";
import type { IndexStatus } from "../core/memory-service.ts";
import { assertCanWrite } from "./rights.ts";
import type { Operation } from "./service-parts.ts";

const NO_VECTORS = { state: "off", ready: 0, pending: 0, model: null } as const;

/** The state of both indexes, and their rebuilding. One rebuild runs at a time. */
export function createIndexControl({ text, indexer, events }: Operation) {
  let rebuildingText = false;
  let rebuilding = false;

  /** Rebuilds one index, announcing each step; how it ended is announced as well. */
  async function rebuildOne(
    index: IndexProgress["index"],
    run: (onProgress: (done: number, total: number) => void) => Promise<void>,
    onStep: (done: number, total: number) => void,
  ): Promise<void> {
    let last = { done: 0, total: 0 };
    const tell = (state: IndexProgress["state"], message?: string): void =>
      events.emit("index.progress", { index, ...last, state, ...(message === undefined ? {} : { message }) });
    try {
      await run((done, total) => {
        last = { done, total };
        tell("running");
        onStep(done, total);
      });
      tell("finished");
    } catch (error) {
      const cancelled = error instanceof RecollectError && error.code === "cancelled";
      tell(cancelled ? "cancelled" : "failed", cancelled || !(error instanceof Error) ? undefined : error.message);
      throw error;
    }
  }

  return {
    async status(): Promise<IndexStatus> {
      const [indexed, vectors] = await Promise.all([text.size(), indexer?.status() ?? NO_VECTORS]);
      return { text: { state: rebuildingText ? "rebuilding" : "ready", indexed }, vectors };
    },

    async rebuild(
      caller: Caller,
      onProgress: (done: number, total: number) => void,
      signal: AbortSignal,
    ): Promise<void> {
      assertCanWrite(caller);
      if (rebuilding) {
        throw new RecollectError("conflict", "The indexes are being rebuilt already.", {
          hint: "Wait until it is done; memory_status shows how far it is.",
        });
      }
      rebuilding = true;
      rebuildingText = true;
      const indexes = indexer === null ? 1 : 2;
      let size = 0;
      try {
        await rebuildOne(
          "text",
          (step) => text.rebuild(step, signal),
          (done, total) => {
            size = total;
            onProgress(done, total * indexes);
          },
        );
        rebuildingText = false;
        if (indexer === null) return;
        await rebuildOne(
          "vectors",
          (step) => indexer.rebuild(step, signal),
          (done, total) => onProgress(size + done, size + total),
        );
      } finally {
        rebuilding = false;
        rebuildingText = false;
      }
    },
  };
}
