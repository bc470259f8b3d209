import type { Caller } from "../core/caller.ts";
import { RecollectError } from "../core/errors.ts";
import type { IndexProgress } from "../core/events.ts";
import type { IndexStatus } from "../core/memory-service.ts";
import { assertCanWrite } from "./rights.ts";
import type { Operation } from "./service-parts.ts";

const NO_VECTORS = { state: "off", ready: 0, pending: 0, model: null } as const;

type OnProgress = (done: number, total: number) => void;

/** The state of both indexes, and their rebuilding, also of one that is out of date. One rebuild runs at a time. */
export function createIndexControl({ text, indexer, events, logger }: Operation) {
  let rebuilding: "no" | "text" | "vectors" = "no";

  /** Rebuilds the text index, announcing each step and how it ended; the indexer announces its own. */
  async function rebuildText(onProgress: OnProgress, signal: AbortSignal): Promise<void> {
    let last = { done: 0, total: 0 };
    const tell = (state: IndexProgress["state"], message?: string): void =>
      events.emit("index.progress", {
        index: "text",
        ...last,
        state,
        ...(message === undefined ? {} : { message }),
      });
    try {
      await text.rebuild((done, total) => {
        last = { done, total };
        tell("running");
        onProgress(done, total);
      }, signal);
      tell("finished");
    } catch (error) {
      const cancelled = error instanceof RecollectError && error.code === "cancelled";
      tell(cancelled ? "cancelled" : "failed", error instanceof Error ? error.message : String(error));
      throw error;
    }
  }

  /** Makes the text index anew where another version of the text analysis made it. Never throws. */
  async function catchUp(): Promise<void> {
    try {
      if (!(await text.isOutdated()) || rebuilding !== "no") return;
      rebuilding = "text";
      await rebuildText(() => undefined, new AbortController().signal).finally(() => {
        rebuilding = "no";
      });
    } catch (error) {
      logger?.warn("The text index could not be made anew; the next start tries again.", { error: String(error) });
    }
  }
  void catchUp();

  return {
    async status(): Promise<IndexStatus> {
      const [indexed, vectors] = await Promise.all([text.size(), indexer?.status() ?? NO_VECTORS]);
      return { text: { state: rebuilding === "text" ? "rebuilding" : "ready", indexed }, vectors };
    },

    /** @throws permission_denied, cancelled, conflict while another rebuild runs */
    async rebuild(caller: Caller, onProgress: OnProgress, signal: AbortSignal): Promise<void> {
      assertCanWrite(caller);
      if (rebuilding !== "no") {
        throw new RecollectError("conflict", "The indexes are being rebuilt already.", {
          hint: "Wait until it is done; memory_status shows how far it is.",
        });
      }
      const indexes = indexer === null ? 1 : 2;
      let texts = 0;
      try {
        rebuilding = "text";
        await rebuildText((done, total) => {
          texts = total;
          onProgress(done, total * indexes);
        }, signal);
        rebuilding = "vectors";
        await indexer?.rebuild((done, total) => onProgress(texts + done, texts + total), signal);
      } finally {
        rebuilding = "no";
      }
    },
  };
}
