import { useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useEffectEvent, useRef } from "react";
import { useText } from "../../../text/use-text.ts";
import type { LiveLog, LogSnapshot } from "./live-log.ts";
import { HEADER_HEIGHT, ROW_HEIGHT } from "./log-columns.ts";
import { LogHeader } from "./log-header.tsx";
import { type ChoiceKeys, LogRow, rowElementId } from "./log-row.tsx";
import { OlderLine } from "./older-line.tsx";
import { useLogKeys } from "./use-log-keys.ts";
import type { LogSelection } from "./use-log-selection.ts";

interface LogListProps {
  readonly log: LiveLog;
  readonly snapshot: LogSnapshot;
  readonly filtered: boolean;
  /** The row the keyboard is on. */
  readonly currentId: number | null;
  readonly openId: number | null;
  readonly selection: LogSelection;
  readonly onCurrent: (id: number | null) => void;
  readonly onOpen: (id: number | null) => void;
  readonly onFollow: () => void;
  readonly listRef: React.RefObject<HTMLTableElement | null>;
}

/** Rows shown beyond the edges, so that a fast scroll meets no blank. */
const OVERSCAN = 4;
/** This many rows before the end, older ones are asked for. */
const READ_AHEAD = 40;

/** The log as a virtual grid: focus stays on the grid, which names its current row. */
export function LogList({
  log,
  snapshot,
  filtered,
  currentId,
  openId,
  selection,
  onCurrent,
  onOpen,
  onFollow,
  listRef,
}: LogListProps) {
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

  const onKeyDown = useLogKeys({
    rows,
    currentId,
    openId,
    selection,
    onCurrent,
    onOpen,
    onFollow,
    focusList: () => listRef.current?.focus(),
    log,
    snapshot,
    virtualizer,
  });
  const followAgainAtTop = useEffectEvent(() => {
    const atTop = (scroller.current?.scrollTop ?? 0) <= ROW_HEIGHT / 2;
    if (!atTop) log.hold("reading");
    else if (snapshot.hold === "reading" && currentId === null && openId === null) log.follow();
  });
  useEffect(() => {
    if (currentId === null && openId === null) followAgainAtTop();
  }, [currentId, openId]);
  const choose = (id: number, { span, beside }: ChoiceKeys) => {
    if (!span && !beside) {
      selection.clear();
      onOpen(id);
      return;
    }
    log.hold("reading");
    onCurrent(id);
    if (span) selection.extendTo(id, rows, currentId ?? openId);
    else selection.toggle(id, openId);
  };
  // The rows are drawn again only for what they show: the function they hold stays the same.
  const latestChoose = useRef(choose);
  useEffect(() => {
    latestChoose.current = choose;
  });
  const onChoose = useCallback((id: number, keys: ChoiceKeys) => latestChoose.current(id, keys), []);
  const currentIsDrawn = items.some((item) => rows[item.index]?.id === currentId);

  return (
    <div
      ref={scroller}
      data-unmarked={currentIsDrawn ? undefined : ""}
      onScroll={() => followAgainAtTop()}
      className="@container min-h-0 flex-1 overflow-y-auto outline-accent [overflow-anchor:none] data-unmarked:has-[table:focus-visible]:outline-2 data-unmarked:has-[table:focus-visible]:-outline-offset-2"
    >
      <table
        ref={listRef}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the grid pattern of the ARIA guide is a table
        role="grid"
        aria-label={text.log}
        aria-multiselectable
        aria-rowcount={snapshot.older === "end" ? rows.length + 1 : -1}
        aria-activedescendant={currentId !== null && currentIsDrawn ? rowElementId(currentId) : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
        className="group/log block outline-hidden"
      >
        <LogHeader />
        <tbody className="relative block" style={{ height: rows.length * ROW_HEIGHT }}>
          {items.map((item) => {
            const row = rows[item.index];
            return row === undefined ? null : (
              // By place, not by id: in a flood the same lines take new words, which is far cheaper than new lines.
              <LogRow
                key={item.key}
                row={row}
                rowIndex={item.index + 2}
                top={item.start - HEADER_HEIGHT}
                current={row.id === currentId}
                open={row.id === openId}
                selected={selection.ids.has(row.id)}
                onChoose={onChoose}
              />
            );
          })}
        </tbody>
      </table>
      <OlderLine older={snapshot.older} filtered={filtered} onRetry={() => void log.loadOlder()} />
    </div>
  );
}
