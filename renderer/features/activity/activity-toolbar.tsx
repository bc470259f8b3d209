import clsx from "clsx";
import { ChartNoAxesColumn, MoreHorizontal, Pause, Play } from "lucide-react";
import { useEffect, useState } from "react";
import type { RequestFilter } from "../../../electron/core/request-filter.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { FilterBar } from "./filters/filter-bar.tsx";
import { withCondition } from "./filters/request-filter.ts";
import type { HoldReason, LiveLog } from "./log/live-log.ts";

interface ActivityToolbarProps {
  readonly filter: RequestFilter;
  readonly log: LiveLog;
  readonly hold: HoldReason | null;
  /** False until the log is loaded. */
  readonly ready: boolean;
  readonly searchRef: React.RefObject<HTMLInputElement | null>;
  readonly onFilter: (filter: RequestFilter) => void;
  readonly onPause: () => void;
  readonly onFollow: () => void;
  readonly onClear: () => void;
  /** Saves all messages that match the filter. */
  readonly onExport: () => void;
  /** Whether the rates by client are shown. */
  readonly byClient: boolean;
  readonly onByClient: () => void;
  /** Moves the focus from the search field to the log. */
  readonly onLeaveSearch: () => void;
}

/** Time after the last key before the log is searched. */
const TYPING_PAUSE_MS = 120;

/** Search, filters, and pause or follow. */
export function ActivityToolbar(props: ActivityToolbarProps) {
  const { filter, hold, onFilter } = props;
  const { common, activity: text } = useText();
  const [typed, setTyped] = useTypedText(filter, onFilter);
  return (
    <header className="drag-region flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line px-3 py-2">
      <div className="flex min-w-44 flex-1 basis-44">
        <SearchField
          label={common.searchMessages}
          placeholder={text.searchPlaceholder}
          value={typed}
          onChange={setTyped}
          keys="/"
          inputRef={props.searchRef}
          onLeave={props.onLeaveSearch}
        />
      </div>
      <FilterBar filter={filter} log={props.log} onFilter={onFilter} />
      <div className="ml-auto flex items-center gap-1 max-wide:order-1">
        {props.ready && <FollowState hold={hold} />}
        <Button
          size="small"
          variant="quiet"
          className="min-w-20"
          icon={hold === null ? Pause : Play}
          onClick={hold === null ? props.onPause : props.onFollow}
          keys={hold === null ? "space" : "f"}
        >
          {hold === null ? common.pause : text.follow.follow}
        </Button>
        <IconButton
          label={text.clientRates.show}
          icon={ChartNoAxesColumn}
          size="small"
          pressed={props.byClient}
          aria-expanded={props.byClient}
          onClick={props.onByClient}
        />
        <Menu
          trigger={<IconButton label={common.moreActions} icon={MoreHorizontal} size="small" />}
          entries={[
            { label: text.export.action, onSelect: props.onExport },
            "separator",
            { label: text.clear.action, onSelect: props.onClear, danger: true },
          ]}
        />
      </div>
    </header>
  );
}

/** The content of the search field; it is applied to the filter after a pause in typing. */
function useTypedText(filter: RequestFilter, onFilter: (filter: RequestFilter) => void) {
  const applied = filter.text ?? "";
  const [typed, setTyped] = useState(applied);
  const [synced, setSynced] = useState(applied);
  if (synced !== applied) {
    setSynced(applied);
    if (typed.trim() !== applied) setTyped(applied);
  }
  useEffect(() => {
    if (typed.trim() === applied) return;
    const timer = setTimeout(() => onFilter(withCondition(filter, "text", typed.trim())), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, applied, filter, onFilter]);
  return [typed, setTyped] as const;
}

/** Whether the log follows, as text; the dot only repeats it. */
function FollowState({ hold }: { readonly hold: HoldReason | null }) {
  const text = useText().activity.follow;
  return (
    <span role="status" className="flex items-center gap-1.5 text-sm text-ink-faint">
      <span className={clsx("size-1.5 rounded-full", hold === null ? "bg-good" : "bg-line-strong")} aria-hidden />
      {hold === null ? text.following : text[hold]}
    </span>
  );
}
