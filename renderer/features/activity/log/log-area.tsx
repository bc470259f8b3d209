import { useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import clsx from "clsx";
import { Activity, ArrowUp, Unplug } from "lucide-react";
import { type KeyboardEvent, useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import type { RequestFilter } from "../../../../electron/core/request-filter.ts";
import { LOG_KEEPS, type RequestSummary } from "../../../../electron/core/request-log.ts";
import { useNavigation } from "../../../navigation/navigation.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { ContextMenu, type MenuEntry } from "../../../ui/menu.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../../ui/states.tsx";
import { stepsOf } from "../../../ui/virtual-list.tsx";
import { isFiltered, NO_FILTER } from "../filters/request-filter.ts";
import type { LiveLog, LogSnapshot } from "./live-log.ts";
import {
  HEADER_HEIGHT,
  idAt,
  LOG_COLUMNS,
  LogRow,
  NOT_NARROWEST,
  ROW_HEIGHT,
  rowElementId,
  type SelectionKeys,
  WIDE_ONLY,
  WIDEST_ONLY,
} from "./log-row.tsx";
import type { LogSelection } from "./log-selection.tsx";
import { useLogValue } from "./use-live-log.ts";

interface LogAreaProps extends Omit<LogListProps, "snapshot" | "filtered"> {
  readonly filter: RequestFilter;
  readonly onFilter: (filter: RequestFilter) => void;
  /** The entries of the context menu of a message. */
  readonly menuOf: (row: RequestSummary) => readonly MenuEntry[];
}

/** The log, and above it the number of new messages. */
export function LogArea({ menuOf, ...props }: LogAreaProps) {
  const { log, currentId, onFollow } = props;
  const [pointed, setPointed] = useState<RequestSummary | null>(null);
  const point = (target: EventTarget) => {
    log.hold("reading");
    const id = idAt(target) ?? currentId;
    setPointed(log.snapshot.rows.find((row) => row.id === id) ?? null);
  };
  return (
    <ContextMenu
      entries={pointed === null ? [] : menuOf(pointed)}
      onOpen={(event) => point(event.target)}
      render={<div className="relative flex min-h-0 flex-1 flex-col" />}
    >
      <LogContent {...props} />
      <WaitingLine log={log} onFollow={onFollow} />
    </ContextMenu>
  );
}

/** The list, or its loading, error, empty or no-match state. */
function LogContent({ filter, onFilter, ...list }: Omit<LogAreaProps, "menuOf">) {
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

interface LogListProps {
  readonly log: LiveLog;
  readonly snapshot: LogSnapshot;
  readonly filtered: boolean;
  /** The row under the keyboard cursor. */
  readonly currentId: number | null;
  readonly openId: number | null;
  readonly selection: LogSelection;
  readonly onCurrent: (id: number | null) => void;
  readonly onOpen: (id: number | null) => void;
  readonly onFollow: () => void;
  readonly listRef: React.RefObject<HTMLTableElement | null>;
}

/** Rows rendered beyond the visible ones, so that a fast scroll shows no blank lines. */
const OVERSCAN = 4;
/** Older rows are loaded when fewer than this many are left below: about two screens. */
const READ_AHEAD = 40;

/** The log as a virtual grid. Focus stays on the grid; `aria-activedescendant` names the current row. */
function LogList(props: LogListProps) {
  const { log, snapshot, filtered, currentId, openId, selection, onCurrent, onOpen, listRef } = props;
  const text = useText().activity;
  const { rows } = snapshot;
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    scrollMargin: HEADER_HEIGHT,
    scrollPaddingStart: HEADER_HEIGHT,
  });
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;

  useEffect(() => {
    if (rows.length > 0 && last >= rows.length - READ_AHEAD && snapshot.older === "more" && snapshot.hold !== null) {
      void log.loadOlder();
    }
  }, [log, last, rows.length, snapshot.older, snapshot.hold]);
  useEffect(() => {
    if (snapshot.hold === null) scroller.current?.scrollTo({ top: 0 });
  }, [snapshot.hold]);

  const onKeyDown = useLogKeys({ ...props, focusList: () => listRef.current?.focus(), virtualizer });
  const followAtTop = useEffectEvent(() => {
    const atTop = (scroller.current?.scrollTop ?? 0) <= ROW_HEIGHT / 2;
    if (!atTop) log.hold("reading");
    else if (snapshot.hold === "reading" && currentId === null && openId === null) log.follow();
  });
  useEffect(() => {
    if (currentId === null && openId === null) followAtTop();
  }, [currentId, openId]);
  const select = (id: number, { extend, toggle }: SelectionKeys) => {
    if (!extend && !toggle) {
      selection.clear();
      onOpen(id);
      return;
    }
    log.hold("reading");
    onCurrent(id);
    if (extend) selection.extendTo(id, rows, currentId ?? openId);
    else selection.toggle(id, openId);
  };
  // A stable function, so that the memoized rows render only when their own data changes.
  const latestSelect = useRef(select);
  useEffect(() => {
    latestSelect.current = select;
  });
  const onSelect = useCallback((id: number, keys: SelectionKeys) => latestSelect.current(id, keys), []);
  const currentIsRendered = items.some((item) => rows[item.index]?.id === currentId);

  return (
    <div
      ref={scroller}
      data-unmarked={currentIsRendered ? undefined : ""}
      onScroll={() => followAtTop()}
      className="@container min-h-0 flex-1 overflow-y-auto outline-accent [overflow-anchor:none] data-unmarked:has-[table:focus-visible]:outline-2 data-unmarked:has-[table:focus-visible]:-outline-offset-2"
    >
      <table
        ref={listRef}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the grid pattern of the ARIA guide is a table
        role="grid"
        aria-label={text.log}
        aria-multiselectable
        aria-rowcount={snapshot.older === "end" ? rows.length + 1 : -1}
        aria-activedescendant={currentId !== null && currentIsRendered ? rowElementId(currentId) : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
        className="group/log block outline-hidden"
      >
        <LogHeader />
        <tbody className="relative block" style={{ height: rows.length * ROW_HEIGHT }}>
          {items.map((item) => {
            const row = rows[item.index];
            return row === undefined ? null : (
              // Keyed by index, not by id: under load, updating the text of existing lines is far cheaper than new
              // lines.
              <LogRow
                key={item.key}
                row={row}
                rowIndex={item.index + 2}
                top={item.start - HEADER_HEIGHT}
                current={row.id === currentId}
                open={row.id === openId}
                selected={selection.ids.has(row.id)}
                onSelect={onSelect}
              />
            );
          })}
        </tbody>
      </table>
      <OlderLine older={snapshot.older} filtered={filtered} onRetry={() => void log.loadOlder()} />
    </div>
  );
}

function LogHeader() {
  const { columns } = useText().activity;
  const names = [
    { name: columns.time, className: "" },
    { name: columns.client, className: NOT_NARROWEST },
    { name: columns.method, className: WIDE_ONLY },
    { name: columns.target, className: "" },
    { name: columns.outcome, className: "" },
    { name: columns.duration, className: "text-right" },
    { name: columns.transport, className: WIDEST_ONLY },
  ];
  return (
    <thead className="sticky top-0 z-1 block border-b border-line bg-panel">
      <tr aria-rowindex={1} className={clsx("h-6", LOG_COLUMNS)}>
        {names.map(({ name, className }) => (
          <th
            key={name}
            scope="col"
            className={clsx("truncate text-left text-xs font-normal text-ink-faint", className)}
          >
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface OlderLineProps {
  readonly older: LogSnapshot["older"];
  readonly filtered: boolean;
  readonly onRetry: () => void;
}

/** The end of the list: whether older messages are loading, could not be loaded, or are all shown. */
function OlderLine({ older, filtered, onRetry }: OlderLineProps) {
  const text = useText();
  const words = text.activity.older;
  return (
    <div className="flex h-9 items-center justify-center gap-2 text-sm text-ink-faint">
      {older === "end" && (
        <span className="truncate px-3">
          {filtered ? words.endOfMatches : words.end(LOG_KEEPS.rows, LOG_KEEPS.days, LOG_KEEPS.pinnedRows)}
        </span>
      )}
      {older === "loading" && words.loading}
      {older === "failed" && (
        <>
          {words.failed}
          <Button size="small" onClick={onRetry}>
            {text.common.retry}
          </Button>
        </>
      )}
    </div>
  );
}

interface LogKeys extends Omit<LogListProps, "filtered" | "listRef"> {
  readonly focusList: () => void;
  readonly virtualizer: Virtualizer<HTMLDivElement, Element>;
}

type Pressed = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "preventDefault">;

/** Rows that Page Up and Page Down move by. */
const PAGE_ROWS = 15;

/**
 * The keys of the log: arrows move and, with Shift, select; Enter opens, Escape closes, Space pauses or follows. They
 * also work while nothing has focus, such as right after Activity was opened.
 */
function useLogKeys(keys: LogKeys): (event: KeyboardEvent) => void {
  const { currentId, openId, selection, log, snapshot, virtualizer } = keys;
  const { rows } = snapshot;
  const current = rows.findIndex((row) => row.id === currentId);

  const moveTo = (index: number, extend = false) => {
    const target = Math.min(rows.length - 1, Math.max(0, index));
    const row = rows[target];
    if (row === undefined) return;
    log.hold("reading");
    keys.onCurrent(row.id);
    virtualizer.scrollToIndex(target);
    if (extend) selection.extendTo(row.id, rows, currentId ?? openId);
    else if (openId !== null) keys.onOpen(row.id);
  };
  const goBack = () => {
    if (selection.ids.size > 0) selection.clear();
    else if (openId !== null) keys.onOpen(null);
    else keys.onCurrent(null);
  };
  const openCurrent = () => {
    if (currentId !== null) keys.onOpen(currentId);
  };
  const pauseOrFollow = () => {
    if (snapshot.hold === null) log.hold("paused");
    else keys.onFollow();
  };
  const selectAll = () => {
    log.hold("reading");
    selection.all(rows);
  };
  const actionFor = (event: Pressed): (() => void) | null => {
    const steps = stepsOf(event, PAGE_ROWS, rows.length);
    if (steps !== 0) return () => moveTo(current + steps, event.shiftKey && Math.abs(steps) === 1);
    switch (event.key) {
      case "Enter":
        return openCurrent;
      case "Escape":
        return goBack;
      case " ":
        return pauseOrFollow;
      default:
        return null;
    }
  };

  const act = (event: Pressed) => {
    const modified = event.ctrlKey || event.metaKey;
    const all = modified && !event.altKey && event.key === "a" ? selectAll : null;
    const action = modified || event.altKey ? all : actionFor(event);
    if (action === null) return false;
    event.preventDefault();
    action();
    return true;
  };
  const actWithoutFocus = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const unfocused = document.activeElement === document.body && !event.defaultPrevented;
    if (unfocused && act(event)) keys.focusList();
  });
  useEffect(() => {
    const listener = (event: globalThis.KeyboardEvent) => actWithoutFocus(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);

  return (event) => {
    if (event.target === event.currentTarget) act(event);
  };
}
