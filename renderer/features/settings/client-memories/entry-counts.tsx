import type { ClientMemoryStatus } from "../../../../electron/core/client-memories.ts";
import { useText } from "../../../text/use-text.ts";

interface EntryCountsProps {
  readonly source: string;
  readonly status: ClientMemoryStatus;
}

/** The outcome of a source's entries. */
export function EntryCounts({ source, status }: EntryCountsProps) {
  const text = useText().clientMemories;
  const found = status.sources.find((one) => one.source === source);
  if (found === undefined) return null;
  const counts = (["waiting", "kept", "rejected", "gone"] as const)
    .filter((state) => found[state] > 0)
    .map((state) => text.counts(found[state], text.states[state]));
  return counts.length === 0 ? null : <p className="text-sm text-ink-faint">{counts.join(" · ")}</p>;
}
