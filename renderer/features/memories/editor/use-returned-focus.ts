import { useEffect } from "react";

/** Gives the focus back when this goes: to what had it before, or to the memory's page where that is gone too. */
export function useReturnedFocus(): void {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (document.activeElement !== document.body) return;
      const isThere = before instanceof HTMLElement && before !== document.body && before.isConnected;
      const next = isThere ? before : document.querySelector<HTMLElement>("[data-page]");
      next?.focus({ preventScroll: true });
    };
  }, []);
}
