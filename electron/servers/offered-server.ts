import { isDeepStrictEqual } from "node:util";
import type { Caller, Grant } from "../core/caller.ts";
import type { CatalogKind, ConcernsClient } from "../mcp/catalog-entries.ts";
import { OWN_PROMPTS, OWN_TOOLS } from "../mcp/own-names.ts";
import { exposedNames, modelNames } from "./exposed-names.ts";
import type { ManagedServer } from "./managed-server.ts";
import type { ServerRecord } from "./server-file.ts";
import { type ToolPin, toolPins, unpinned } from "./tool-pins.ts";

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

/**
 * Returns every server with the names that clients use. These depend on the set of servers, not on a client's grant.
 */
export function offeredServers(
  records: readonly ServerRecord[],
  find: (id: string) => { readonly managed: ManagedServer; record(): ServerRecord },
): readonly OfferedServer[] {
  const namesOf = (
    pick: (record: ServerRecord) => readonly string[],
    reserved: readonly string[],
    form: typeof modelNames = (names) => names,
  ) => {
    const own = records.flatMap((record) => pick(record).map((name) => ({ server: record.name, name })));
    const exposed = exposedNames(form(own), reserved);
    const tables = new Map(records.map(({ name }) => [name, new Map<string, string>()]));
    for (const [index, { server, name }] of own.entries()) tables.get(server)?.set(name, exposed[index] ?? name);
    return tables;
  };
  const tools = namesOf(({ approved }) => approved.map(({ definition }) => definition.name), OWN_TOOLS, modelNames);
  const prompts = namesOf(({ offered }) => offered.prompts.map(({ name }) => name), OWN_PROMPTS);
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

type CatalogListener = (kind: CatalogKind, concerns: ConcernsClient) => void;

/** Notifies listeners of changes to the entries of servers, with the clients that a change concerns. */
export class CatalogChanges {
  readonly #listeners = new Set<CatalogListener>();

  /** @returns a function that removes the listener */
  listen(listener: CatalogListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** A server was added or removed, which can also rename the entries of others. */
  notifyAll(): void {
    for (const kind of ["tools", "prompts", "resources"] as const) this.#notify(kind, hasServers);
  }

  /**
   * Compares a record before and after a change.
   * @param before the record, and the names of all servers at that time
   */
  notifyChange(
    before: { readonly record: ServerRecord; readonly names: readonly OfferedServer[] },
    after: { readonly record: ServerRecord; readonly names: readonly OfferedServer[] },
  ): void {
    const { id } = after.record;
    const areOthersRenamed = !isDeepStrictEqual(namesOfOthers(before.names, id), namesOfOthers(after.names, id));
    const concerned = areOthersRenamed ? hasServers : concerns(id);
    const differs = (part: (record: ServerRecord) => unknown) =>
      !isDeepStrictEqual(part(before.record), part(after.record));
    if (differs(toolsOf)) this.#notify("tools", concerned);
    if (differs(({ offered }) => offered.prompts)) this.#notify("prompts", concerned);
    if (differs(({ offered }) => [offered.resources, offered.templates])) this.#notify("resources", concerned);
  }

  /** The hint in a server's tool description changed for this client. */
  notifyReader(server: string, { subject, project }: Caller): void {
    const usesServer = concerns(server);
    this.#notify("tools", (grant, client) => {
      return client.subject === subject && client.project === project && usesServer(grant);
    });
  }

  #notify(kind: CatalogKind, isConcerned: ConcernsClient): void {
    for (const listener of [...this.#listeners]) listener(kind, isConcerned);
  }
}

function toolsOf(record: ServerRecord): readonly unknown[] {
  return toolPins(record).map(({ state, enabled, approved, offered }) => [
    state,
    enabled,
    approved,
    offered === null ? null : unpinned(offered),
  ]);
}

function namesOfOthers(servers: readonly OfferedServer[], id: string): readonly unknown[] {
  return servers.filter(({ record }) => record.id !== id).map(({ toolNames, promptNames }) => [toolNames, promptNames]);
}

function hasServers({ servers = [] }: Grant): boolean {
  return servers.length > 0;
}

function concerns(id: string): (grant: Grant) => boolean {
  return ({ servers = [] }) => servers.some(({ server }) => server === id);
}
