import {
  type FilterInput,
  MEMORY_SORTS,
  type MemorySort,
  type ValidityChoice,
} from "../../../../electron/core/filter.ts";
import type { Text } from "../../../../electron/text/en.ts";

export type MemoryView = "all" | "pinned" | "trash";

/** The kinds of filter. A memory matches one of the values of a kind, but all of the tags. */
export const FILTER_KINDS = ["namespace", "domain", "tag", "client", "since", "day", "recalled", "validity"] as const;
export type FilterKind = (typeof FILTER_KINDS)[number];

/** A list of memories: its view, search text, filters and sort order. */
export interface MemoryQuery {
  readonly view: MemoryView;
  readonly text: string;
  readonly namespace: readonly string[];
  readonly domain: readonly string[];
  readonly tag: readonly string[];
  /** At most one. */
  readonly client: readonly string[];
  /** At most one: a span of time until now, such as `7d`. */
  readonly since: readonly string[];
  /** At most one: the day of the capture in local time, `2026-01-31`. */
  readonly day: readonly string[];
  /** At most one: {@link NEVER_RECALLED}. */
  readonly recalled: readonly string[];
  /** At most one of {@link VALIDITY_FILTERS}; without one, the memories that are valid now. */
  readonly validity: readonly string[];
  readonly sort: MemorySort;
}

export const SINCE_SPANS = ["1d", "7d", "30d", "365d"] as const;
const SINGLE_VALUE_KINDS: readonly FilterKind[] = ["client", "since", "day", "recalled", "validity"];
export const NEVER_RECALLED = "never";
export const VALIDITY_FILTERS = ["expired", "upcoming"] as const satisfies readonly ValidityChoice[];

/** Parses the query of an address. Values that are not valid are left out. */
export function parseQuery(view: string | undefined, parameters: URLSearchParams): MemoryQuery {
  const sort = parameters.get("sort");
  return {
    view: view === "pinned" || view === "trash" ? view : "all",
    text: parameters.get("q") ?? "",
    namespace: parameters.getAll("namespace"),
    domain: parameters.getAll("domain"),
    tag: parameters.getAll("tag"),
    client: parameters.getAll("client").slice(0, 1),
    since: parameters.getAll("since").slice(0, 1),
    day: parameters.getAll("day").filter(isDay).slice(0, 1),
    recalled: parameters
      .getAll("recalled")
      .filter((value) => value === NEVER_RECALLED)
      .slice(0, 1),
    validity: parameters
      .getAll("validity")
      .filter((value) => VALIDITY_FILTERS.some((known) => known === value))
      .slice(0, 1),
    sort: MEMORY_SORTS.find((name) => name === sort) ?? "created",
  };
}

/** Formats a query for an address, without defaults. */
export function formatQuery(query: MemoryQuery): URLSearchParams {
  const parameters = new URLSearchParams();
  if (query.text !== "") parameters.set("q", query.text);
  for (const kind of FILTER_KINDS) for (const value of query[kind]) parameters.append(kind, value);
  if (query.sort !== "created") parameters.set("sort", query.sort);
  return parameters;
}

/** Adds a filter, or removes it if it is active. A kind with a single value replaces it. */
export function toggleFilter(query: MemoryQuery, kind: FilterKind, value: string): MemoryQuery {
  if (query[kind].includes(value)) return { ...query, [kind]: query[kind].filter((other) => other !== value) };
  return { ...query, [kind]: SINGLE_VALUE_KINDS.includes(kind) ? [value] : [...query[kind], value] };
}

/** Removes the search text and all filters. */
export function clearFilters(query: MemoryQuery): MemoryQuery {
  const none = Object.fromEntries(FILTER_KINDS.map((kind) => [kind, []])) as unknown as Record<FilterKind, []>;
  return { ...query, text: "", ...none };
}

/** The active filters in the order of {@link FILTER_KINDS}. */
export function activeFilters(query: MemoryQuery): { readonly kind: FilterKind; readonly value: string }[] {
  return FILTER_KINDS.flatMap((kind) => query[kind].map((value) => ({ kind, value })));
}

/** The text that the window shows for a filter's value. */
export function filterLabel(words: Text["memories"]["filters"], kind: FilterKind, value: string): string {
  if (kind === "since") return words.spans[value] ?? value;
  if (kind === "validity") return words.validities[value] ?? value;
  return kind === "recalled" ? words.never : value;
}

/** Whether the query has a search text or a filter. */
export function isFiltered(query: MemoryQuery): boolean {
  return isSearch(query) || activeFilters(query).length > 0;
}

/** Whether the query is a search. Without a search text it is a list. */
export function isSearch(query: MemoryQuery): boolean {
  return query.text.trim() !== "";
}

/** The filter for the window's methods. `without` omits one kind, to count its other values. */
export function toFilter(query: MemoryQuery, without?: FilterKind): FilterInput {
  const values = (kind: FilterKind) => (kind === without || query[kind].length === 0 ? undefined : query[kind]);
  const [day] = values("day") ?? [];
  return {
    namespace: values("namespace"),
    domain: values("domain"),
    tags: values("tag"),
    client: values("client")?.[0],
    since: values("since")?.[0],
    ...(day === undefined ? {} : spanOfDay(day)),
    neverRecalled: values("recalled") === undefined ? undefined : true,
    validity: VALIDITY_FILTERS.find((value) => value === values("validity")?.[0]),
    pinned: query.view === "pinned" ? true : undefined,
    ...(query.view === "trash" ? { trash: "only", superseded: "include" } : {}),
  };
}

function isDay(value: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(new Date(`${value}T00:00`).getTime());
}

/** From midnight to midnight in local time; a day may have 23 or 25 hours. */
function spanOfDay(day: string): { readonly since: string; readonly before: string } {
  const start = new Date(`${day}T00:00`);
  const end = new Date(start.getFullYear(), start.getMonth(), start.getDate() + 1);
  return { since: start.toISOString(), before: end.toISOString() };
}
