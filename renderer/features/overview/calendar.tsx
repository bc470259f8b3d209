import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import { useText } from "../../text/use-text.ts";
import { CalendarDayCell } from "./calendar-day-cell.tsx";
import { dayByKey } from "./calendar-keys.ts";
import { type CalendarDay, WEEKS } from "./calendar-weeks.ts";
import { DayDetail } from "./day-detail.tsx";
import { createDayFormat, formatMonth } from "./format-day.ts";
import { LevelLegend } from "./level-legend.tsx";

interface CalendarProps {
  readonly weeks: readonly (readonly CalendarDay[])[];
  /** What the days are of, as the list's address takes it. */
  readonly filter: Readonly<Record<string, string>>;
  readonly onDay: (day: string) => void;
}

const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6] as const;

/**
 * A year of days, each as dark as it was busy. One day is in the order of focus; arrows go by day and by week, Enter
 * opens the day's memories. What is pointed at or focused is told below.
 */
export function Calendar({ weeks, filter, onDay }: CalendarProps) {
  const text = useText();
  const words = text.overview;
  const grid = useRef<HTMLTableElement>(null);
  const days = weeks.flat();
  const nameOf = useMemo(() => createDayFormat(text.language), [text.language]);
  const today = days.findLast(({ count }) => count !== null)?.day ?? "";
  const [reached, setReached] = useState<string | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const active = days.some(({ day }) => day === reached) ? reached : today;
  const count = days.find(({ day }) => day === shown)?.count ?? null;
  const dayAt = (target: EventTarget) =>
    target instanceof Element ? (target.closest<HTMLElement>("[data-day]")?.dataset.day ?? null) : null;
  const onKeyDown = (event: KeyboardEvent) => {
    const day = dayAt(event.target);
    if (day === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = dayByKey(weeks, day, event.key);
    if (next === null) return;
    event.preventDefault();
    setReached(next);
    grid.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus();
  };
  return (
    <figure className="flex flex-col gap-1.5">
      <table
        ref={grid}
        aria-label={words.calendar}
        className="w-full max-w-220 table-fixed border-separate border-spacing-[2px] text-xs text-ink-faint"
        onKeyDown={onKeyDown}
        onFocus={(event) => setShown(dayAt(event.target))}
        onBlur={() => setShown(null)}
        onPointerMove={(event) => setShown(dayAt(event.target))}
        onPointerLeave={() => setShown(null)}
      >
        <thead aria-hidden>
          <tr>
            <td className="w-8" />
            {weeks.map((week, index) => (
              <td key={week[0]?.day} className="h-4 p-0">
                <span className="absolute -mt-2 whitespace-nowrap">{monthBegunIn(week, index, text.language)}</span>
              </td>
            ))}
          </tr>
        </thead>
        <tbody>
          {WEEKDAYS.map((weekday) => (
            <tr key={weekday}>
              <th scope="row" className="p-0 text-left leading-none font-normal">
                <span className={weekday % 2 === 0 && weekday < 6 ? "" : "sr-only"}>{words.weekdays[weekday]}</span>
              </th>
              {weeks.map((week) => {
                const day = week[weekday];
                return day === undefined || day.count === null ? null : (
                  <CalendarDayCell
                    key={day.day}
                    day={day}
                    words={words.onDay(day.count, nameOf(day.day))}
                    isActive={day.day === active}
                    onOpen={onDay}
                  />
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <figcaption className="flex max-w-220 items-start gap-2 text-sm text-ink-faint">
        <DayDetail
          day={shown}
          words={shown === null ? "" : words.onDay(count ?? 0, nameOf(shown))}
          count={count}
          filter={filter}
        />
        <LevelLegend />
      </figcaption>
    </figure>
  );
}

/** The name of the month that begins in a week; none where it would stand over the edge. */
function monthBegunIn(week: readonly CalendarDay[], index: number, language: string): string | null {
  const first = week.find(({ day }) => day.endsWith("-01"));
  return first === undefined || index > WEEKS - 3 ? null : formatMonth(first.day.slice(0, 7), language);
}
