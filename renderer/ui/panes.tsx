import clsx from "clsx";
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useRef,
  useSyncExternalStore,
} from "react";
import { useStored } from "../data/use-stored.ts";
import { useText } from "../text/use-text.ts";

// Not react-resizable-panels: 49 kB minified, and it has no mode for narrow windows, in which a pane covers the other.

/** Pixels that an arrow key resizes by. */
const STEP = 16;

interface PaneWidth {
  /** The key of the stored width. */
  readonly id: string;
  /** Widths of the sized pane in pixels. */
  readonly initial: number;
  readonly min: number;
  readonly max: number;
}

interface SplitPaneProps extends PaneWidth {
  /** The sized pane. */
  readonly first: ReactNode;
  readonly second: ReactNode;
  /** The pane to show in a window too narrow for both (under 900 px). */
  readonly narrow: "first" | "second";
}

/** Two panes side by side; in a narrow window only one of them. */
export function SplitPane({ first, second, narrow, ...sizes }: SplitPaneProps) {
  const pane = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useStored(`pane.${sizes.id}`, sizes.initial);
  return (
    <div className="flex h-full min-w-0 flex-1">
      <div
        ref={pane}
        style={{ "--pane-width": `${width}px` } as CSSProperties}
        className={clsx(
          "min-w-0 max-wide:flex-1 wide:w-(--pane-width) wide:max-w-[60%] wide:shrink-0",
          narrow === "second" && "max-wide:hidden",
        )}
      >
        {first}
      </div>
      <Separator {...sizes} pane={pane} side="left" width={width} onWidth={setWidth} />
      <div className={clsx("min-w-0 flex-1", narrow === "first" && "max-wide:hidden")}>{second}</div>
    </div>
  );
}

interface SidePaneProps extends PaneWidth {
  readonly main: ReactNode;
  /** The sized pane; null while closed. */
  readonly pane: ReactNode | null;
}

/** A pane that opens next to the main part, which stays mounted. In a narrow window the pane covers the main part. */
export function SidePane({ main, pane, ...sizes }: SidePaneProps) {
  const isNarrow = useNarrow();
  const aside = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useStored(`side.${sizes.id}`, sizes.initial);
  return (
    <div className="relative flex min-h-0 min-w-0 flex-1">
      <div className="flex min-w-0 flex-1 flex-col" inert={isNarrow && pane !== null}>
        {main}
      </div>
      {pane !== null && (
        <>
          <Separator {...sizes} pane={aside} side="right" width={width} onWidth={setWidth} />
          <div
            ref={aside}
            style={{ "--pane-width": `${width}px` } as CSSProperties}
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

interface SeparatorProps extends PaneWidth {
  readonly pane: React.RefObject<HTMLElement | null>;
  /** The side of the separator that the sized pane is on. */
  readonly side: "left" | "right";
  readonly width: number;
  readonly onWidth: (width: number) => void;
}

/** The border of a pane: resizes by pointer or arrow keys, resets by double click. */
function Separator({ pane, side, width, onWidth, initial, min, max }: SeparatorProps) {
  const text = useText();
  const resize = (value: number) => onWidth(Math.round(Math.min(max, Math.max(min, value))));
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const bounds = pane.current?.getBoundingClientRect();
    if (bounds === undefined) return;
    resize(side === "left" ? event.clientX - bounds.left : bounds.right - event.clientX);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const delta = event.key === "ArrowRight" ? STEP : event.key === "ArrowLeft" ? -STEP : 0;
    if (delta === 0) return;
    event.preventDefault();
    resize(width + (side === "left" ? delta : -delta));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a focusable separator is a widget, which <hr> is not
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={text.common.resizePane}
      aria-valuenow={width}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onDoubleClick={() => onWidth(initial)}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
      className="relative w-px shrink-0 cursor-col-resize bg-line transition-colors before:absolute before:inset-y-0 before:-left-1 before:z-10 before:w-2 before:content-[''] hover:bg-accent focus-visible:bg-accent max-wide:hidden"
    />
  );
}

const NARROW = "(max-width: 899.98px)";

/** Whether the window is too narrow for two panes: below the `wide` breakpoint in theme.css. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(NARROW).matches);
}

function subscribe(listener: () => void): () => void {
  const list = matchMedia(NARROW);
  list.addEventListener("change", listener);
  return () => list.removeEventListener("change", listener);
}
