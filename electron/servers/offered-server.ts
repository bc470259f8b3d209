import { exposedNames } from "./exposed-names.ts";
import type { ManagedServer } from "./managed-server.ts";
import type { ServerRecord } from "./server-file.ts";
import { type ToolPin, toolPins } from "./tool-pins.ts";
import { SEARCH_TOOLS } from "./tool-search.ts";

/** A server with the names that clients use. */
export interface OfferedServer {
  readonly record: ServerRecord;
  readonly managed: ManagedServer;
  readonly pins: readonly ToolPin[];
  /** The current pins: a server that was just started may have changed its tools. */
  current(): readonly ToolPin[];
  /** By own name. */
  readonly toolNames: ReadonlyMap<string, string>;
  readonly promptNames: ReadonlyMap<string, string>;
}

/** Names of Recollect's own tools and prompts. */
export interface ReservedNames {
  readonly tools: ReadonlySet<string>;
  readonly prompts: ReadonlySet<string>;
}

/**
 * Returns every server with the names that clients use. These depend on the set of servers, not on a client's grant.
 */
export function offeredServers(
  records: readonly ServerRecord[],
  reserved: ReservedNames,
  find: (id: string) => { readonly managed: ManagedServer; record(): ServerRecord },
): readonly OfferedServer[] {
  const namesOf = (pick: (record: ServerRecord) => readonly string[], taken: ReadonlySet<string>) => {
    const own = records.flatMap((record) => pick(record).map((name) => ({ server: record.name, name })));
    const exposed = exposedNames(own, taken);
    const tables = new Map(records.map(({ name }) => [name, new Map<string, string>()]));
    for (const [index, { server, name }] of own.entries()) tables.get(server)?.set(name, exposed[index] ?? name);
    return tables;
  };
  const tools = namesOf(
    ({ approved }) => approved.map(({ definition }) => definition.name),
    new Set([...reserved.tools, ...SEARCH_TOOLS]),
  );
  const prompts = namesOf(({ offered }) => offered.prompts.map(({ name }) => name), reserved.prompts);
  return records.map((record) => {
    const found = find(record.id);
    let compared = { record, pins: toolPins(record) };
    return {
      record,
      managed: found.managed,
      pins: compared.pins,
      // Cached: each call reads it twice, and comparing the schemas of all tools takes longer than a call.
      current() {
        const now = found.record();
        if (now !== compared.record) compared = { record: now, pins: toolPins(now) };
        return compared.pins;
      },
      toolNames: tools.get(record.name) ?? new Map(),
      promptNames: prompts.get(record.name) ?? new Map(),
    };
  });
}
