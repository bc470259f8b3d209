import type { IndexStatus } from "../../../electron/core/memory-service.ts";
import type { Text } from "../../text/en.ts";

/** The state of search by meaning in one or two sentences; why a model failed stands with the model. */
export function describeVectors(vectors: IndexStatus["vectors"], text: Text["settings"]["index"]): string {
  if (vectors.state !== "ready") return text[vectors.state];
  return vectors.pending === 0 ? text.ready(vectors.ready) : text.pending(vectors.ready, vectors.pending);
}
