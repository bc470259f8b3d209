import { Autocomplete } from "@base-ui/react/autocomplete";
import type { ReactNode } from "react";
import { POPUP_STYLE } from "./select.tsx";

interface CompletionPopupProps {
  readonly open: boolean;
  /** An `Autocomplete.List`. */
  readonly children: ReactNode;
}

/**
 * Completions below a field. Not `Autocomplete.Popup`, which hides the rest of the page from assistive technology while
 * it is open, although the page remains usable.
 */
export function CompletionPopup({ open, children }: CompletionPopupProps) {
  if (!open) return null;
  return (
    <Autocomplete.Portal>
      <Autocomplete.Positioner className="z-50" sideOffset={4} align="start">
        <div className={POPUP_STYLE}>{children}</div>
      </Autocomplete.Positioner>
    </Autocomplete.Portal>
  );
}
