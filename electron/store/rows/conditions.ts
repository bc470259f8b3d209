import type { Database } from "better-sqlite3";
import { allowsState, type FilterField, type MemoryFilter, stateChoicesOf } from "../../core/filter.ts";
import { VALIDITY_STATES, type ValidityState } from "../../core/validity.ts";
import { containsPattern, isIn, rawSql, type Sql, sql } from "../../sqlite/sql.ts";

// Conditions on `memories m`, to be combined with `and`. The tables of tags and of counts share some of its columns.

const SUPERSEDED = 1;
const TRASH = 2;
/** The number of a validity in `VALIDITY_STATES`, times this, is a part of the state. */
const VALIDITY = 4;
const HELD = 16;

/** All values of `state`, except the values of held memories: no filter matches them. */
export const STATES = VALIDITY_STATES.flatMap((_, validity) =>
  [0, SUPERSEDED, TRASH, SUPERSEDED | TRASH].map((state) => validity * VALIDITY + state),
);

export function isHeldState(state: number): boolean {
  return state >= HELD;
}

export function isInTrash(state: number): boolean {
  return (state & TRASH) !== 0;
}

export function isSuperseded(state: number): boolean {
  return (state & SUPERSEDED) !== 0;
}

export function validityOfState(state: number): ValidityState {
  return VALIDITY_STATES[Math.floor(state / VALIDITY)] ?? "current";
}

/** The values of `state` that match a filter. */
export function statesOf(filter: MemoryFilter): number[] {
  const { trash, superseded, validity } = stateChoicesOf(filter);
  return STATES.filter(
    (state) =>
      allowsState(trash, isInTrash(state)) &&
      allowsState(superseded, isSuperseded(state)) &&
      (validity === "any" || validityOfState(state) === validity),
  );
}

/** The conditions of a filter. */
export function allConditions(filter: MemoryFilter): Sql[] {
  return [...scopeConditions(filter), ...detailConditions(filter)];
}

/** The conditions on state, domain and namespace: the columns by which triggers keep counts. */
export function scopeConditions(filter: MemoryFilter): Sql[] {
  const { domains, namespaces } = filter;
  return [
    isIn("m.state", statesOf(filter)),
    ...(domains === undefined ? [] : [isIn("m.domain", domains)]),
    ...(namespaces === undefined ? [] : [isIn("m.namespace", namespaces)]),
  ];
}

type ScopeField = "domains" | "namespaces" | "trash" | "superseded" | "validity";
type DetailField = Exclude<FilterField, ScopeField>;

/** The SQL of every other field, given its value. */
const DETAIL_CONDITIONS: {
  readonly [Field in DetailField]: (value: Required<MemoryFilter>[Field]) => readonly Sql[];
} = {
  tags: (tags) => tags.map((tag) => sql`EXISTS (${tagRow(tag)})`),
  withoutTags: (tags) => tags.map((tag) => sql`NOT EXISTS (${tagRow(tag)})`),
  source: (part) => [
    sql`m.row IN (SELECT row FROM memories INDEXED BY memories_by_source
      WHERE source IS NOT NULL AND ${contains("source", part)})`,
  ],
  client: (part) => [clientCondition(part)],
  via: (subject) => [sql`m.client_via = ${subject}`],
  supersededBy: (id) => [
    sql`m.row IN (SELECT row FROM memories INDEXED BY memories_by_successor WHERE superseded_by = ${id})`,
  ],
  since: (since) => [sql`m.created_at >= ${since}`],
  before: (before) => [sql`m.created_at < ${before}`],
  asOf: (at) => [
    sql`(m.valid_from IS NULL OR m.valid_from <= ${at})`,
    sql`(m.valid_until IS NULL OR m.valid_until > ${at})`,
  ],
  pinned: (pinned) => [sql`m.pinned = ${pinned ? 1 : 0}`],
  neverRecalled: (neverRecalled) => (neverRecalled ? [sql`m.recall_count = 0`] : []),
};
const DETAIL_FIELDS = Object.keys(DETAIL_CONDITIONS) as DetailField[];

/** The conditions of all fields except state, domain and namespace. */
export function detailConditions(filter: MemoryFilter): Sql[] {
  return DETAIL_FIELDS.flatMap((field) =>
    filter[field] === undefined ? [] : DETAIL_CONDITIONS[field](filter[field] as never),
  );
}

/** Whether a filter has no condition except on state, domain and namespace, and on the given fields. */
export function limitsOnly(filter: MemoryFilter, ...fields: readonly DetailField[]): boolean {
  return DETAIL_FIELDS.every((field) => {
    const value = filter[field];
    return value === undefined || (Array.isArray(value) && value.length === 0) || fields.includes(field);
  });
}

function tagRow(tag: string): Sql {
  return sql`SELECT 1 FROM memory_tags t WHERE t.memory_row = m.row AND t.tag = ${tag}`;
}

/** Captured by a client whose name contains `part`, case-insensitively. */
export function clientCondition(part: string): Sql {
  return contains("m.client_name", part);
}

/** LIKE ignores the case of ASCII letters only; other text is compared by {@link containsFolded}. */
function contains(column: string, part: string): Sql {
  return isAscii(part)
    ? sql`${rawSql(column)} LIKE ${containsPattern(part)} ESCAPE '\\'`
    : sql`contains_folded(${rawSql(column)}, ${part.toLowerCase()})`;
}

function isAscii(text: string): boolean {
  return !/[^ -~]/.test(text);
}

/** Registers the SQL functions that conditions call. */
export function addFunctions(database: Database): void {
  database.function("contains_folded", { deterministic: true }, containsFolded);
}

/** SQL function: whether `text` contains `part` (in lower case), case-insensitively for all scripts. */
function containsFolded(text: unknown, part: unknown): number {
  return typeof text === "string" && typeof part === "string" && text.toLowerCase().includes(part) ? 1 : 0;
}
