import { type KeyboardEvent, memo, useMemo, useRef, useState } from "react";
import type { FacetCount } from "../../../electron/core/ports.ts";
import type { Text } from "../../../electron/text/en.ts";
import { useBridgeQuery } from "../../data/use-bridge.tsx";
import { useText } from "../../text/use-text.ts";
import { OneLine } from "../../ui/inline-text.tsx";
import { useDelayed } from "../../ui/states.tsx";
import { parseQuery, toFilter } from "../memories/query/memory-query.ts";
import { type CalendarDay, createDayFormat, dayByKey, formatMonth, WEEKS } from "./calendar-days.ts";

interface CalendarProps {
  readonly weeks: readonly (readonly CalendarDay[])[];
  /** The domain and namespace shown, as parameters of a list's address. */
  readonly filter: Readonly<Record<string, string>>;
  readonly onDay: (day: string) => void;
}

const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6] as const;

/**
 * A year of days; the darker a day, the more captures. One day is in the tab order. Arrow keys move by day and by week,
 * Enter opens the day's memories. The caption describes the day under the pointer or with the focus.
 */
export function Calendar({ weeks, filter, onDay }: CalendarProps) {
  const text = useText();
  const words = text.timeline;
  const grid = useRef<HTMLTableElement>(null);
  const days = weeks.flat();
  const nameOf = useMemo(() => createDayFormat(text.language), [text.language]);
  const today = days.findLast(({ count }) => count !== null)?.day ?? "";
  const [focused, setFocused] = useState<string | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const active = days.some(({ day }) => day === focused) ? focused : today;
  const count = days.find(({ day }) => day === shown)?.count ?? null;
  const dayAt = (target: EventTarget) =>
    target instanceof Element ? (target.closest<HTMLElement>("[data-day]")?.dataset.day ?? null) : null;
  const onKeyDown = (event: KeyboardEvent) => {
    const day = dayAt(event.target);
    if (day === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = dayByKey(weeks, day, event.key);
    if (next === null) return;
    event.preventDefault();
    setFocused(next);
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
                <span className="absolute -mt-2 whitespace-nowrap">{monthStartingIn(week, index, text.language)}</span>
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

/** The name of the month that starts in a week; null near the right edge, at which it does not fit. */
function monthStartingIn(week: readonly CalendarDay[], index: number, language: string): string | null {
  const first = week.find(({ day }) => day.endsWith("-01"));
  return first === undefined || index > WEEKS - 3 ? null : formatMonth(first.day.slice(0, 7), language);
}

interface CalendarDayCellProps {
  readonly day: CalendarDay;
  /** The day and its number of memories, as text. */
  readonly words: string;
  /** Whether it is the day in the tab order. */
  readonly isActive: boolean;
  readonly onOpen: (day: string) => void;
}

/** One day of the calendar. Its label has the date and count for assistive technology. */
const CalendarDayCell = memo(function CalendarDayCell({ day: one, words, isActive, onOpen }: CalendarDayCellProps) {
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

/** Opacity of the accent colour by level; an empty day is grey. */
const STRENGTH = [0, 0.3, 0.52, 0.76, 1] as const;

/** The colours of the levels. */
function LevelLegend() {
  const words = useText().timeline;
  return (
    <span aria-hidden className="flex items-center gap-1 max-[700px]:hidden">
      {words.less}
      {STRENGTH.map((strength) => (
        <span
          key={strength}
          className="size-2.75 rounded-[2.5px] bg-line contrast-more:bg-transparent contrast-more:shadow-[inset_0_0_0_1px_var(--line)] forced-colors:border"
        >
          {strength > 0 && (
            <span
              className="block size-full rounded-[2.5px] bg-accent forced-colors:bg-[Highlight]"
              style={{ opacity: strength }}
            />
          )}
        </span>
      ))}
      {words.more}
    </span>
  );
}

interface DayDetailProps {
  /** The day under the pointer or with the focus; null if there is none. */
  readonly day: string | null;
  /** The day and its number of memories, as text. */
  readonly words: string;
  readonly count: number | null;
  readonly filter: Readonly<Record<string, string>>;
}

/** Maximum number of namespaces and of domains named. */
const MAX_NAMES = 4;
/** A pointer that crosses a day faster than this does not request its counts. */
const HOVER_DELAY_MS = 120;

/** The counts of a day by namespace and domain, or the hint. Always two lines high, so that nothing moves. */
function DayDetail({ day, words, count, filter }: DayDetailProps) {
  const { hint } = useText().timeline;
  return (
    <span className="min-h-9 min-w-0 flex-1">
      {day === null || count === null ? (
        hint
      ) : (
        <>
          <span className="block text-ink">{words}</span>
          {count > 0 && <Parts key={day} day={day} filter={filter} />}
        </>
      )}
    </span>
  );
}

function Parts({ day, filter }: { readonly day: string; readonly filter: Readonly<Record<string, string>> }) {
  const text = useText();
  const isResting = useDelayed(HOVER_DELAY_MS);
  const query = parseQuery("all", new URLSearchParams({ ...filter, day }));
  const facets = useBridgeQuery("memories.facets", toFilter(query), { enabled: isResting }).data;
  if (facets === undefined) return null;
  const parts = [facets.namespaces, facets.domains]
    .map((counts) => listCounts(counts, text))
    .filter((part) => part !== "");
  return <OneLine className="block">{parts.join(" — ")}</OneLine>;
}

function listCounts(counts: readonly FacetCount[], text: Text): string {
  const shown = counts.slice(0, MAX_NAMES).map(({ value, count }) => `${value} ${text.common.count(count)}`);
  return [...shown, ...(counts.length > MAX_NAMES ? ["…"] : [])].join(", ");
}
