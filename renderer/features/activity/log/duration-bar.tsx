import clsx from "clsx";
import { durationShare, formatDuration, SLOW_MILLISECONDS } from "./duration.ts";
import { NOT_NARROWEST } from "./log-columns.ts";

interface DurationBarProps {
  readonly milliseconds: number;
}

/** A duration as its figure over a hairline that grows with it. */
export function DurationBar({ milliseconds }: DurationBarProps) {
  const slow = milliseconds >= SLOW_MILLISECONDS;
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
