import type { Caller } from "../core/caller.ts";
import type { IndexProgress } from "../core/events.ts";
import type { IndexStatus } from "../core/memory-service.ts";
import { type ErrorBody, RecollectError, toErrorBody } from "../text/errors.ts";
import { assertCanWrite, grantFilter, scopeOf } from "./rights.ts";
import type { OperationParts } from "./service-parts.ts";

const NO_VECTORS = { state: "off", ready: 0, pending: 0, model: null } as const;

type OnProgress = (done: number, total: number) => void;

/**
 * Status and rebuild of both indexes; one rebuild runs at a time. A text index that another version of the text
 * analysis made is rebuilt in the background immediately.
 */
export function createIndexControl({ store, text, indexer, events, logger }: OperationParts) {
  let rebuilding: "none" | "text" | "vectors" = "none";

  /** Rebuilds the text index and emits its progress; the indexer emits its own. */
  async function rebuildText(onProgress: OnProgress, signal: AbortSignal): Promise<void> {
    let last = { done: 0, total: 0 };
    const emit = (state: IndexProgress["state"], error?: ErrorBody): void =>
      events.emit("index.progress", { index: "text", ...last, state, error });
    try {
      await text.rebuild((done, total) => {
        last = { done, total };
        emit("running");
        onProgress(done, total);
      }, signal);
      emit("finished");
    } catch (error) {
      const isCancelled = error instanceof RecollectError && error.code === "cancelled";
      if (isCancelled) emit("cancelled");
      else emit("failed", toErrorBody(error));
      throw error;
    }
  }

  /** Never throws. */
  async function rebuildIfOutdated(): Promise<void> {
    try {
      if (!(await text.isOutdated()) || rebuilding !== "none") return;
      rebuilding = "text";
      await rebuildText(() => undefined, new AbortController().signal).finally(() => {
        rebuilding = "none";
      });
    } catch (error) {
      logger.warn("The outdated text index could not be rebuilt; the next start tries again.", {
        error: String(error),
      });
    }
  }
  void rebuildIfOutdated();

  return {
    /**
     * Counts only the current memories that the caller may see, as lists and searches do. Each memory is in the text index
     * from its capture on.
     */
    async status(caller: Caller): Promise<IndexStatus> {
      const [indexed, vectors] = await Promise.all([
        store.count(grantFilter(caller.grant)),
        indexer?.status(scopeOf(caller)) ?? NO_VECTORS,
      ]);
      return { text: { state: rebuilding === "text" ? "rebuilding" : "ready", indexed }, vectors };
    },

    /** @throws permission_denied, cancelled; conflict while another rebuild runs */
    async rebuild(caller: Caller, onProgress: OnProgress, signal: AbortSignal): Promise<void> {
      assertCanWrite(caller);
      if (rebuilding !== "none") throw new RecollectError("rebuild_running", {});
      const indexes = indexer === null ? 1 : 2;
      let textTotal = 0;
      try {
        rebuilding = "text";
        await rebuildText((done, total) => {
          textTotal = total;
          onProgress(done, total * indexes);
        }, signal);
        rebuilding = "vectors";
        await indexer?.rebuild((done, total) => onProgress(textTotal + done, textTotal + total), signal);
      } finally {
        rebuilding = "none";
      }
    },
  };
}
