import clsx from "clsx";
import { ChartNoAxesColumn, Download, MoreHorizontal, Pause, Play, Search, Trash2 } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { RequestFilter } from "../../../electron/core/request-filter.ts";
import { useCommands } from "../../commands/commands.tsx";
import { useAction } from "../../data/use-bridge.tsx";
import { useStored } from "../../data/use-stored.ts";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { SearchField } from "../../ui/field.tsx";
import { Menu } from "../../ui/menu.tsx";
import { SidePane } from "../../ui/panes.tsx";
import { activityTarget, readActivityRoute } from "./activity-route.ts";
import { DetailPane } from "./detail/detail-pane.tsx";
import { usePin } from "./detail/use-pin.ts";
import { useExport } from "./export-log.ts";
import { FilterBar } from "./filters/filter-bar.tsx";
import { withCondition } from "./filters/request-filter.ts";
import type { HoldReason, LiveLog } from "./log/live-log.ts";
import { LogArea } from "./log/log-area.tsx";
import { SelectionBar, useLogSelection } from "./log/log-selection.tsx";
import { useLiveLog, useLogValue } from "./log/use-live-log.ts";
import { useLogMenu } from "./log/use-log-menu.ts";
import { ClientRatesPanel } from "./rates/client-rates.tsx";
import { RateStrip } from "./rates/rate-strip.tsx";

/** The live log of all messages between clients and Recollect. @param choice switches to what happened in plain words */
export function WireView({ choice }: { readonly choice?: React.ReactNode }) {
  const { frame } = useText();
  const { route, navigate } = useNavigation();
  const { filter, openId } = useMemo(() => readActivityRoute(route), [route]);
  const log = useLiveLog(filter);
  const hold = useLogValue(log, (snapshot) => snapshot.hold);
  const ready = useLogValue(log, (snapshot) => snapshot.state === "ready");
  const [currentId, setCurrentId] = useState(openId);
  const [clearing, setClearing] = useState(false);
  const [byClient, setByClient] = useStored("activity.byClient", false);
  const selection = useLogSelection(JSON.stringify(filter));
  const saveExport = useExport();
  const pin = usePin((rows) => log.replace(rows));
  const menuOf = useLogMenu({
    selection,
    onOpen: (id) => onOpen(id),
    onFilter: (next) => onFilter(next),
    onExport: saveExport,
    onPin: (ids, pinned) => pin.mutate({ ids: [...ids], pinned }),
  });
  const searchRef = useRef<HTMLInputElement>(null);
  const listRef = useRef<HTMLTableElement>(null);
  const focusList = () => listRef.current?.focus();

  const show = useCallback(
    (next: RequestFilter, id: number | null) => navigate(activityTarget(next, id), { replace: true }),
    [navigate],
  );
  const onFilter = useCallback(
    (next: RequestFilter) => {
      setCurrentId(null);
      show(next, null);
    },
    [show],
  );
  const onOpen = useCallback(
    (id: number | null) => {
      if (id !== null) setCurrentId(id);
      show(filter, id);
    },
    [show, filter],
  );
  const follow = () => {
    setCurrentId(null);
    log.follow();
  };

  useEffect(() => {
    if (openId !== null) log.hold("reading");
  }, [openId, log]);
  useActivityCommands({
    held: hold !== null,
    pause: () => log.hold("paused"),
    follow,
    search: () => searchRef.current?.focus(),
    clear: () => setClearing(true),
    exportAll: () => saveExport(filter),
    showRates: () => setByClient(!byClient),
  });

  return (
    <section aria-label={frame.activity} className="flex h-full min-h-0 flex-col">
      <h1 className="sr-only">{frame.activity}</h1>
      <ActivityToolbar
        choice={choice}
        filter={filter}
        log={log}
        hold={hold}
        ready={ready}
        searchRef={searchRef}
        onFilter={onFilter}
        onPause={() => log.hold("paused")}
        onFollow={follow}
        onClear={() => setClearing(true)}
        onExport={() => saveExport(filter)}
        byClient={byClient}
        onByClient={() => setByClient(!byClient)}
        onLeaveSearch={focusList}
      />
      <RateStrip besideDetail={openId !== null} onTime={onFilter} />
      {byClient && (
        <ClientRatesPanel
          onClient={(client) => onFilter({ client })}
          onTime={(span, client) => onFilter({ ...span, client: client ?? undefined })}
        />
      )}
      <SidePane
        id="activity"
        initial={520}
        min={360}
        max={1_000}
        main={
          <LogArea
            log={log}
            filter={filter}
            currentId={currentId}
            openId={openId}
            selection={selection}
            menuOf={menuOf}
            onCurrent={setCurrentId}
            onOpen={onOpen}
            onFollow={follow}
            onFilter={onFilter}
            listRef={listRef}
          />
        }
        pane={
          openId === null ? null : (
            <DetailPane
              id={openId}
              onClose={() => {
                onOpen(null);
                focusList();
              }}
              onFilter={onFilter}
              onOpen={onOpen}
              onReplayed={(row) => {
                // The owner's own action may move the log, unless it is paused; opening the new row holds it again.
                const shown = hold === "paused" ? Promise.resolve() : log.followNow();
                void shown.then(() => onOpen(row.id));
              }}
              onChanged={(rows) => log.replace(rows)}
            />
          )
        }
      />
      {selection.ids.size > 0 && (
        <SelectionBar
          count={selection.ids.size}
          onExport={() => saveExport({ ids: [...selection.ids] })}
          onPin={() => pin.mutate({ ids: [...selection.ids], pinned: true })}
          onClear={selection.clear}
        />
      )}
      <ClearLogDialog
        open={clearing}
        onClose={() => setClearing(false)}
        onCleared={() => {
          log.clear();
          void log.start();
        }}
      />
    </section>
  );
}

interface ActivityCommands {
  readonly held: boolean;
  readonly pause: () => void;
  readonly follow: () => void;
  readonly search: () => void;
  readonly clear: () => void;
  readonly exportAll: () => void;
  /** Shows or hides the rates by client. */
  readonly showRates: () => void;
}

function useActivityCommands(actions: ActivityCommands): void {
  const { held, pause, follow, search, clear, exportAll, showRates } = actions;
  const { common, frame, activity: text } = useText();
  const { shortcuts } = text;
  const group = frame.activity;
  useCommands([
    { id: "activity.search", title: common.searchMessages, group, keys: ["/"], icon: Search, run: search },
    { id: "activity.follow", title: shortcuts.follow, group, keys: ["f"], icon: Play, enabled: held, run: follow },
    // Only displayed as "space": the list handles the key, since on a button Space must press the button.
    { id: "activity.pause", title: shortcuts.pause, group, keys: ["space"], icon: Pause, run: held ? follow : pause },
    { id: "activity.export", title: text.export.action, group, icon: Download, run: exportAll },
    { id: "activity.rates", title: text.clientRates.show, group, icon: ChartNoAxesColumn, run: showRates },
    { id: "activity.clear", title: text.clear.action, group, icon: Trash2, run: clear },
  ]);
}

interface ClearLogDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onCleared: () => void;
}

/** Confirms clearing the log, which cannot be undone. */
function ClearLogDialog({ open, onClose, onCleared }: ClearLogDialogProps) {
  const words = useText().activity.clear;
  const clear = useAction("requests.clear", { done: () => words.done, onSuccess: onCleared });
  return (
    <ConfirmDialog
      open={open}
      title={words.title}
      description={words.description}
      action={words.confirm}
      onConfirm={() => clear.mutate({})}
      onClose={onClose}
    />
  );
}

interface ActivityToolbarProps {
  readonly choice: React.ReactNode;
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
function ActivityToolbar(props: ActivityToolbarProps) {
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
        {props.choice}
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
