import type { RequestFilter, RequestSummary } from "../../../../electron/core/request-log.ts";

export const NO_FILTER: RequestFilter = {};

/** Whether anything is filtered at all. */
export function isFiltered(filter: RequestFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}

/** Sets one condition, or takes it away with `undefined` or blank text. */
export function withCondition<Key extends keyof RequestFilter>(
  filter: RequestFilter,
  key: Key,
  value: RequestFilter[Key] | undefined,
): RequestFilter {
  const { [key]: _, ...others } = filter;
  const blank = value === undefined || (typeof value === "string" && value.trim() === "");
  return blank ? others : { ...others, [key]: value };
}

/**
 * Decides for new rows what the log decides for old ones. Null where the summary is not enough to tell: text and memories
 * are looked for in bodies, which only the log holds.
 */
export function acceptorFor(filter: RequestFilter): ((row: RequestSummary) => boolean) | null {
  if (filter.text !== undefined || filter.memory !== undefined) {
    return null;
  }
  const { since, until } = filter;
  return (row) =>
    (since === undefined || Date.parse(row.at) >= since) &&
    (until === undefined || Date.parse(row.at) < until) &&
    isNamed(row.client?.name, filter.client) &&
    isNamed(row.method, filter.method) &&
    isNamed(row.target, filter.target) &&
    (filter.outcome === undefined || row.outcome === filter.outcome) &&
    (filter.transport === undefined || row.transport === filter.transport) &&
    (filter.pinned === undefined || row.pinned === filter.pinned) &&
    (filter.refused === undefined || (row.refusal !== null) === filter.refused) &&
    (filter.minimumDurationMs === undefined || row.durationMs >= filter.minimumDurationMs);
}

/** The whole name, whatever the case, as the log compares it. */
function isNamed(name: string | null | undefined, wanted: string | undefined): boolean {
  return wanted === undefined || name?.toLowerCase() === wanted.toLowerCase();
}
