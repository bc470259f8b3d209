import { Activity, ArrowUp, Unplug } from "lucide-react";
import type { RequestFilter } from "../../../../electron/core/request-filter.ts";
import { useNavigation } from "../../../navigation/navigation.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../../ui/states.tsx";
import { isFiltered, NO_FILTER } from "../filters/request-filter.ts";
import type { LiveLog } from "./live-log.ts";
import { LogList } from "./log-list.tsx";
import type { LogSelection } from "./log-selection.tsx";
import { useLogValue } from "./use-live-log.ts";

interface LogAreaProps {
  readonly log: LiveLog;
  readonly filter: RequestFilter;
  readonly currentId: number | null;
  readonly openId: number | null;
  readonly selection: LogSelection;
  readonly onCurrent: (id: number | null) => void;
  readonly onOpen: (id: number | null) => void;
  readonly onFollow: () => void;
  readonly onFilter: (filter: RequestFilter) => void;
  readonly listRef: React.RefObject<HTMLTableElement | null>;
}

/** The log, and above it the number of new messages. */
export function LogArea(props: LogAreaProps) {
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <LogContent {...props} />
      <WaitingLine log={props.log} onFollow={props.onFollow} />
    </div>
  );
}

/** The list, or its loading, error, empty or no-match state. */
function LogContent({ filter, onFilter, ...list }: LogAreaProps) {
  const { common, activity: text } = useText();
  const { navigate } = useNavigation();
  const { log } = list;
  const snapshot = useLogValue(log, (current) => current);
  if (snapshot.rows.length > 0) {
    return <LogList {...list} snapshot={snapshot} filtered={isFiltered(filter)} />;
  }
  if (snapshot.state === "failed") return <ErrorState error={snapshot.failure} onRetry={() => void log.start()} />;
  if (snapshot.state === "loading") return <Skeleton shape="lines" rows={12} />;
  if (isFiltered(filter)) {
    return (
      <EmptyState
        title={text.noMatch.title}
        text={text.noMatch.text}
        actions={<Button onClick={() => onFilter(NO_FILTER)}>{common.clearFilters}</Button>}
      />
    );
  }
  return (
    <EmptyState
      icon={Activity}
      title={text.empty.title}
      text={text.empty.text}
      actions={
        <Button icon={Unplug} onClick={() => navigate({ place: "clients", path: ["connect"] })}>
          {common.connectClient}
        </Button>
      }
    />
  );
}

/** The number of messages that arrived while the log was held, as a button that shows them. */
function WaitingLine({ log, onFollow }: Pick<LogAreaProps, "log" | "onFollow">) {
  const text = useText().activity.follow;
  const waiting = useLogValue(log, (snapshot) => snapshot.waiting);
  const more = useLogValue(log, (snapshot) => snapshot.waitingMore);
  if (waiting === 0) return null;
  return (
    <button
      type="button"
      aria-label={more ? text.showWaitingAtLeast(waiting) : text.showWaiting(waiting)}
      onClick={onFollow}
      className="absolute top-8 left-1/2 flex h-6 min-w-24 -translate-x-1/2 items-center justify-center gap-1 rounded-full bg-raised px-3 text-sm text-accent-text shadow-popup hover:bg-accent-soft"
    >
      <ArrowUp size={12} aria-hidden />
      {more ? text.waitingAtLeast(waiting) : text.waiting(waiting)}
    </button>
  );
}
