import clsx from "clsx";
import type { ReactNode } from "react";
import type { ChartSize } from "./chart-paths.ts";
import type { ChartWords } from "./describe-rates.ts";

interface ChartFigureProps {
  readonly name: string;
  readonly words: ChartWords;
  readonly size: ChartSize;
  readonly bad?: boolean;
  /** What lies over the drawing. */
  readonly over?: ReactNode;
  /** The drawn paths. */
  readonly children: ReactNode;
}

/** One small chart with its name and its figure. */
export function ChartFigure({ name, words, size, bad, over, children }: ChartFigureProps) {
  return (
    <div className="flex min-w-0 items-end gap-3 border-l border-line px-3 py-2 first:border-l-0 max-wide:flex-col max-wide:items-stretch max-wide:gap-1 max-wide:py-1.5">
      <div className="w-28 shrink-0 max-wide:w-auto">
        <div className="truncate text-xs text-ink-faint">{name}</div>
        <div className={clsx("truncate", bad && "text-bad-text")}>{words.figure}</div>
        <div className="h-4 truncate text-xs text-ink-faint max-wide:hidden">{words.note}</div>
      </div>
      <div className="relative h-8 min-w-0 flex-1 max-wide:h-6 max-wide:flex-none">
        <svg
          role="img"
          aria-label={words.description}
          viewBox={`0 -1 ${size.width} ${size.height + 2}`}
          preserveAspectRatio="none"
          className="h-full w-full"
        >
          <title>{words.description}</title>
          <line x1={0} x2={size.width} y1={size.height} y2={size.height} className="stroke-line" />
          {children}
        </svg>
        {over}
      </div>
    </div>
  );
}
