import { keepPreviousData } from "@tanstack/react-query";
import { CalendarDays } from "lucide-react";
import { useMemo } from "react";
import type { CaptureActivity, FacetCount, MonthlyCounts } from "../../../electron/core/ports.ts";
import { localDay } from "../../../electron/text/local-time.ts";
import { useBridgeQuery } from "../../data/use-bridge.tsx";
import { RouteLink, useNavigation } from "../../navigation/navigation.tsx";
import type { Route } from "../../navigation/route.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { OneLine } from "../../ui/inline-text.tsx";
import { EmptyState, Pending } from "../../ui/states.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import { NEVER_RECALLED } from "../memories/query/memory-query.ts";
import { ScopeFilter, useScope } from "../memories/query/scope-filter.tsx";
import { Calendar } from "./calendar.tsx";
import { calendarWeeks, createDayFormat, firstMonday, formatMonth } from "./calendar-days.ts";

/** Timeline: a year of captures by day, by namespace and tag, and the memories that were never recalled. */
export function TimelineView() {
  const text = useText();
  const words = text.timeline;
  const { navigate } = useNavigation();
  const scope = useScope();
  const { filter } = scope;
  const today = localDay(new Date());
  const since = useMemo(() => firstMonday(new Date(`${today}T12:00`)).toISOString(), [today]);
  const activity = useBridgeQuery(
    "memories.captureActivity",
    { ...filter, since },
    { placeholderData: keepPreviousData, staleTime: 10_000 },
  );
  const { data } = activity;
  const weeks = useMemo(() => {
    const counts = new Map(data?.days.map(({ day, count }) => [day, count]));
    return calendarWeeks(new Date(`${today}T12:00`), counts);
  }, [data, today]);
  const months = useMemo(() => [...new Set(weeks.flat().map(({ day }) => day.slice(0, 7)))].slice(-12), [weeks]);

  const listOf = (more: Readonly<Record<string, string>>): Route => ({
    place: "memories",
    path: ["all"],
    query: new URLSearchParams({ ...filter, ...more }),
  });
  const openDay = (day: string) => navigate(listOf({ day }));
  const total = data?.days.reduce((sum, { count }) => sum + count, 0) ?? 0;
  const { isLimited } = scope;
  return (
    <section aria-label={text.frame.timeline} className="flex h-full min-h-0 flex-col">
      <header className="drag-region flex h-11 shrink-0 items-center gap-4 border-b border-line px-4">
        <h1 className="font-medium">{text.frame.timeline}</h1>
        <ScopeFilter scope={scope} />
        <span role="status" className="min-w-0 flex-1 truncate text-right text-sm text-ink-faint max-wide:hidden">
          {total > 0 && words.captured(total)}
        </span>
      </header>
      {data === undefined ? (
        <Pending error={activity.error} onRetry={() => void activity.refetch()} shape="lines" />
      ) : total === 0 ? (
        <EmptyState
          icon={CalendarDays}
          title={words.empty.title}
          text={isLimited ? words.empty.filtered : words.empty.text}
          actions={
            isLimited && (
              <Button onClick={() => scope.set({ domain: "", namespace: "" })}>{text.common.clearFilters}</Button>
            )
          }
        />
      ) : (
        <div className="flex min-h-0 flex-1 flex-col gap-6 overflow-y-auto px-4 pt-5 pb-8">
          <div className="flex flex-col gap-2">
            <Calendar weeks={weeks} filter={filter} onDay={openDay} />
            <DayTable days={data.days} routeOf={(day) => listOf({ day })} />
          </div>
          <div className="grid max-w-220 grid-cols-2 gap-x-10 gap-y-6 max-[1100px]:grid-cols-1 min-[1700px]:max-w-340 min-[1700px]:grid-cols-3">
            <MonthBars
              title={words.namespaces}
              rows={data.namespaces}
              months={months}
              onChoose={(namespace) => navigate(listOf({ namespace }))}
            />
            <MonthBars
              title={words.tags}
              rows={data.tags}
              months={months}
              onChoose={(tag) => navigate(listOf({ tag }))}
            />
            <NeverRecalled
              counts={data.neverRecalled}
              onChoose={(namespace) => navigate(listOf({ namespace, recalled: NEVER_RECALLED }))}
            />
          </div>
        </div>
      )}
    </section>
  );
}

interface DayTableProps {
  readonly days: CaptureActivity["days"];
  readonly routeOf: (day: string) => Route;
}

/** The days with captures as a table, newest first, each with a link to its memories. */
function DayTable({ days, routeOf }: DayTableProps) {
  const text = useText();
  const words = text.timeline;
  const nameOf = useMemo(() => createDayFormat(text.language), [text.language]);
  return (
    <details className="max-w-220 text-sm">
      <summary className="w-fit rounded-sm text-ink-soft hover:text-ink">{text.common.asTable}</summary>
      <table className="mt-2">
        <caption className="sr-only">{words.busyDays}</caption>
        <thead className="text-left text-ink-faint">
          <tr>
            <th scope="col" className="pr-8 font-normal">
              {text.common.day}
            </th>
            <th scope="col" className="text-right font-normal">
              {text.frame.memories}
            </th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ day, count }) => (
            <tr key={day}>
              <td className="pr-8">
                <RouteLink to={routeOf(day)} className="hover:text-accent-text">
                  {nameOf(day)}
                </RouteLink>
              </td>
              <td className="text-right">{text.common.count(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

interface MonthBarsProps {
  readonly title: string;
  readonly rows: readonly MonthlyCounts[];
  /** The months, `2026-01`, oldest first. */
  readonly months: readonly string[];
  readonly onChoose: (value: string) => void;
}

/** Sizes in pixels. */
const BAR_WIDTH = 9;
const BAR_STEP = 11;
const CHART_HEIGHT = 22;

/** Values with a bar for each month. Heights are the square roots of the counts, so that small ones are visible. */
function MonthBars({ title, rows, months, onChoose }: MonthBarsProps) {
  const text = useText();
  const highest = Math.max(1, ...rows.flatMap((row) => row.months.map(({ count }) => count)));
  if (rows.length === 0) return null;
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="mb-1 leading-6 font-semibold">{title}</h2>
      <ul className="-mx-2">
        {rows.map((row) => {
          const counts = new Map(row.months.map(({ month, count }) => [month, count]));
          const summary = row.months
            .map(({ month, count }) => `${formatMonth(month, text.language)} ${text.common.count(count)}`)
            .join(", ");
          return (
            <li key={row.value}>
              <Tooltip content={summary} side="top">
                <button
                  type="button"
                  aria-description={text.timeline.byMonth(summary)}
                  onClick={() => onChoose(row.value)}
                  className="flex w-full items-end gap-3 rounded-md px-2 py-0.5 text-left hover:bg-hover"
                >
                  <OneLine className="min-w-0 flex-1">{row.value}</OneLine>
                  <svg aria-hidden width={months.length * BAR_STEP} height={CHART_HEIGHT} className="shrink-0">
                    {months.map((month, index) => {
                      const count = counts.get(month) ?? 0;
                      const height =
                        count === 0 ? 1 : Math.max(2, Math.round(Math.sqrt(count / highest) * (CHART_HEIGHT - 2)));
                      return (
                        <rect
                          key={month}
                          x={index * BAR_STEP}
                          y={CHART_HEIGHT - height}
                          width={BAR_WIDTH}
                          height={height}
                          rx={1}
                          className={count === 0 ? "fill-line-strong" : "fill-accent forced-colors:fill-[Highlight]"}
                        />
                      );
                    })}
                  </svg>
                  <span className="w-12 shrink-0 text-right text-sm text-ink-soft">{text.common.count(row.count)}</span>
                </button>
              </Tooltip>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface NeverRecalledProps {
  readonly counts: readonly FacetCount[];
  readonly onChoose: (namespace: string) => void;
}

/** The number of memories in each namespace that no client has recalled. */
function NeverRecalled({ counts, onChoose }: NeverRecalledProps) {
  const text = useText();
  const words = text.timeline;
  const { navigate } = useNavigation();
  const most = Math.max(1, ...counts.map(({ count }) => count));
  if (counts.length === 0) return null;
  return (
    <section aria-label={words.never} className="min-w-0">
      <div className="mb-1 flex items-center gap-2">
        <h2 className="flex-1 font-semibold">{words.never}</h2>
        <Button size="small" variant="quiet" onClick={() => navigate({ place: "health", path: ["unused"] })}>
          {words.review}
        </Button>
      </div>
      <p className="mb-1 text-sm text-ink-faint">{words.neverText}</p>
      <ul className="-mx-2">
        {counts.map(({ value, count }) => (
          <li key={value}>
            <button
              type="button"
              onClick={() => onChoose(value)}
              className="flex min-h-6.5 w-full items-center gap-3 rounded-md px-2 text-left hover:bg-hover"
            >
              <span className="w-28 shrink-0 truncate">{value}</span>
              <span aria-hidden className="h-2 flex-1">
                <span
                  className="block h-full rounded-sm bg-line-strong forced-colors:bg-[GrayText]"
                  style={{ width: `${Math.max(1, (count / most) * 100)}%` }}
                />
              </span>
              <span className="w-12 shrink-0 text-right text-sm text-ink-soft">{text.common.count(count)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
