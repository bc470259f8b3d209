import { useState } from "react";
import { useText } from "../../text/use-text.ts";
import { type CalendarDay, WEEKS } from "./calendar-weeks.ts";
import { formatDay, formatMonth } from "./format-day.ts";

interface CalendarProps {
  readonly weeks: readonly (readonly CalendarDay[])[];
  readonly onDay: (day: string) => void;
}

const CELL = 11;
const STEP = 13;
const LEFT = 30;
const TOP = 18;
/** Of the accent, by level; the empty day is a line's grey. */
const STRENGTH = [0, 0.3, 0.52, 0.76, 1];

/** A year of days, each as dark as it was busy. The table below it says the same in figures. */
export function Calendar({ weeks, onDay }: CalendarProps) {
  const text = useText();
  const words = text.overview;
  const [pointed, setPointed] = useState<CalendarDay | null>(null);
  const dayAt = (target: EventTarget): CalendarDay | null => {
    const day = target instanceof SVGElement ? target.dataset.day : undefined;
    return weeks.flat().find((one) => one.day === day) ?? null;
  };
  return (
    <figure className="flex flex-col gap-1">
      <svg
        aria-hidden
        viewBox={`0 0 ${LEFT + WEEKS * STEP} ${TOP + 7 * STEP}`}
        className="w-full max-w-220"
        onPointerMove={(event) => setPointed(dayAt(event.target))}
        onPointerLeave={() => setPointed(null)}
        onClick={(event) => {
          const day = dayAt(event.target);
          if (day !== null && (day.count ?? 0) > 0) onDay(day.day);
        }}
      >
        {weeks.map((week, index) => {
          const first = week.find(({ day }) => day.endsWith("-01"));
          return first === undefined || index > WEEKS - 3 ? null : (
            <text key={first.day} x={LEFT + index * STEP} y={10} className="fill-ink-faint text-[10px]">
              {formatMonth(first.day.slice(0, 7), text.language)}
            </text>
          );
        })}
        {[0, 2, 4].map((weekday) => (
          <text key={weekday} x={0} y={TOP + weekday * STEP + 9} className="fill-ink-faint text-[10px]">
            {words.weekdays[weekday]}
          </text>
        ))}
        {weeks.map((week, index) =>
          week.map(({ day, count, level }, weekday) =>
            count === null ? null : (
              <rect
                key={day}
                data-day={day}
                x={LEFT + index * STEP}
                y={TOP + weekday * STEP}
                width={CELL}
                height={CELL}
                rx={2.5}
                className={
                  level === 0
                    ? "fill-line"
                    : "cursor-pointer fill-accent hover:stroke-ink forced-colors:fill-[Highlight]"
                }
                fillOpacity={level === 0 ? 1 : STRENGTH[level]}
              />
            ),
          ),
        )}
      </svg>
      <figcaption className="flex h-5 max-w-220 items-center gap-2 text-sm text-ink-faint">
        <span className="flex-1">
          {pointed?.count == null ? words.hint : words.onDay(pointed.count, formatDay(pointed.day, text.language))}
        </span>
        <span aria-hidden className="flex items-center gap-1 max-[700px]:hidden">
          {words.less}
          {STRENGTH.map((strength) => (
            <svg key={strength} width={CELL} height={CELL} role="presentation">
              <rect
                width={CELL}
                height={CELL}
                rx={2.5}
                className={strength === 0 ? "fill-line" : "fill-accent"}
                fillOpacity={strength === 0 ? 1 : strength}
              />
            </svg>
          ))}
          {words.more}
        </span>
      </figcaption>
    </figure>
  );
}
