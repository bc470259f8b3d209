import { memo } from "react";
import type { CalendarDay } from "./calendar-weeks.ts";
import { STRENGTH } from "./level-legend.tsx";

interface CalendarDayCellProps {
  readonly day: CalendarDay;
  /** The day and how many memories it holds, in words. */
  readonly words: string;
  /** Whether it is the one day in the order of focus. */
  readonly isActive: boolean;
  readonly onOpen: (day: string) => void;
}

/** One day: its name and count in words for who does not see its darkness. */
export const CalendarDayCell = memo(function CalendarDayCell({
  day: one,
  words,
  isActive,
  onOpen,
}: CalendarDayCellProps) {
  const { day, count, level } = one;
  const isEmpty = (count ?? 0) === 0;
  return (
    <td className="p-0">
      <button
        type="button"
        data-day={day}
        tabIndex={isActive ? 0 : -1}
        aria-label={words}
        aria-disabled={isEmpty}
        onClick={() => !isEmpty && onOpen(day)}
        className="block aspect-square w-full rounded-[2.5px] bg-line contrast-more:bg-transparent contrast-more:shadow-[inset_0_0_0_1px_var(--line)] hover:outline hover:outline-ink-faint focus-visible:outline-2 focus-visible:outline-ink forced-colors:border"
      >
        {level > 0 && (
          <span
            className="block size-full rounded-[2.5px] bg-accent forced-colors:bg-[Highlight]"
            style={{ opacity: STRENGTH[level] }}
          />
        )}
      </button>
    </td>
  );
});
