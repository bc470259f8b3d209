import { type RefObject, useRef } from "react";

const CONTROLS =
  ":is(input, textarea, select, button, a[href], [tabindex]):not(:disabled, [tabindex='-1'], [aria-hidden])";
const TEXT_FIELD = "input:not([type='radio'], [type='checkbox']), textarea";

interface PopupFocus {
  readonly ref: RefObject<HTMLDivElement | null>;
  /** False: the focus is set already. True: the popup sets it. */
  readonly initialFocus: () => boolean;
}

/**
 * Props for a popup of Base UI, which sets the focus one frame after it opens. A key that is pressed before is lost, or
 * runs a command of the page. Here a text field that is the first control gets the focus before the next key.
 */
export function usePopupFocus(): PopupFocus {
  const ref = useRef<HTMLDivElement>(null);
  const initialFocus = () => {
    const first = ref.current?.querySelector<HTMLElement>(CONTROLS);
    if (first?.matches(TEXT_FIELD) !== true) return true;
    first.focus();
    return false;
  };
  return { ref, initialFocus };
}
