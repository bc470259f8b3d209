import clsx from "clsx";
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from "react";
import { useStored } from "../data/use-stored.ts";
import { useText } from "../text/use-text.ts";

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
  const text = useText();
  const [width, setWidth] = useStored(`pane.${id}`, initial);
  const pane = useRef<HTMLDivElement>(null);
  const clamp = (value: number) => Math.round(Math.min(max, Math.max(min, value)));

  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const left = pane.current?.getBoundingClientRect().left ?? 0;
    setWidth(clamp(event.clientX - left));
  };
  const step = (event: KeyboardEvent) => {
    const delta = event.key === "ArrowLeft" ? -16 : event.key === "ArrowRight" ? 16 : 0;
    if (delta === 0) return;
    event.preventDefault();
    setWidth(clamp(width + delta));
  };

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
      {/* biome-ignore lint/a11y/useSemanticElements: a separator that can be moved is a widget, which <hr> is not */}
      <div
        role="separator"
        aria-orientation="vertical"
        aria-label={text.common.resizePane}
        aria-valuenow={width}
        aria-valuemin={min}
        aria-valuemax={max}
        tabIndex={0}
        onKeyDown={step}
        onDoubleClick={() => setWidth(initial)}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        className="relative w-px shrink-0 cursor-col-resize bg-line transition-colors before:absolute before:inset-y-0 before:-left-1 before:z-10 before:w-2 before:content-[''] hover:bg-accent focus-visible:bg-accent max-wide:hidden"
      />
      <div className={clsx("min-w-0 flex-1", narrow === "first" && "max-wide:hidden")}>{second}</div>
    </div>
  );
}
