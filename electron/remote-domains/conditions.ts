import { type FilterField, type MemoryFilter, stateChoicesOf } from "../core/filter.ts";

/** The values of a statement; each gets the next number. */
export class Values {
  readonly list: unknown[] = [];

  /** Returns the placeholder of a value. @param type a PostgreSQL type */
  add(value: unknown, type: string): string {
    this.list.push(value);
    return `$${this.list.length}::${type}`;
  }
}

type StateField = "domains" | "trash" | "superseded" | "validity";
type Field = Exclude<FilterField, StateField>;

/** The SQL of each field on `memories m`, given its value. The schema has one domain. */
const CONDITIONS: {
  readonly [Name in Field]: (value: Required<MemoryFilter>[Name], values: Values) => readonly string[];
} = {
  namespaces: (names, values) => [`m.namespace = ANY (${values.add(names, "text[]")})`],
  tags: (tags, values) => [`m.tags @> ${values.add(tags, "text[]")}`],
  withoutTags: (tags, values) => [`NOT (m.tags && ${values.add(tags, "text[]")})`],
  source: (part, values) => [contains("m.source", part, values)],
  client: (part, values) => [contains("m.client_name", part, values)],
  via: (subject, values) => [`m.client_via = ${values.add(subject, "text")}`],
  supersededBy: (id, values) => [`m.superseded_by = ${values.add(id, "text")}`],
  since: (since, values) => [`m.created_at >= ${values.add(since, "bigint")}`],
  before: (before, values) => [`m.created_at < ${values.add(before, "bigint")}`],
  asOf: (at, values) => isValidAt(at, values),
  pinned: (pinned) => [pinned ? "m.pinned" : "NOT m.pinned"],
  // Recalls of remote memories are not counted.
  neverRecalled: () => [],
};
const FIELDS = Object.keys(CONDITIONS) as Field[];

/** The conditions of a filter at `now`, to be combined with AND; "true" for none. */
export function conditionsOf(filter: MemoryFilter, now: number, values: Values): string {
  const fields = FIELDS.flatMap((field) => {
    const value = filter[field];
    return value === undefined ? [] : CONDITIONS[field](value as never, values);
  });
  return [...stateConditions(filter, now, values), ...fields].join(" AND ") || "true";
}

/** The conditions on namespaces that bound what a limited caller may see. */
export function scopeCondition(namespaces: readonly string[] | undefined, values: Values): string {
  return namespaces === undefined ? "true" : (CONDITIONS.namespaces(namespaces, values)[0] ?? "true");
}

function stateConditions(filter: MemoryFilter, now: number, values: Values): string[] {
  const { trash, superseded, validity } = stateChoicesOf(filter);
  const conditions: string[] = [];
  if (trash !== "include") conditions.push(`m.deleted_at IS ${trash === "only" ? "NOT NULL" : "NULL"}`);
  if (superseded !== "include") conditions.push(`m.superseded_by IS ${superseded === "only" ? "NOT NULL" : "NULL"}`);
  if (validity === "current") conditions.push(...isValidAt(now, values));
  if (validity === "expired") conditions.push(`m.valid_until <= ${values.add(now, "bigint")}`);
  if (validity === "upcoming") conditions.push(`m.valid_from > ${values.add(now, "bigint")}`);
  return conditions;
}

function isValidAt(at: number, values: Values): readonly string[] {
  const moment = values.add(at, "bigint");
  return [
    `(m.valid_from IS NULL OR m.valid_from <= ${moment})`,
    `(m.valid_until IS NULL OR m.valid_until > ${moment})`,
  ];
}

function contains(column: string, part: string, values: Values): string {
  return `strpos(lower(${column}), ${values.add(part.toLowerCase(), "text")}) > 0`;
}
