import type { Database } from "better-sqlite3";
import type { MemoryFilter } from "../core/filter.ts";
import type { SqlValue } from "./statements.ts";

/** Conditions on `memories m`, to be joined by AND, and the values of their placeholders in order. */
export interface Conditions {
  readonly texts: readonly string[];
  readonly values: readonly SqlValue[];
}

const SUPERSEDED = 1;
const TRASH = 2;

/**
 * The values of `state` a filter lets through. In the trash, superseded memories are shown unless told otherwise:
 * what cannot be seen there could not be restored.
 */
export function statesOf(filter: MemoryFilter): number[] {
  const trash = filter.trash ?? "exclude";
  const superseded = filter.superseded ?? (trash === "only" ? "include" : "exclude");
  return [0, SUPERSEDED, TRASH, SUPERSEDED | TRASH].filter(
    (state) => allows(trash, (state & TRASH) !== 0) && allows(superseded, (state & SUPERSEDED) !== 0),
  );
}

function allows(choice: "exclude" | "only" | "include", is: boolean): boolean {
  return choice === "include" || (choice === "only") === is;
}

/** Everything a filter asks for but the state, domains and namespaces, which a query may be driven by. */
export function detailConditions(filter: MemoryFilter): Conditions {
  const texts: string[] = [];
  const values: SqlValue[] = [];
  const add = (text: string, ...given: SqlValue[]): void => {
    texts.push(text);
    values.push(...given);
  };
  for (const tag of filter.tags ?? []) add(`EXISTS (${TAGGED})`, tag);
  for (const tag of filter.withoutTags ?? []) add(`NOT EXISTS (${TAGGED})`, tag);
  if (filter.source !== undefined) {
    const { text, value } = holds("source", filter.source);
    add(
      `m.row IN (SELECT row FROM memories INDEXED BY memories_by_source WHERE source IS NOT NULL AND ${text})`,
      value,
    );
  }
  if (filter.client !== undefined) {
    const {
      texts: [text = ""],
      values: given,
    } = clientCondition(filter.client);
    add(text, ...given);
  }
  if (filter.since !== undefined) add("m.created_at >= ?", filter.since);
  if (filter.before !== undefined) add("m.created_at < ?", filter.before);
  if (filter.pinned !== undefined) add("m.pinned = ?", filter.pinned ? 1 : 0);
  if (filter.neverRecalled === true) add("m.recall_count = 0");
  return { texts, values };
}

/** Captured by a client whose name holds this part. */
export function clientCondition(part: string): Conditions {
  const { text, value } = holds("m.client_name", part);
  return { texts: [text], values: [value] };
}

/** LIKE knows the case of ASCII letters alone; any other part goes through {@link containsFolded}. */
function holds(column: string, part: string): { readonly text: string; readonly value: string } {
  if (isAscii(part)) {
    return { text: `${column} LIKE ? ESCAPE '\\'`, value: `%${part.replace(/[\\%_]/g, "\\$&")}%` };
  }
  return { text: `contains_folded(${column}, ?)`, value: part.toLowerCase() };
}

const TAGGED = "SELECT 1 FROM memory_tags t WHERE t.memory_row = m.row AND t.tag = ?";

/** States, domains and namespaces: the columns that counts are kept by. */
export function scopeConditions(filter: MemoryFilter): Conditions {
  return mergeConditions(
    oneOf("m.state", statesOf(filter)),
    filter.domains === undefined ? NO_CONDITIONS : oneOf("m.domain", filter.domains),
    filter.namespaces === undefined ? NO_CONDITIONS : oneOf("m.namespace", filter.namespaces),
  );
}

/** The filter's conditions, all of them. */
export function allConditions(filter: MemoryFilter): Conditions {
  return mergeConditions(scopeConditions(filter), detailConditions(filter));
}

export const NO_CONDITIONS: Conditions = { texts: [], values: [] };

export function mergeConditions(...all: readonly Conditions[]): Conditions {
  return { texts: all.flatMap(({ texts }) => texts), values: all.flatMap(({ values }) => values) };
}

/** `column` is one of these; of none, nothing is. Long lists go as one JSON value, so that the text stays short. */
export function oneOf(column: string, values: readonly (string | number)[]): Conditions {
  if (values.length === 1) return { texts: [`${column} = ?`], values: [...values] };
  if (values.length <= 8) {
    return { texts: [`${column} IN (${values.map(() => "?").join(", ")})`], values: [...values] };
  }
  return { texts: [`${column} IN (SELECT value FROM json_each(?))`], values: [JSON.stringify(values)] };
}

/** Joins conditions for a WHERE clause. */
export function joinConditions(texts: readonly string[]): string {
  return texts.length === 0 ? "1" : texts.join(" AND ");
}

/** Gives a connection the functions that conditions use. */
export function addFunctions(database: Database): void {
  database.function("contains_folded", { deterministic: true }, containsFolded);
}

/** SQL function: whether a text holds a part (given in lower case), whatever the case of its letters. */
function containsFolded(text: unknown, part: unknown): number {
  return typeof text === "string" && typeof part === "string" && text.toLowerCase().includes(part) ? 1 : 0;
}

function isAscii(text: string): boolean {
  return !/[^ -~]/.test(text);
}
