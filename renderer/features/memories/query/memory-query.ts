import type { MemorySort } from "../../../../electron/core/filter.ts";
import type { MethodInput } from "../../../../electron/ipc/contract.ts";

export type MemoryView = "all" | "pinned" | "trash";
/** What a list can be filtered by; several values of one kind mean any of them, except tags: all of them. */
export type FilterKind = "namespace" | "domain" | "tag" | "client" | "since" | "day" | "recalled";

/** What the list shows: which view, which words, which filters, in which order. */
export interface MemoryQuery {
  readonly view: MemoryView;
  readonly text: string;
  readonly namespace: readonly string[];
  readonly domain: readonly string[];
  readonly tag: readonly string[];
  /** At most one: the application filters by one client. */
  readonly client: readonly string[];
  /** At most one: a span back from now, such as `7d`. */
  readonly since: readonly string[];
  /** At most one: captured on this day of the calendar here, `2026-01-31`. */
  readonly day: readonly string[];
  /** `never`: only what no client was ever handed. */
  readonly recalled: readonly string[];
  readonly sort: MemorySort;
}

export const FILTER_KINDS = [
  "namespace",
  "domain",
  "tag",
  "client",
  "since",
  "day",
  "recalled",
] as const satisfies readonly FilterKind[];
export const SINCE_SPANS = ["1d", "7d", "30d", "365d"] as const;
export const SORTS = ["created", "created-ascending", "updated", "recalled"] as const satisfies readonly MemorySort[];
const SINGLE: readonly FilterKind[] = ["client", "since", "day", "recalled"];
export const NEVER_RECALLED = "never";

/** Reads the query out of an address, so that a view can be kept, linked and gone back to. */
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
    sort: SORTS.find((name) => name === sort) ?? "created",
  };
}

/** The address's part of a query; what is as usual is left out. */
export function formatQuery(query: MemoryQuery): URLSearchParams {
  const parameters = new URLSearchParams();
  if (query.text !== "") parameters.set("q", query.text);
  for (const kind of FILTER_KINDS) for (const value of query[kind]) parameters.append(kind, value);
  if (query.sort !== "created") parameters.set("sort", query.sort);
  return parameters;
}

/** Sets a filter, or takes it away where it is set. A kind that holds one value gets the new one. */
export function toggleFilter(query: MemoryQuery, kind: FilterKind, value: string): MemoryQuery {
  const has = query[kind].includes(value);
  if (has) return { ...query, [kind]: query[kind].filter((other) => other !== value) };
  return { ...query, [kind]: SINGLE.includes(kind) ? [value] : [...query[kind], value] };
}

export function clearFilters(query: MemoryQuery): MemoryQuery {
  return { ...query, text: "", namespace: [], domain: [], tag: [], client: [], since: [], day: [], recalled: [] };
}

/** The filters that are set, in a steady order. */
export function activeFilters(query: MemoryQuery): { readonly kind: FilterKind; readonly value: string }[] {
  return FILTER_KINDS.flatMap((kind) => query[kind].map((value) => ({ kind, value })));
}

export function isFiltered(query: MemoryQuery): boolean {
  return query.text.trim() !== "" || activeFilters(query).length > 0;
}

/** Whether the words are searched for; without words the view is a list. */
export function isSearch(query: MemoryQuery): boolean {
  return query.text.trim() !== "";
}

export type FilterArguments = MethodInput<"memories.facets">;

/** The filters as the application takes them. `without` leaves one kind out, to count what else it could be. */
export function toFilter(query: MemoryQuery, without?: FilterKind): FilterArguments {
  const values = (kind: FilterKind) => (kind === without ? [] : [...query[kind]]);
  const [client] = values("client");
  const [since] = values("since");
  const [day] = values("day");
  return {
    ...(values("namespace").length === 0 ? {} : { namespace: values("namespace") }),
    ...(values("domain").length === 0 ? {} : { domain: values("domain") }),
    ...(values("tag").length === 0 ? {} : { tags: values("tag") }),
    ...(client === undefined ? {} : { client }),
    ...(since === undefined ? {} : { since }),
    ...(day === undefined ? {} : spanOfDay(day)),
    ...(values("recalled").length === 0 ? {} : { neverRecalled: true }),
    ...(query.view === "pinned" ? { pinned: true } : {}),
    ...(query.view === "trash" ? { trash: "only" as const, superseded: "include" as const } : {}),
  };
}

/** The day of the calendar here, `2026-01-31`. */
export function toDay(moment: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

function isDay(value: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(new Date(`${value}T00:00`).getTime());
}

/** From midnight to midnight here; a day may have 23 or 25 hours. */
function spanOfDay(day: string): { readonly since: string; readonly before: string } {
  const start = new Date(`${day}T00:00`);
  const end = new Date(start.getFullYear(), start.getMonth(), start.getDate() + 1);
  return { since: start.toISOString(), before: end.toISOString() };
}
