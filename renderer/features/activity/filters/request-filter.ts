import type { RequestFilter } from "../../../../electron/core/request-filter.ts";

export const NO_FILTER: RequestFilter = {};

/** Whether the filter has a condition. */
export function isFiltered(filter: RequestFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}

/** Sets a condition; `undefined` or blank text removes it. */
export function withCondition<Key extends keyof RequestFilter>(
  filter: RequestFilter,
  key: Key,
  value: RequestFilter[Key] | undefined,
): RequestFilter {
  const { [key]: _, ...others } = filter;
  const blank = value === undefined || (typeof value === "string" && value.trim() === "");
  return blank ? others : { ...others, [key]: value };
}
