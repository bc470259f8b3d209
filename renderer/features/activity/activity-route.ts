import {
  REQUEST_FILTER_FIELD_LIST,
  type RequestFilter,
  type RequestFilterField,
} from "../../../electron/core/request-filter.ts";
import type { Route } from "../../navigation/route.ts";

/** Reads the filter and the open message of an address such as `#/activity/812?client=codex&outcome=error`. */
export function readActivityRoute({ path, query }: Route): {
  readonly filter: RequestFilter;
  readonly openId: number | null;
} {
  const filter: Partial<Record<RequestFilterField, unknown>> = {};
  for (const [field, { kind, choices }] of REQUEST_FILTER_FIELD_LIST) {
    const value = query.get(parameterOf(field)) ?? "";
    const read = {
      text: () => value || undefined,
      number: () => (Number(value) > 0 ? Number(value) : undefined),
      time: () => (Number.isNaN(Date.parse(value)) ? undefined : Date.parse(value)),
      flag: () => value === "yes" || undefined,
      choice: () => choices?.find((choice) => choice === value),
    };
    filter[field] = read[kind]();
  }
  const id = Number(path[0] ?? "");
  return { filter: filter as RequestFilter, openId: Number.isSafeInteger(id) && id > 0 ? id : null };
}

/** The address of a filter and an open message. */
export function activityTarget(filter: RequestFilter, openId: number | null) {
  const query = new URLSearchParams();
  for (const [field, { kind }] of REQUEST_FILTER_FIELD_LIST) {
    const value = filter[field];
    if (value === undefined || value === false) continue;
    const text = kind === "time" ? new Date(Number(value)).toISOString() : kind === "flag" ? "yes" : String(value);
    query.set(parameterOf(field), text);
  }
  return { place: "activity" as const, path: openId === null ? [] : [String(openId)], query };
}

function parameterOf(field: RequestFilterField): string {
  return field === "minimumDurationMs" ? "minimum" : field;
}
