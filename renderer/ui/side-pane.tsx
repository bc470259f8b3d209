import clsx from "clsx";
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from "react";
import { useStored } from "../data/use-stored.ts";
import { useText } from "../text/use-text.ts";
import { useNarrow } from "./use-narrow.ts";

interface SidePaneProps {
  /** Names the remembered width. */
  readonly id: string;
  readonly main: ReactNode;
  /** What opens beside it; null while closed. */
  readonly pane: ReactNode | null;
  /** Widths of the pane in pixels. */
  readonly initial: number;
  readonly min: number;
  readonly max: number;
}

/**
 * A pane that opens beside what is there and closes again. The main part stays mounted with its scroll and focus; in a
 * narrow window the pane covers it. Resized by pointer or arrow keys and remembered.
 */
export function SidePane({ id, main, pane, initial, min, max }: SidePaneProps) {
  const text = useText();
  const narrow = useNarrow();
  const [width, setWidth] = useStored(`side.${id}`, initial);
  const aside = useRef<HTMLDivElement>(null);
  const clamp = (value: number) => Math.round(Math.min(max, Math.max(min, value)));

  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const right = aside.current?.getBoundingClientRect().right ?? 0;
    setWidth(clamp(right - event.clientX));
  };
  const step = (event: KeyboardEvent) => {
    const delta = event.key === "ArrowLeft" ? 16 : event.key === "ArrowRight" ? -16 : 0;
    if (delta === 0) return;
    event.preventDefault();
    setWidth(clamp(width + delta));
  };

  return (
    <div className="relative flex min-h-0 min-w-0 flex-1">
      <div className="flex min-w-0 flex-1 flex-col" inert={narrow && pane !== null}>
        {main}
      </div>
      {pane !== null && (
        <>
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
          <div
            ref={aside}
            style={{ "--pane-width": `${width}px` } as React.CSSProperties}
            className={clsx(
              "flex min-w-0 flex-col bg-canvas",
              "wide:w-(--pane-width) wide:max-w-[min(65%,calc(100%-360px))] wide:shrink-0 max-wide:absolute max-wide:inset-0 max-wide:z-10",
            )}
          >
            {pane}
          </div>
        </>
      )}
    </div>
  );
}
