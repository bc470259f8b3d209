import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement, ReactNode } from "react";
import { KeyHint } from "./keys.tsx";

interface TooltipProps {
  readonly content: ReactNode;
  readonly keys?: string;
  readonly side?: "top" | "bottom" | "left" | "right";
  /** The trigger, which must accept a ref and props. */
  readonly children: ReactElement<Record<string, unknown>>;
}

/** Shares the delay between tooltips: after one has opened, the next opens immediately. */
export const TooltipProvider = Base.Provider;

/** A short explanation on hover and keyboard focus. It must not be the only source of the information. */
export function Tooltip({ content, keys, side = "bottom", children }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className="z-50">
          <Base.Popup className="flex max-w-72 items-center gap-2 rounded-md bg-raised px-2 py-1 text-sm text-ink shadow-popup transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0 forced-colors:border">
            {content}
            {keys !== undefined && <KeyHint keys={keys} />}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
