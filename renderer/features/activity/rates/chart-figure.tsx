import clsx from "clsx";
import type { ReactNode } from "react";
import type { ChartSize } from "./chart-paths.ts";

interface ChartFigureProps {
  readonly name: string;
  readonly figure: string;
  readonly note: string;
  /** The chart in words, for those who do not see it. */
  readonly description: string;
  readonly size: ChartSize;
  readonly bad?: boolean;
  readonly className?: string;
  /** The drawn paths. */
  readonly children: ReactNode;
}

/** One small chart with its name and its figure. */
export function ChartFigure({ name, figure, note, description, size, bad, className, children }: ChartFigureProps) {
  return (
    <div className={clsx("flex min-w-0 items-end gap-3 border-l border-line px-3 py-2 first:border-l-0", className)}>
      <div className="w-28 shrink-0">
        <div className="truncate text-xs text-ink-faint">{name}</div>
        <div className={clsx("truncate", bad && "text-bad-text")}>{figure}</div>
        <div className="h-4 truncate text-xs text-ink-faint">{note}</div>
      </div>
      <svg
        role="img"
        aria-label={description}
        viewBox={`0 -1 ${size.width} ${size.height + 2}`}
        preserveAspectRatio="none"
        className="h-8 min-w-0 flex-1"
      >
        <title>{description}</title>
        <line x1={0} x2={size.width} y1={size.height} y2={size.height} className="stroke-line" />
        {children}
      </svg>
    </div>
  );
}
