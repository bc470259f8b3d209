import clsx from "clsx";
import { type ReactNode, useRef } from "react";
import { useStored } from "../data/use-stored.ts";
import { PaneSeparator } from "./pane-separator.tsx";
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
  const narrow = useNarrow();
  const [width, setWidth] = useStored(`side.${id}`, initial);
  const aside = useRef<HTMLDivElement>(null);
  const clamp = (value: number) => Math.round(Math.min(max, Math.max(min, value)));

  return (
    <div className="relative flex min-h-0 min-w-0 flex-1">
      <div className="flex min-w-0 flex-1 flex-col" inert={narrow && pane !== null}>
        {main}
      </div>
      {pane !== null && (
        <>
          <PaneSeparator
            width={width}
            minimum={min}
            maximum={max}
            pane="right"
            onDrag={(clientX) => setWidth(clamp((aside.current?.getBoundingClientRect().right ?? 0) - clientX))}
            onStep={(delta) => setWidth(clamp(width + delta))}
            onReset={() => setWidth(initial)}
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
