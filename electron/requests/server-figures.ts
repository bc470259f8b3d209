import type { Database } from "better-sqlite3";
import type { RequestOutcome, ServerFigures } from "../core/request-log.ts";
import { summarise } from "./rate-query.ts";

/** Requests of a server to the client whose call it serves. The client's responses are received too. */
const SERVER_REQUESTS = ["elicitation/create", "sampling/createMessage", "roots/list"];

/** Returns a function for the figures of servers since the local midnight. An index has every column that it reads. */
export function createServerFigures(database: Database) {
  const select = database
    .prepare<[string, number], readonly [RequestOutcome, number | null]>(
      `SELECT outcome, server_ms FROM request WHERE server = ? AND at >= ? AND direction = 'received'
         AND method NOT IN (${SERVER_REQUESTS.map((method) => `'${method}'`).join()})`,
    )
    .raw();
  return (names: readonly string[], now: number): ServerFigures[] => {
    const midnight = new Date(now).setHours(0, 0, 0, 0);
    return names.map((name) => {
      const rows = select.all(name, midnight);
      const { requests, errors, p50 } = summarise({
        requests: rows.length,
        errors: rows.filter(([outcome]) => outcome === "error").length,
        durations: rows.flatMap(([, serverMs]) => serverMs ?? []),
      });
      return { calls: requests, errors, p50 };
    });
  };
}
