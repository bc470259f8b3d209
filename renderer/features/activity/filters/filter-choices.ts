import type { RequestFilter, RequestSummary } from "../../../../electron/core/request-log.ts";

/** Rows looked through for names; the newest say what is going on. */
const LOOKED_AT = 500;

/** Clients and methods to choose from: those known, those seen in the newest rows, and the one chosen now. */
export function namesToChoose(
  rows: readonly RequestSummary[],
  known: readonly { readonly name: string }[],
  filter: RequestFilter,
): { readonly clients: readonly string[]; readonly methods: readonly string[] } {
  const clients = new Set(known.map((client) => client.name));
  const methods = new Set<string>();
  for (const row of rows.slice(0, LOOKED_AT)) {
    if (row.client !== null) clients.add(row.client.name);
    if (row.method !== null) methods.add(row.method);
  }
  if (filter.client !== undefined) clients.add(filter.client);
  if (filter.method !== undefined) methods.add(filter.method);
  return { clients: [...clients].sort(), methods: [...methods].sort() };
}
