import { isDeepStrictEqual } from "node:util";
import type { Caller, Grant } from "../core/caller.ts";
import type { CatalogKind, ConcernsClient } from "../mcp/catalog-entries.ts";
import type { OfferedServer } from "./offered-server.ts";
import type { ServerRecord } from "./server-file.ts";
import { toolPins } from "./tool-pins.ts";

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
  return toolPins(record).map(({ state, enabled, approved }) => [state, enabled, approved]);
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
