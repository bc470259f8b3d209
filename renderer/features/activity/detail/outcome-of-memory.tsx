import { isInjection } from "../../../../electron/core/request-filter.ts";
import type { RequestDetail } from "../../../../electron/core/request-log.ts";
import type { GivenOutcome } from "../../../../electron/core/use.ts";
import { useBridgeQuery } from "../../../data/use-bridge.tsx";
import { RouteLink } from "../../../navigation/navigation.tsx";
import { useText } from "../../../text/use-text.ts";

/** A memory is recorded as given when its answer is composed: before it is sent. */
const TOLERANCE_MS = 1_000;
const NONE: readonly GivenOutcome[] = [];

/** What became of the memories that a hook added to a conversation; empty for any other message. */
export function useOutcomes(detail: RequestDetail): readonly GivenOutcome[] {
  const start = Date.parse(detail.at);
  const at = (milliseconds: number) => new Date(milliseconds).toISOString();
  const span = { from: at(start - TOLERANCE_MS), to: at(start + detail.durationMs + TOLERANCE_MS) };
  const { data } = useBridgeQuery(
    "use.between",
    { subject: detail.subject ?? "-", ...span },
    { enabled: isInjection(detail), refetchOnMount: "always" },
  );
  return data ?? NONE;
}

/** Whether an answer used a memory, with a link to it. */
export function OutcomeOfMemory({ outcome }: { readonly outcome: GivenOutcome | undefined }) {
  const words = useText().use.outcome;
  if (outcome === undefined) return null;
  const { used, conversation, message } = outcome;
  if (used !== true || conversation === null || message === null) {
    return <span className="shrink-0 text-sm text-ink-faint">{used === false ? words.unused : words.unknown}</span>;
  }
  return (
    <RouteLink
      to={{ place: "conversations", path: [conversation, String(message)] }}
      className="shrink-0 text-sm text-accent-text underline underline-offset-2"
    >
      {words.used}
    </RouteLink>
  );
}
