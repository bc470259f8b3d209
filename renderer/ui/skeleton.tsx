import clsx from "clsx";
import { useText } from "../text/use-text.ts";
import { useDelayed } from "./use-delayed.ts";

const WIDTHS = ["w-4/5", "w-3/5", "w-2/3", "w-11/12", "w-1/2"];

export interface SkeletonProps {
  readonly rows?: number;
  /** `lines` of a page, or two-line `rows` of a list. */
  readonly shape?: "lines" | "rows";
}

/** A placeholder for content that is loading, shown after a delay. */
export function Skeleton({ rows = 8, shape = "rows" }: SkeletonProps) {
  const text = useText();
  const due = useDelayed();
  if (!due) return null;
  return (
    <div role="status" aria-label={text.common.loading} className="flex animate-pulse flex-col gap-3 p-4">
      {Array.from({ length: rows }, (_, index) => ({ id: `row ${index}`, width: WIDTHS[index % WIDTHS.length] })).map(
        ({ id, width }) => (
          <div key={id} className="flex flex-col gap-2">
            <div className={clsx("h-2.5 rounded-sm bg-line", width)} />
            {shape === "rows" && <div className="h-2 w-1/3 rounded-sm bg-line" />}
          </div>
        ),
      )}
    </div>
  );
}
