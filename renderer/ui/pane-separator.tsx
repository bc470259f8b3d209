import type { KeyboardEvent, PointerEvent } from "react";
import { useText } from "../text/use-text.ts";

/** Pixels that an arrow key moves the border by. */
const STEP = 16;

interface PaneSeparatorProps {
  readonly width: number;
  readonly minimum: number;
  readonly maximum: number;
  /** Which side of the border the pane of that width is on. */
  readonly pane: "left" | "right";
  /** Where the pointer is, in pixels from the left of the window. */
  readonly onDrag: (clientX: number) => void;
  /** By how much the pane is to grow, in pixels; negative: to shrink. */
  readonly onStep: (delta: number) => void;
  readonly onReset: () => void;
}

/** The border between two panes: dragged, moved by the arrow keys, set back by a double click. */
export function PaneSeparator({ width, minimum, maximum, pane, onDrag, onStep, onReset }: PaneSeparatorProps) {
  const text = useText();
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) onDrag(event.clientX);
  };
  const step = (event: KeyboardEvent) => {
    const right = event.key === "ArrowRight" ? STEP : event.key === "ArrowLeft" ? -STEP : 0;
    if (right === 0) return;
    event.preventDefault();
    onStep(pane === "left" ? right : -right);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved is a widget, which <hr> is not
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={text.common.resizePane}
      aria-valuenow={width}
      aria-valuemin={minimum}
      aria-valuemax={maximum}
      tabIndex={0}
      onKeyDown={step}
      onDoubleClick={onReset}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      className="relative w-px shrink-0 cursor-col-resize bg-line transition-colors before:absolute before:inset-y-0 before:-left-1 before:z-10 before:w-2 before:content-[''] hover:bg-accent focus-visible:bg-accent max-wide:hidden"
    />
  );
}
