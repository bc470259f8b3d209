import { formatRoute, type Route } from "../../../navigation/route.ts";
import { formatQuery, type MemoryQuery, parseQuery } from "../query/memory-query.ts";

/** The address of a list with its filters; the open memory is no part of it. */
export function viewAddress(query: MemoryQuery): string {
  return formatRoute({ place: "memories", path: [query.view], query: formatQuery(query) });
}

/** Whether the window shows this list, whatever memory is open in it. */
export function showsView(route: Route, address: string): boolean {
  return route.place === "memories" && viewAddress(parseQuery(route.path[0], route.query)) === address;
}
