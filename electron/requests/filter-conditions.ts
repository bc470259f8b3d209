import type { RequestSelection } from "../core/request-log.ts";

const TEXT_COLUMNS = [
  "request.method",
  "request.target",
  "request.client_name",
  "request_body.request_body",
  "request_body.response_body",
];

const MEMORY_COLUMNS = ["request.target", "request_body.request_body", "request_body.response_body"];

/** Whether the bodies must be read to tell what passes. */
export function readsBodies(filter: RequestSelection): boolean {
  return filter.text !== undefined || filter.memory !== undefined;
}

/** The SQL conditions of a filter over `request` and, where {@link readsBodies} says so, `request_body`. */
export function conditionsOf(filter: RequestSelection): {
  readonly conditions: readonly string[];
  readonly parameters: Record<string, string | number>;
} {
  const conditions: string[] = [];
  const parameters: Record<string, string | number> = {};
  const add = (name: string, value: string | number | undefined, condition: string) => {
    if (value === undefined) return;
    conditions.push(condition);
    parameters[name] = value;
  };
  add("client", filter.client, "request.client_name = :client");
  add("method", filter.method, "request.method = :method");
  add("target", filter.target, "request.target = :target");
  add("outcome", filter.outcome, "request.outcome = :outcome");
  add("transport", filter.transport, "request.transport = :transport");
  add("minimumDurationMs", filter.minimumDurationMs, "request.duration_ms >= :minimumDurationMs");
  // Written out, so that the index of the pinned ones alone serves it.
  if (filter.pinned !== undefined) conditions.push(`request.pinned = ${filter.pinned ? 1 : 0}`);
  if (filter.refused !== undefined) conditions.push(`request.refusal IS ${filter.refused ? "NOT " : ""}NULL`);
  add("since", filter.since, "request.at >= :since");
  add("until", filter.until, "request.at < :until");
  add("memory", filter.memory, `(${MEMORY_COLUMNS.map((column) => `instr(${column}, :memory) > 0`).join(" OR ")})`);
  add(
    "ids",
    filter.ids === undefined ? undefined : JSON.stringify(filter.ids),
    "request.id IN (SELECT value FROM json_each(:ids))",
  );
  add(
    "text",
    filter.text === undefined ? undefined : `%${filter.text.replace(/[\\%_]/g, "\\$&")}%`,
    `(${TEXT_COLUMNS.map((column) => `${column} LIKE :text ESCAPE '\\'`).join(" OR ")})`,
  );
  return { conditions, parameters };
}
