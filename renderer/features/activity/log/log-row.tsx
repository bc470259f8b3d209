import clsx from "clsx";
import { ArrowUpRight, CircleAlert, CircleSlash, Pin, RotateCw } from "lucide-react";
import { memo } from "react";
import { isInjection } from "../../../../electron/core/request-filter.ts";
import type { RequestSummary } from "../../../../electron/core/request-log.ts";
import { useText } from "../../../text/use-text.ts";
import { durationShare, formatClockTime, formatDuration, formatExactClockTime, formatTarget } from "./format.ts";
import { isClientResponse } from "./message.ts";

/** Slower messages are marked. Most take a few milliseconds; half a second is noticeable in a conversation. */
const SLOW_MS = 500;

interface LogRowProps {
  readonly row: RequestSummary;
  /** 1-based, counting the header. */
  readonly rowIndex: number;
  readonly top: number;
  readonly current: boolean;
  readonly open: boolean;
  /** Selected for export or pinning. */
  readonly selected: boolean;
  readonly onSelect: (id: number, keys: SelectionKeys) => void;
}

/** The keys held during a click: `extend` selects up to the row, `toggle` adds or removes it. */
export interface SelectionKeys {
  readonly extend: boolean;
  readonly toggle: boolean;
}

const ROW_ID = "message-";

export function rowElementId(id: number): string {
  return `${ROW_ID}${id}`;
}

/** The id of the message that an element is in; null outside of the rows. */
export function idAt(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest(`tr[id^="${ROW_ID}"]`) : null;
  return row === null ? null : Number(row.id.slice(ROW_ID.length));
}

/** One message as one line. Only errors are emphasised. */
export const LogRow = memo(function LogRow({ row, rowIndex, top, current, open, selected, onSelect }: LogRowProps) {
  const text = useText().activity;
  const failed = row.outcome === "error";
  const time = formatClockTime(row.at);
  return (
    <tr
      id={rowElementId(row.id)}
      aria-rowindex={rowIndex}
      aria-selected={open || selected}
      onClick={(event) => onSelect(row.id, { extend: event.shiftKey, toggle: event.ctrlKey || event.metaKey })}
      style={{ transform: `translateY(${top}px)`, height: ROW_HEIGHT }}
      className={clsx(
        "absolute inset-x-0 top-0 contain-strict",
        LOG_COLUMNS,
        failed && "before:absolute before:inset-y-0 before:left-0 before:w-0.5 before:bg-bad",
        open || selected ? "bg-accent-soft" : current ? "bg-hover" : "hover:bg-hover",
        current && "group-focus-visible/log:shadow-[inset_0_0_0_2px_var(--accent)]",
      )}
    >
      <Cell className="text-sm text-ink-faint" title={formatExactClockTime(row.at)}>
        {time.slice(0, 8)}
        <span className={WIDE_ONLY}>{time.slice(8)}</span>
      </Cell>
      <Cell className={clsx("truncate text-ink-soft", NOT_NARROWEST)} title={row.client?.name}>
        <Sender row={row} />
      </Cell>
      <Cell className={clsx("truncate text-ink-faint", WIDE_ONLY)}>
        {row.method ?? (row.refusal === null ? text.unreadable : text.refusal.various)}
      </Cell>
      <Cell className={clsx("truncate", failed && "font-medium text-bad-text")} title={row.target ?? undefined}>
        <Target row={row} />
      </Cell>
      <Outcome row={row} />
      <Cell>
        {row.direction === "sent" || row.refusal !== null ? null : <DurationBar milliseconds={row.durationMs} />}
      </Cell>
      <Cell className={clsx("truncate text-sm text-ink-faint", WIDEST_ONLY)}>
        {text.transport[row.transport]}
        {row.era !== null && ` · ${row.era}`}
      </Cell>
    </tr>
  );
});

/** The subject of the message, after icons for pinned messages, replays, and messages sent by Recollect. */
function Target({ row }: { readonly row: RequestSummary }) {
  const { common, activity: text } = useText();
  const { refusal, replayOf } = row;
  return (
    <>
      {row.pinned && <Pin size={11} className="mr-1 inline text-accent-text" aria-label={common.pinned} />}
      {replayOf !== null && (
        <RotateCw size={11} className="mr-1 inline text-accent-text" aria-label={text.replayOf(replayOf)} />
      )}
      {row.direction === "sent" && (
        <ArrowUpRight size={12} className="mr-1 inline text-ink-faint" aria-label={text.sent} />
      )}
      {refusal === null ? (
        <TargetName row={row} />
      ) : (
        <>
          {text.refusal.reasons[refusal.reason]}
          {refusal.requests > 1 && ` ${text.refusal.times(refusal.requests)}`}
        </>
      )}
    </>
  );
}

function TargetName({ row }: { readonly row: RequestSummary }) {
  const text = useText().activity;
  const server = row.server !== null && <span className="text-ink-faint"> · {row.server}</span>;
  if (row.target !== null) {
    return (
      <>
        {formatTarget(row.target)}
        {server}
      </>
    );
  }
  return (
    <>
      <span className={clsx("text-ink-soft", NARROW_ONLY)}>{row.method ?? text.unreadable}</span>
      {isClientResponse(row) && <span className="text-ink-faint"> {text.clientResponse}</span>}
      {row.direction === "sent" && (
        <span className={clsx("text-ink-faint", WIDE_ONLY)} aria-hidden>
          {text.sent}
        </span>
      )}
      {server}
    </>
  );
}

function Outcome({ row }: { readonly row: RequestSummary }) {
  const text = useText().activity;
  const label = text.outcome[row.outcome];
  if (isInjection(row)) {
    return (
      <Cell className="truncate text-sm text-accent-text" title={text.added(row.tokensOut)}>
        {text.added(row.tokensOut)}
      </Cell>
    );
  }
  if (row.outcome === "ok") return <Cell className="text-sm text-ink-faint">{label}</Cell>;
  const Icon = row.outcome === "error" ? CircleAlert : CircleSlash;
  return (
    <Cell
      className={clsx(
        "flex items-center gap-1 text-sm font-medium",
        row.outcome === "error" ? "text-bad-text" : "text-warn-text",
      )}
      title={row.errorCode === null ? label : `${label} ${row.errorCode}`}
    >
      <Icon size={13} className="shrink-0" aria-hidden />
      <span className="truncate">
        <span className={row.errorCode === null ? undefined : "sr-only"}>{label} </span>
        {row.errorCode}
      </span>
    </Cell>
  );
}

function DurationBar({ milliseconds }: { readonly milliseconds: number }) {
  const slow = milliseconds >= SLOW_MS;
  return (
    <div className="flex items-center gap-2">
      <div className={clsx("h-1 min-w-0 flex-1 overflow-hidden rounded-full bg-hover", NOT_NARROWEST)} aria-hidden>
        <div
          style={{ width: `${durationShare(milliseconds) * 100}%` }}
          className={clsx("h-full rounded-full", slow ? "bg-warn" : "bg-line-strong")}
        />
      </div>
      <span
        className={clsx(
          "ml-auto w-13 shrink-0 text-right text-sm",
          slow ? "font-medium text-warn-text" : "text-ink-soft",
        )}
      >
        {formatDuration(milliseconds)}
      </span>
    </div>
  );
}

interface CellProps {
  readonly className?: string;
  readonly title?: string;
  readonly children: React.ReactNode;
}

function Cell({ className, title, children }: CellProps) {
  return (
    <td className={clsx("min-w-0", className)} title={title}>
      {children}
    </td>
  );
}

/**
 * The columns of the log, by the width of the list itself, which shares the window with the detail pane. The narrowest
 * list shows time, target, outcome and duration; wider ones add the client, then the method, then the transport.
 */
export const LOG_COLUMNS =
  "grid grid-cols-[60px_minmax(0,1fr)_92px_56px] items-center gap-x-3 px-3.5 @[520px]:grid-cols-[62px_minmax(72px,0.6fr)_minmax(0,1.4fr)_118px_100px] @[820px]:grid-cols-[92px_minmax(84px,132px)_minmax(84px,170px)_minmax(0,1fr)_124px_124px] @[1000px]:grid-cols-[92px_minmax(84px,140px)_minmax(84px,190px)_minmax(0,1fr)_124px_124px_92px]";

/** Shown from 1000 px. */
export const WIDEST_ONLY = "@max-[1000px]:hidden";
/** Shown from 820 px. */
export const WIDE_ONLY = "@max-[820px]:hidden";
/** Shown from 520 px. */
export const NOT_NARROWEST = "@max-[520px]:hidden";
/** Shown below 820 px, at which the method has no column. */
const NARROW_ONLY = "@min-[820px]:hidden";

export const ROW_HEIGHT = 28;
/** With the line below it. */
export const HEADER_HEIGHT = 25;

/** The client's name; for a refused request the name it claims, in quotes. */
export function Sender({ row: { client, refusal } }: { readonly row: RequestSummary }) {
  const text = useText().activity;
  if (client !== null) return client.name;
  if (refusal === null || refusal.claimed === null) return <span className="text-ink-faint">{text.unknownClient}</span>;
  return (
    <span className="text-ink-faint" title={text.refusal.claimedLong(refusal.claimed)}>
      {text.refusal.claimed(refusal.claimed)}
    </span>
  );
}
