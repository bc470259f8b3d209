import { useMemo } from "react";
import type { RequestFilter } from "../../../../electron/core/request-log.ts";
import { useBridgeQuery } from "../../../data/use-bridge-query.ts";
import type { LiveLog, LogSnapshot } from "../log/live-log.ts";
import { useLogValue } from "../log/use-live-log.ts";

/** Rows looked through for names; the newest say what is going on. */
const LOOKED_AT = 200;

/** Clients and methods to choose from: those known, those seen in the newest rows, and the one chosen now. */
export function useNames(
  log: LiveLog,
  filter: RequestFilter,
): { readonly clients: readonly string[]; readonly methods: readonly string[] } {
  const known = useBridgeQuery("clients.list", {}).data;
  // As text, so that a flood of rows with the same names changes nothing here.
  const seenClients = useLogValue(log, (snapshot) => seen(snapshot, (row) => row.client?.name));
  const seenMethods = useLogValue(log, (snapshot) => seen(snapshot, (row) => row.method));
  return useMemo(() => {
    const clients = [...split(seenClients), ...(known ?? []).map((client) => client.name), filter.client];
    return { clients: sorted(clients), methods: sorted([...split(seenMethods), filter.method]) };
  }, [known, seenClients, seenMethods, filter]);
}

function seen(snapshot: LogSnapshot, nameOf: (row: LogSnapshot["rows"][number]) => string | null | undefined): string {
  return sorted(snapshot.rows.slice(0, LOOKED_AT).map(nameOf)).join("\n");
}

function split(names: string): string[] {
  return names === "" ? [] : names.split("\n");
}

function sorted(names: readonly (string | null | undefined)[]): string[] {
  return [...new Set(names.filter((name) => name != null))].sort();
}
