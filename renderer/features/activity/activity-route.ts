import type { RequestFilter } from "../../../electron/core/request-log.ts";
import type { Route } from "../../navigation/route.ts";

const OUTCOMES = ["ok", "error", "cancelled"] as const;
const TRANSPORTS = ["http", "stdio", "rest"] as const;

/** The filter and the open message that an address such as `#/activity/812?client=codex&outcome=error` names. */
export function readActivityRoute(route: Route): { readonly filter: RequestFilter; readonly openId: number | null } {
  const { query, path } = route;
  const words = (key: "client" | "method" | "target" | "text" | "memory") => {
    const value = query.get(key);
    return value === null || value === "" ? {} : { [key]: value };
  };
  const moment = (key: "since" | "until") => {
    const value = Date.parse(query.get(key) ?? "");
    return Number.isNaN(value) ? {} : { [key]: value };
  };
  const outcome = OUTCOMES.find((value) => value === query.get("outcome"));
  const transport = TRANSPORTS.find((value) => value === query.get("transport"));
  const minimum = Number(query.get("minimum") ?? "");
  const id = Number(path[0] ?? "");
  return {
    filter: {
      ...words("client"),
      ...words("method"),
      ...words("target"),
      ...words("text"),
      ...words("memory"),
      ...moment("since"),
      ...moment("until"),
      ...(outcome === undefined ? {} : { outcome }),
      ...(transport === undefined ? {} : { transport }),
      ...(query.get("pinned") === "yes" ? { pinned: true } : {}),
      ...(query.get("refused") === "yes" ? { refused: true } : {}),
      ...(minimum > 0 ? { minimumDurationMs: minimum } : {}),
    },
    openId: Number.isSafeInteger(id) && id > 0 ? id : null,
  };
}

/** The address of a filter and an open message. */
export function activityTarget(filter: RequestFilter, openId: number | null) {
  const { minimumDurationMs, pinned, refused, since, until, ...words } = filter;
  const query = new URLSearchParams(words as Record<string, string>);
  if (minimumDurationMs !== undefined) query.set("minimum", String(minimumDurationMs));
  if (pinned === true) query.set("pinned", "yes");
  if (refused === true) query.set("refused", "yes");
  if (since !== undefined) query.set("since", new Date(since).toISOString());
  if (until !== undefined) query.set("until", new Date(until).toISOString());
  return { place: "activity" as const, path: openId === null ? [] : [String(openId)], query };
}
