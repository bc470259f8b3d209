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
  if (filter.source !== undefined) addPart("m.source", filter.source);
  if (filter.client !== undefined) addPart("m.client_name", filter.client);
  if (filter.since !== undefined) add("m.created_at >= ?", filter.since);
  if (filter.before !== undefined) add("m.created_at < ?", filter.before);
  if (filter.pinned !== undefined) add("m.pinned = ?", filter.pinned ? 1 : 0);
  return { texts, values };

  /** LIKE knows the case of ASCII letters alone; any other part goes through {@link containsFolded}. */
  function addPart(column: string, part: string): void {
    if (isAscii(part)) add(`${column} LIKE ? ESCAPE '\\'`, `%${part.replace(/[\\%_]/g, "\\$&")}%`);
    else add(`contains_folded(${column}, ?)`, part.toLowerCase());
  }
}

const TAGGED = "SELECT 1 FROM memory_tags t WHERE t.memory_row = m.row AND t.tag = ?";

/** The filter's conditions, all of them. */
export function allConditions(filter: MemoryFilter): Conditions {
  const detail = detailConditions(filter);
  const scope = [
    oneOf("m.state", statesOf(filter)),
    ...(filter.domains === undefined ? [] : [oneOf("m.domain", filter.domains)]),
    ...(filter.namespaces === undefined ? [] : [oneOf("m.namespace", filter.namespaces)]),
  ];
  return {
    texts: [...scope.flatMap(({ texts }) => texts), ...detail.texts],
    values: [...scope.flatMap(({ values }) => values), ...detail.values],
  };
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

/** SQL function: whether a text holds a part (given in lower case), whatever the case of its letters. */
export function containsFolded(text: unknown, part: unknown): number {
  return typeof text === "string" && typeof part === "string" && text.toLowerCase().includes(part) ? 1 : 0;
}

function isAscii(text: string): boolean {
  return !/[^ -~]/.test(text);
}
