import { Autocomplete } from "@base-ui/react/autocomplete";
import { type ReactNode, useRef } from "react";
import { POPUP_STYLE } from "./select.tsx";

const CONTROLS =
  ":is(input, textarea, select, button, a[href], [tabindex]):not(:disabled, [tabindex='-1'], [aria-hidden])";
const TEXT_FIELD = "input:not([type='radio'], [type='checkbox']), textarea";

/**
 * Props for a popup of Base UI, which sets the focus one frame after it opens. A key that is pressed before is lost, or
 * runs a command of the page. Here a text field that is the first control gets the focus before the next key.
 */
export function usePopupFocus() {
  const ref = useRef<HTMLDivElement>(null);
  /** False: the focus is set already. True: the popup sets it. */
  const initialFocus = () => {
    const first = ref.current?.querySelector<HTMLElement>(CONTROLS);
    if (first?.matches(TEXT_FIELD) !== true) return true;
    first.focus();
    return false;
  };
  return { ref, initialFocus };
}

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
