import type { DayEntry } from "./days.ts";

/** The heading of a day in a `VirtualList`, whose options have their own times. */
export function DayHeading({ label }: { readonly label: string }) {
  return (
    <div aria-hidden className="px-2.5 pt-2.5 text-sm font-medium text-ink-faint">
      {label}
    </div>
  );
}

export function isDay({ kind }: DayEntry<unknown>): boolean {
  return kind === "day";
}
