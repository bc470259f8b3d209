import { useMemo } from "react";
import type { CaptureActivity } from "../../../electron/core/ports.ts";
import { formatRoute, type Route } from "../../navigation/route.ts";
import { useText } from "../../text/use-text.ts";
import { createDayFormat } from "./format-day.ts";

interface DayTableProps {
  readonly days: CaptureActivity["days"];
  readonly routeOf: (day: string) => Route;
  readonly onDay: (day: string) => void;
}

/** The calendar in figures: each day with captures, the last first, as a link to its memories. */
export function DayTable({ days, routeOf, onDay }: DayTableProps) {
  const text = useText();
  const words = text.overview;
  const nameOf = useMemo(() => createDayFormat(text.language), [text.language]);
  return (
    <details className="max-w-220 text-sm">
      <summary className="w-fit rounded-sm text-ink-soft hover:text-ink">{words.asTable}</summary>
      <table className="mt-2">
        <caption className="sr-only">{words.busyDays}</caption>
        <thead className="text-left text-ink-faint">
          <tr>
            <th scope="col" className="pr-8 font-normal">
              {words.day}
            </th>
            <th scope="col" className="text-right font-normal">
              {words.memories}
            </th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ day, count }) => (
            <tr key={day}>
              <td className="pr-8">
                <a
                  href={formatRoute(routeOf(day))}
                  className="hover:text-accent-text"
                  onClick={(event) => {
                    event.preventDefault();
                    onDay(day);
                  }}
                >
                  {nameOf(day)}
                </a>
              </td>
              <td className="text-right">{text.common.count(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
