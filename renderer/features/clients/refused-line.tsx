import { KeyRound } from "lucide-react";
import { useBridgeEvent } from "../../data/use-bridge-event.ts";
import { useBridgeQuery } from "../../data/use-bridge-query.ts";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { formatAgo } from "./format-ago.ts";
import { useNow } from "./use-now.ts";

/** Most requests that are counted; more are shown as this many. */
const MOST = 500;

/** Says how many requests came without a good token today, and leads to them. Nothing where none did. */
export function RefusedLine() {
  const words = useText();
  const now = useNow();
  const { navigate } = useNavigation();
  const refused = useBridgeQuery("requests.list", { refused: true, limit: MOST }, { refetchOnMount: "always" });
  useBridgeEvent("requests.recorded", (rows) => {
    if (rows.some(({ httpStatus }) => httpStatus === 401)) void refused.refetch();
  });
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const today = refused.data?.items.filter(({ at }) => Date.parse(at) >= midnight) ?? [];
  const [last] = today;
  if (last === undefined) return null;
  return (
    <button
      type="button"
      className="focus-inset flex w-full items-center gap-2 border-b border-line px-4 py-2 text-left text-sm text-ink-soft hover:bg-hover"
      onClick={() => navigate({ place: "activity", query: { refused: "yes" } })}
    >
      <KeyRound size={14} className="shrink-0 text-bad-text" aria-hidden />
      {words.clients.refused(today.length, formatAgo(last.at, now, words))}
    </button>
  );
}
