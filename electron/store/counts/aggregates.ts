import type { MemoryFilter } from "../../core/filter.ts";
import type { CaptureActivity, FacetCount, Facets, MonthlyCounts } from "../../core/ports.ts";
import { and, isIn, type Sql, sql } from "../../sqlite/sql.ts";
import type { StatementCache } from "../../sqlite/statements.ts";
import { detailConditions, scopeConditions } from "../rows/conditions.ts";
import { countMemories, readFacets } from "./facets.ts";
import { countTags } from "./tag-counts.ts";

/** Queries that may have to read every memory. */
export function createAggregates(statements: StatementCache) {
  return {
    facets: (filter: MemoryFilter): Facets => readFacets(statements, filter),
    count: (filter: MemoryFilter): number => countMemories(statements, filter),
    captureActivity: (filter: MemoryFilter): CaptureActivity => readCaptureActivity(statements, filter),
  };
}

export type Aggregates = ReturnType<typeof createAggregates>;
export type AggregateName = keyof Aggregates;
export type AggregateOf<Name extends AggregateName> = ReturnType<Aggregates[Name]>;

/** Tags shown over time: as many as the chart has room for. */
const MAX_TAGS = 12;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Ten years. */
const MAX_SPAN_MS = 3_653 * DAY_MS;

interface DayRow extends FacetCount {
  /** Days since 1970 in local time. */
  readonly day: number;
}

/** Captures over time. Only the filter's domains, namespaces and times are used. */
function readCaptureActivity(
  statements: StatementCache,
  { domains, namespaces, since, before }: MemoryFilter,
): CaptureActivity {
  const scope = { domains, namespaces };
  const lastCapture = sql`SELECT max(created_at) FROM memories WHERE state = 0`;
  const to = before ?? (statements.value<number | null>(lastCapture) ?? 0) + 1;
  const from = Math.max(since ?? 0, to - MAX_SPAN_MS);
  const intervals = offsetIntervals(from, to);
  const captured = intervals.flatMap((interval) => statements.all<DayRow>(buildDayCount(scope, interval)));
  const days = new Map<string, number>();
  for (const { day, count } of captured) days.set(dayName(day), (days.get(dayName(day)) ?? 0) + count);
  const tags = countTags(statements, scope, null, MAX_TAGS).map(({ value }) => value);
  const tagged =
    tags.length === 0
      ? []
      : intervals.flatMap((interval) => statements.all<DayRow>(buildTagDayCount(scope, tags, interval)));
  return {
    days: [...days].map(([day, count]) => ({ day, count })).sort((a, b) => (a.day < b.day ? -1 : 1)),
    namespaces: byMonth(captured),
    tags: byMonth(tagged),
    neverRecalled: statements.all<FacetCount>(buildNeverRecalled({ ...scope, since: from, before: to })),
  };
}

/**
 * The number of a local day. Integer arithmetic, because SQLite's own local time takes microseconds a row;
 * better-sqlite3 binds numbers as REAL, hence the cast.
 */
function dayOf(offset: number): Sql {
  return sql`(m.created_at + CAST(${offset} AS INTEGER)) / 86400000`;
}

/** Captures by day and namespace in one interval; reads only an index. */
function buildDayCount(filter: MemoryFilter, { from, to, offset }: OffsetInterval): Sql {
  const conditions = [...scopeConditions(filter), ...detailConditions({ since: from, before: to })];
  return sql`SELECT ${dayOf(offset)} AS day, m.namespace AS value, count(*) AS count
    FROM memories m INDEXED BY memories_by_namespace_created WHERE ${and(conditions)} GROUP BY 1, 2`;
}

/** Captures by day and tag in one interval; reads only an index of the tags' rows. */
function buildTagDayCount(filter: MemoryFilter, tags: readonly string[], { from, to, offset }: OffsetInterval): Sql {
  const conditions = [
    isIn("m.tag", tags),
    ...scopeConditions(filter),
    ...detailConditions({ since: from, before: to }),
  ];
  return sql`SELECT ${dayOf(offset)} AS day, m.tag AS value, count(*) AS count
    FROM memory_tags m INDEXED BY memory_tags_by_tag WHERE ${and(conditions)} GROUP BY 1, 2`;
}

function buildNeverRecalled(filter: MemoryFilter): Sql {
  const conditions = [...scopeConditions(filter), ...detailConditions({ ...filter, neverRecalled: true })];
  return sql`SELECT m.namespace AS value, count(*) AS count FROM memories m INDEXED BY memories_never_recalled
    WHERE ${and(conditions)} GROUP BY 1 ORDER BY count DESC, value`;
}

/** An interval during which local time had one offset from UTC; milliseconds. */
interface OffsetInterval {
  readonly from: number;
  readonly to: number;
  /** Local time minus UTC. */
  readonly offset: number;
}

/** Divides [from, to) at every change of the local offset from UTC, such as the start of summer time. */
export function offsetIntervals(from: number, to: number): OffsetInterval[] {
  const intervals: { from: number; to: number; offset: number }[] = [];
  for (let at = from; at < to; at = Math.floor(at / HOUR_MS) * HOUR_MS + HOUR_MS) {
    const offset = -new Date(at).getTimezoneOffset() * 60_000;
    const last = intervals.at(-1);
    const end = Math.min(to, Math.floor(at / HOUR_MS) * HOUR_MS + HOUR_MS);
    if (last?.offset === offset) last.to = end;
    else intervals.push({ from: at, to: end, offset });
  }
  return intervals;
}

/** `2026-01-31` for the number of days since 1970. */
export function dayName(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

function byMonth(rows: readonly DayRow[]): MonthlyCounts[] {
  const values = new Map<string, Map<string, number>>();
  for (const { value, day, count } of rows) {
    const month = dayName(day).slice(0, 7);
    const months = values.get(value) ?? new Map<string, number>();
    months.set(month, (months.get(month) ?? 0) + count);
    values.set(value, months);
  }
  return [...values]
    .map(([value, months]) => ({
      value,
      count: [...months.values()].reduce((total, count) => total + count, 0),
      months: [...months].map(([month, count]) => ({ month, count })).sort((a, b) => (a.month < b.month ? -1 : 1)),
    }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}
