import { Activity, Unplug } from "lucide-react";
import type { RequestFilter } from "../../../../electron/core/request-log.ts";
import { useNavigation } from "../../../navigation/navigation.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { isFiltered, NO_FILTER } from "../filters/request-filter.ts";
import type { LiveLog } from "./live-log.ts";
import { LogList } from "./log-list.tsx";
import { useLogValue } from "./use-live-log.ts";
import type { LogSelection } from "./use-log-selection.ts";
import { WaitingLine } from "./waiting-line.tsx";

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

/** The log under the line that says how much is new. */
export function LogArea(props: LogAreaProps) {
  const waiting = useLogValue(props.log, (snapshot) => snapshot.waiting);
  const more = useLogValue(props.log, (snapshot) => snapshot.waitingMore);
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <LogContent {...props} />
      <WaitingLine waiting={waiting} more={more} onFollow={props.onFollow} />
    </div>
  );
}

/** The log, or what stands in its place: loading, failed, nothing yet, nothing that matches. */
function LogContent({ filter, onFilter, ...list }: LogAreaProps) {
  const text = useText().activity;
  const { navigate } = useNavigation();
  const { log } = list;
  const snapshot = useLogValue(log, (current) => current);
  if (snapshot.rows.length > 0) {
    return <LogList {...list} snapshot={snapshot} filtered={isFiltered(filter)} />;
  }
  if (snapshot.state === "failed") {
    return <ErrorState error={snapshot.failure} onRetry={() => void log.start()} />;
  }
  if (snapshot.state === "loading") {
    return <Skeleton shape="lines" rows={12} />;
  }
  if (isFiltered(filter)) {
    return (
      <EmptyState
        title={text.noMatch.title}
        text={text.noMatch.text}
        actions={<Button onClick={() => onFilter(NO_FILTER)}>{text.noMatch.action}</Button>}
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
          {text.empty.action}
        </Button>
      }
    />
  );
}
