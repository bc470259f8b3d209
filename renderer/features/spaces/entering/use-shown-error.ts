import { type RefObject, useEffect, useRef } from "react";

/** Moves the focus to the field that an error is about, which can be out of view, or shows the message. */
export function useShownError(error: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error === null) return;
    const field = form.current?.querySelector<HTMLElement>(":is(input, textarea)[data-invalid]");
    if (field != null) field.focus();
    else form.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: "nearest" });
  }, [error]);
  return form;
}
