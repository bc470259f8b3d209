import type { KeyboardEvent } from "react";

/** The arrow keys move the focus from row to row: each item of the list has a button with `data-row`. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-row]")];
  const target = rows[rows.findIndex((row) => row.closest("li")?.contains(document.activeElement)) + step];
  if (step !== 0 && target !== undefined) {
    event.preventDefault();
    target.focus();
  }
}
