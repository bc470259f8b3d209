import clsx from "clsx";
import { type ReactNode, useRef } from "react";
import { useStored } from "../data/use-stored.ts";
import { PaneSeparator } from "./pane-separator.tsx";

interface SplitPaneProps {
  /** Names the remembered width. */
  readonly id: string;
  readonly first: ReactNode;
  readonly second: ReactNode;
  /** Widths of the first pane in pixels. */
  readonly initial: number;
  readonly min: number;
  readonly max: number;
  /** Which pane shows when there is room for one only (under 900 px). */
  readonly narrow: "first" | "second";
}

/** Two panes side by side, resized by pointer or arrow keys and remembered; in a narrow window they take turns. */
export function SplitPane({ id, first, second, initial, min, max, narrow }: SplitPaneProps) {
  const [width, setWidth] = useStored(`pane.${id}`, initial);
  const pane = useRef<HTMLDivElement>(null);
  const clamp = (value: number) => Math.round(Math.min(max, Math.max(min, value)));

  return (
    <div className="flex h-full min-w-0 flex-1">
      <div
        ref={pane}
        style={{ "--pane-width": `${width}px` } as React.CSSProperties}
        className={clsx(
          "min-w-0 max-wide:flex-1 wide:w-(--pane-width) wide:max-w-[60%] wide:shrink-0",
          narrow === "second" && "max-wide:hidden",
        )}
      >
        {first}
      </div>
      <PaneSeparator
        width={width}
        minimum={min}
        maximum={max}
        pane="left"
        onDrag={(clientX) => setWidth(clamp(clientX - (pane.current?.getBoundingClientRect().left ?? 0)))}
        onStep={(delta) => setWidth(clamp(width + delta))}
        onReset={() => setWidth(initial)}
      />
      <div className={clsx("min-w-0 flex-1", narrow === "first" && "max-wide:hidden")}>{second}</div>
    </div>
  );
}
