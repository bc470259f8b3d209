import { keepPreviousData } from "@tanstack/react-query";
import { CalendarDays } from "lucide-react";
import { useMemo } from "react";
import { useBridgeQuery } from "../../data/use-bridge-query.ts";
import { useNavigation } from "../../navigation/navigation.tsx";
import type { Route } from "../../navigation/route.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { NEVER_RECALLED, toDay } from "../memories/query/memory-query.ts";
import { Calendar } from "./calendar.tsx";
import { calendarWeeks, firstMonday } from "./calendar-weeks.ts";
import { DayTable } from "./day-table.tsx";
import { MonthBars } from "./month-bars.tsx";
import { NeverRecalled } from "./never-recalled.tsx";
import { type Scope, ScopeFilter } from "./scope-filter.tsx";

/** A year of captures: which days, which namespaces and tags, and what nobody asked for. */
export function OverviewView() {
  const text = useText();
  const words = text.overview;
  const { route, navigate } = useNavigation();
  const scope: Scope = { domain: route.query.get("domain") ?? "", namespace: route.query.get("namespace") ?? "" };
  const filter = {
    ...(scope.domain === "" ? {} : { domain: scope.domain }),
    ...(scope.namespace === "" ? {} : { namespace: scope.namespace }),
  };
  const today = toDay(new Date());
  const since = useMemo(() => firstMonday(new Date(`${today}T12:00`)).toISOString(), [today]);
  const activity = useBridgeQuery(
    "memories.captureActivity",
    { ...filter, since },
    { placeholderData: keepPreviousData, staleTime: 10_000 },
  );
  const facets = useBridgeQuery("memories.facets", {});
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
  const setScope = ({ domain, namespace }: Scope) => {
    const query = new URLSearchParams();
    if (domain !== "") query.set("domain", domain);
    if (namespace !== "") query.set("namespace", namespace);
    navigate({ place: "overview", query }, { replace: true });
  };
  const total = data?.days.reduce((sum, { count }) => sum + count, 0) ?? 0;
  const isFiltered = scope.domain !== "" || scope.namespace !== "";
  return (
    <section aria-label={words.title} className="flex h-full min-h-0 flex-col">
      <header className="drag-region flex h-11 shrink-0 items-center gap-4 border-b border-line px-4">
        <h1 className="font-medium">{words.title}</h1>
        <ScopeFilter scope={scope} facets={facets.data} onScope={setScope} />
        <span role="status" className="min-w-0 flex-1 truncate text-right text-sm text-ink-faint max-wide:hidden">
          {total > 0 && words.captured(total)}
        </span>
      </header>
      {data === undefined ? (
        activity.isError ? (
          <ErrorState error={activity.error} onRetry={() => void activity.refetch()} />
        ) : (
          <Skeleton shape="lines" />
        )
      ) : total === 0 ? (
        <EmptyState
          icon={CalendarDays}
          title={words.empty.title}
          text={isFiltered ? words.empty.filtered : words.empty.text}
          actions={
            isFiltered && <Button onClick={() => setScope({ domain: "", namespace: "" })}>{words.empty.clear}</Button>
          }
        />
      ) : (
        <div className="flex min-h-0 flex-1 flex-col gap-6 overflow-y-auto px-4 pt-5 pb-8">
          <div className="flex flex-col gap-2">
            <Calendar weeks={weeks} filter={filter} onDay={openDay} />
            <DayTable days={data.days} routeOf={(day) => listOf({ day })} onDay={openDay} />
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
