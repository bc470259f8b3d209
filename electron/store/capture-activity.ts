import type { MemoryFilter } from "../core/filter.ts";
import type { CaptureActivity, FacetCount, MonthlyCounts } from "../core/ports.ts";
import {
  type Conditions,
  detailConditions,
  joinConditions,
  mergeConditions,
  oneOf,
  scopeConditions,
} from "./conditions.ts";
import type { Sql, StatementCache } from "./statements.ts";
import { countTags } from "./tags.ts";

/** Tags shown over time: as many as a picture holds. */
const TAGS_SHOWN = 12;

const DAY = "date(m.created_at / 1000, 'unixepoch', 'localtime')";

/** Captures by day and namespace, from an index alone. */
export function buildDayCount(filter: MemoryFilter): Sql {
  const { texts, values } = mergeConditions(scopeConditions(filter), timeConditions(filter));
  return {
    text: `SELECT ${DAY} AS day, m.namespace, count(*) AS count
      FROM memories m INDEXED BY memories_by_namespace_created WHERE ${joinConditions(texts)} GROUP BY 1, 2`,
    values,
  };
}

/** Captures by month of some tags, from the tags' own rows. */
export function buildTagMonths(filter: MemoryFilter, tags: readonly string[]): Sql {
  const { texts, values } = mergeConditions(oneOf("m.tag", tags), scopeConditions(filter), timeConditions(filter));
  return {
    text: `SELECT m.tag AS value, substr(${DAY}, 1, 7) AS month, count(*) AS count
      FROM memory_tags m INDEXED BY memory_tags_by_tag WHERE ${joinConditions(texts)} GROUP BY 1, 2`,
    values,
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

function timeConditions({ since, before }: MemoryFilter): Conditions {
  return detailConditions({ ...(since === undefined ? {} : { since }), ...(before === undefined ? {} : { before }) });
}

interface MonthRow extends FacetCount {
  readonly month: string;
}

/** Reads what was captured when; other conditions than domain, namespace and time are not looked at. */
export function createActivityReader(statements: StatementCache): (filter: MemoryFilter) => CaptureActivity {
  const all = <Row>({ text, values }: Sql): Row[] => statements.prepare<Row>(text).all(...values);
  return ({ domains, namespaces, since, before }) => {
    const scope = { ...(domains && { domains }), ...(namespaces && { namespaces }) };
    const filter = { ...scope, ...(since !== undefined && { since }), ...(before !== undefined && { before }) };
    const captured = all<{ day: string; namespace: string; count: number }>(buildDayCount(filter));
    const days = new Map<string, number>();
    for (const { day, count } of captured) days.set(day, (days.get(day) ?? 0) + count);
    const tags = countTags(statements, scope, null, TAGS_SHOWN).map(({ value }) => value);
    return {
      days: [...days].map(([day, count]) => ({ day, count })).sort((a, b) => (a.day < b.day ? -1 : 1)),
      namespaces: byMonth(
        captured.map(({ day, namespace, count }) => ({ value: namespace, month: day.slice(0, 7), count })),
      ),
      tags: byMonth(tags.length === 0 ? [] : all<MonthRow>(buildTagMonths(filter, tags))),
      neverRecalled: all<FacetCount>(buildNeverRecalled(filter)),
    };
  };
}

function byMonth(rows: readonly MonthRow[]): MonthlyCounts[] {
  const values = new Map<string, Map<string, number>>();
  for (const { value, month, count } of rows) {
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
