import clsx from "clsx";
import { CircleAlert, CircleSlash } from "lucide-react";
import { memo } from "react";
import type { RequestSummary } from "../../../../electron/core/request-log.ts";
import { useText } from "../../../text/use-text.ts";
import { formatClockTime, formatExactClockTime } from "./clock-time.ts";
import { DurationBar } from "./duration-bar.tsx";
import { LOG_COLUMNS, NOT_NARROWEST, ROW_HEIGHT, WIDE_ONLY, WIDEST_ONLY } from "./log-columns.ts";
import { Sender } from "./sender.tsx";
import { Touched } from "./touched.tsx";

interface LogRowProps {
  readonly row: RequestSummary;
  /** 1-based place in the list, the header counted. */
  readonly rowIndex: number;
  readonly top: number;
  readonly current: boolean;
  readonly open: boolean;
  /** Part of what was chosen for export or pinning. */
  readonly selected: boolean;
  readonly onChoose: (id: number, how: ChoiceKeys) => void;
}

/** The keys held while a row was pressed: a span up to it, or it beside the others. */
export interface ChoiceKeys {
  readonly span: boolean;
  readonly beside: boolean;
}

export function rowElementId(id: number): string {
  return `message-${id}`;
}

/** One message as one line. Errors stand out; everything else recedes. */
export const LogRow = memo(function LogRow({ row, rowIndex, top, current, open, selected, onChoose }: LogRowProps) {
  const text = useText().activity;
  const failed = row.outcome === "error";
  const time = formatClockTime(row.at);
  return (
    <tr
      id={rowElementId(row.id)}
      aria-rowindex={rowIndex}
      aria-selected={open || selected}
      onClick={(event) => onChoose(row.id, { span: event.shiftKey, beside: event.ctrlKey || event.metaKey })}
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
        <Touched row={row} />
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

function Outcome({ row }: { readonly row: RequestSummary }) {
  const text = useText().activity;
  const label = text.outcome[row.outcome];
  if (row.outcome === "ok") {
    return <Cell className="text-sm text-ink-faint">{label}</Cell>;
  }
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

interface CellProps {
  readonly className?: string;
  readonly title?: string | undefined;
  readonly children: React.ReactNode;
}

function Cell({ className, title, children }: CellProps) {
  return (
    <td className={clsx("min-w-0", className)} title={title}>
      {children}
    </td>
  );
}
