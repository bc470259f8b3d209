import { Dialog as Base } from "@base-ui/react/dialog";
import clsx from "clsx";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { useText } from "../text/use-text.ts";
import { usePopupFocus } from "./use-popup-focus.ts";

export interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** Buttons, the primary one last. */
  readonly footer?: ReactNode;
  readonly size?: "small" | "medium" | "large";
}

const SIZES = { small: "max-w-100", medium: "max-w-140", large: "max-w-220" };

/** A modal dialog. Escape and a click outside close it. */
export function Dialog({ open, onClose, title, description, children, footer, size = "medium" }: DialogProps) {
  const text = useText();
  const focus = usePopupFocus();
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          {...focus}
          className={clsx(
            "fixed top-1/2 left-1/2 z-40 flex max-h-[calc(100vh-48px)] w-[calc(100vw-48px)] -translate-1/2 flex-col rounded-lg bg-raised shadow-dialog outline-hidden transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0 forced-colors:border",
            SIZES[size],
          )}
        >
          <Base.Title className="py-3 pr-12 pl-5 text-base font-semibold">{title}</Base.Title>
          {description !== undefined && (
            <Base.Description className="px-5 pb-3 text-ink-soft">{description}</Base.Description>
          )}
          {children !== undefined && <div className="min-h-0 overflow-y-auto px-5 pb-4">{children}</div>}
          {footer !== undefined && <footer className="flex justify-end gap-2 px-5 pt-1 pb-4">{footer}</footer>}
          {/* Last, so that the first control gets the focus; without a tooltip, so that a single Escape closes the dialog. */}
          <Base.Close
            aria-label={text.common.close}
            className="absolute top-2.5 right-3 flex size-6 items-center justify-center rounded-md text-ink-faint hover:bg-hover hover:text-ink"
          >
            <X size={14} strokeWidth={1.75} aria-hidden />
          </Base.Close>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
