import type { MemoryFilter } from "../core/filter.ts";
import type { CaptureActivity, FacetCount, MonthlyCounts } from "../core/ports.ts";
import { detailConditions, joinConditions, mergeConditions, oneOf, scopeConditions } from "./conditions.ts";
import { type ClockStretch, clockStretches, dayName } from "./local-days.ts";
import type { Sql, StatementCache } from "./statements.ts";
import { countTags } from "./tags.ts";

/** Tags shown over time: as many as a picture holds. */
const TAGS_SHOWN = 12;

/** The furthest back that is looked, in milliseconds: ten years. */
const FURTHEST = 3653 * 86_400_000;

const LAST_CAPTURE = "SELECT max(created_at) AS last FROM memories WHERE state = 0";

/**
 * The day's number, by integers alone: SQLite's own local time takes microseconds a row, and a bound number is no integer
 * until it is cast.
 */
const DAY = "(m.created_at + CAST(? AS INTEGER)) / 86400000";

/** Captures by day and namespace in one stretch of the clocks, from an index alone. */
export function buildDayCount(filter: MemoryFilter, { from, to, offset }: ClockStretch): Sql {
  const { texts, values } = mergeConditions(scopeConditions(filter), detailConditions({ since: from, before: to }));
  return {
    text: `SELECT ${DAY} AS day, m.namespace AS value, count(*) AS count
      FROM memories m INDEXED BY memories_by_namespace_created WHERE ${joinConditions(texts)} GROUP BY 1, 2`,
    values: [offset, ...values],
  };
}

/** Likewise of some tags, from the tags' own rows. */
export function buildTagDays(filter: MemoryFilter, tags: readonly string[], { from, to, offset }: ClockStretch): Sql {
  const { texts, values } = mergeConditions(
    oneOf("m.tag", tags),
    scopeConditions(filter),
    detailConditions({ since: from, before: to }),
  );
  return {
    text: `SELECT ${DAY} AS day, m.tag AS value, count(*) AS count
      FROM memory_tags m INDEXED BY memory_tags_by_tag WHERE ${joinConditions(texts)} GROUP BY 1, 2`,
    values: [offset, ...values],
  };
}

function buildNeverRecalled(filter: MemoryFilter): Sql {
  const { texts, values } = mergeConditions(
    scopeConditions(filter),
    detailConditions({ ...filter, neverRecalled: true }),
  );
  return {
    text: `SELECT m.namespace AS value, count(*) AS count FROM memories m INDEXED BY memories_by_recalls
      WHERE ${joinConditions(texts)} GROUP BY 1 ORDER BY count DESC, value`,
    values,
  };
}

interface DayRow extends FacetCount {
  readonly day: number;
}

/** Reads what was captured when; other conditions than domain, namespace and time are not looked at. */
export function createActivityReader(statements: StatementCache): (filter: MemoryFilter) => CaptureActivity {
  const all = <Row>({ text, values }: Sql): Row[] => statements.prepare<Row>(text).all(...values);
  return ({ domains, namespaces, since, before }) => {
    const scope = { ...(domains && { domains }), ...(namespaces && { namespaces }) };
    const to = before ?? (statements.prepare<{ last: number | null }>(LAST_CAPTURE).get()?.last ?? 0) + 1;
    const from = Math.max(since ?? 0, to - FURTHEST);
    const stretches = clockStretches(from, to);
    const captured = stretches.flatMap((stretch) => all<DayRow>(buildDayCount(scope, stretch)));
    const days = new Map<string, number>();
    for (const { day, count } of captured) days.set(dayName(day), (days.get(dayName(day)) ?? 0) + count);
    const tags = countTags(statements, scope, null, TAGS_SHOWN).map(({ value }) => value);
    const tagged =
      tags.length === 0 ? [] : stretches.flatMap((stretch) => all<DayRow>(buildTagDays(scope, tags, stretch)));
    return {
      days: [...days].map(([day, count]) => ({ day, count })).sort((a, b) => (a.day < b.day ? -1 : 1)),
      namespaces: byMonth(captured),
      tags: byMonth(tagged),
      neverRecalled: all<FacetCount>(buildNeverRecalled({ ...scope, since: from, before: to })),
    };
  };
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
