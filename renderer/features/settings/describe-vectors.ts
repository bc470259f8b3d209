import type { IndexStatus } from "../../../electron/core/memory-service.ts";
import type { Text } from "../../text/en.ts";

/** The state of search by meaning in one or two sentences; why the model failed stands with the model. */
export function describeVectors(
  vectors: IndexStatus["vectors"],
  text: Text["settings"]["index"],
): { readonly words: string; readonly failed: boolean } {
  switch (vectors.state) {
    case "off":
      return { words: text.off, failed: false };
    case "idle":
      return { words: text.idle, failed: false };
    case "loading":
      return { words: text.loading, failed: false };
    case "failed":
      return { words: text.failed, failed: true };
    case "ready":
      return {
        words: vectors.pending === 0 ? text.ready(vectors.ready) : text.pending(vectors.ready, vectors.pending),
        failed: false,
      };
  }
}
