import { KeyRound } from "lucide-react";
import type { RequestSummary } from "../../../electron/core/request-log.ts";
import { useBridgeEvent } from "../../data/use-bridge-event.ts";
import { useBridgeQuery } from "../../data/use-bridge-query.ts";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { formatAgo } from "./format-ago.ts";
import { useNow } from "./use-now.ts";

/** Most rows that are looked at; a row may stand for many requests. */
const MOST = 500;

/** A foreign page or address is turned away too, whatever token it brings. */
function cameWithoutToken({ refusal }: RequestSummary): boolean {
  return refusal !== null && refusal.reason !== "host" && refusal.reason !== "origin";
}

/** Says how many requests came without a good token today, and leads to them. Nothing where none did. */
export function RefusedLine() {
  const words = useText();
  const now = useNow();
  const { navigate } = useNavigation();
  const refused = useBridgeQuery("requests.list", { refused: true, limit: MOST }, { refetchOnMount: "always" });
  useBridgeEvent("requests.recorded", (rows) => {
    if (rows.some(cameWithoutToken)) void refused.refetch();
  });
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const today = refused.data?.items.filter((row) => Date.parse(row.at) >= midnight && cameWithoutToken(row)) ?? [];
  const requests = today.reduce((sum, { refusal }) => sum + (refusal?.requests ?? 0), 0);
  const [last] = today;
  if (last === undefined) return null;
  return (
    <button
      type="button"
      className="focus-inset flex w-full items-center gap-2 border-b border-line px-4 py-2 text-left text-sm text-ink-soft hover:bg-hover"
      onClick={() => navigate({ place: "activity", query: { refused: "yes" } })}
    >
      <KeyRound size={14} className="shrink-0 text-bad-text" aria-hidden />
      {words.clients.refused(requests, formatAgo(last.at, now, words))}
    </button>
  );
}
