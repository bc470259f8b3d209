import type { KeyboardEvent } from "react";

/** The arrow keys move the focus from one button to the next in an element. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  const rows = [...event.currentTarget.querySelectorAll("button")];
  const target = rows[rows.findIndex((row) => row.contains(document.activeElement)) + step];
  if (step !== 0 && target !== undefined) {
    event.preventDefault();
    target.focus();
  }
}
