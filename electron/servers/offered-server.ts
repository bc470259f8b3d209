import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Caller, Grant } from "../core/caller.ts";
import { nameKey } from "../core/name-key.ts";
import type { CatalogKind, ConcernsClient } from "../mcp/catalog-entries.ts";
import { OWN_PROMPTS, OWN_TOOLS } from "../mcp/own-names.ts";
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

/** Model APIs limit tool names to 64 characters, and refuse a request with any other character in one. */
const MAX_NAME_LENGTH = 64;
const OTHER_CHARACTERS = /[^A-Za-z0-9_-]+/g;
const HASH_LENGTH = 8;

/** The name of a server's tool or prompt. */
export interface OwnName {
  readonly server: string;
  readonly name: string;
}

/**
 * Returns the names that clients use, in the order of the given names. A name that is unique and does not
 * resemble a reserved one stays; otherwise each server's name becomes `server__name`. The result depends only on the set of
 * names, not on their order or on which servers run.
 * @param names for tools as {@link modelNames} returns them
 */
export function exposedNames(names: readonly OwnName[], reserved: readonly string[]): readonly string[] {
  const keys = new Set(reserved.map(nameKey));
  const exposed = names.map(({ name }) => name);
  // A prefixed name can be the own name of another tool, which is prefixed in turn. Each pass prefixes at least one.
  for (;;) {
    const counts = new Map<string, number>();
    for (const name of exposed) counts.set(name, (counts.get(name) ?? 0) + 1);
    const ambiguous = names.flatMap(({ server, name }, index) => {
      const current = exposed[index] ?? name;
      const isTaken = keys.has(nameKey(current)) || (counts.get(current) ?? 0) > 1;
      return isTaken && current !== prefixed(server, name) ? [index] : [];
    });
    if (ambiguous.length === 0) return exposed;
    for (const index of ambiguous) {
      const own = names[index];
      if (own !== undefined) exposed[index] = prefixed(own.server, own.name);
    }
  }
}

/**
 * Returns the names of tools in the form that model APIs accept: letters, digits, underscores and hyphens, at most 64.
 * Other characters become an underscore. A name of a server that becomes the name of another of its tools, is too long, or
 * has no character left, ends with a hash of the original.
 */
export function modelNames(names: readonly OwnName[]): readonly OwnName[] {
  const plain = names.map(({ name }) => name.replace(OTHER_CHARACTERS, "_"));
  const keyOf = (server: string, name: string) => `${server} ${name}`;
  const counts = new Map<string, number>();
  for (const [index, { server }] of names.entries()) {
    const key = keyOf(server, plain[index] ?? "");
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return names.map(({ server, name }, index) => {
    const mapped = plain[index] ?? "";
    if (mapped === name && name !== "" && name.length <= MAX_NAME_LENGTH) return { server, name };
    const isUnique = counts.get(keyOf(server, mapped)) === 1 && /[A-Za-z0-9]/.test(mapped);
    if (isUnique && mapped.length <= MAX_NAME_LENGTH) return { server, name: mapped };
    return { server, name: hashed(/[A-Za-z0-9]/.test(mapped) ? mapped : "tool", name) };
  });
}

function prefixed(server: string, name: string): string {
  const full = `${server}__${name}`;
  return full.length <= MAX_NAME_LENGTH ? full : hashed(full, full);
}

/** The start of a name with a hash of a text. */
function hashed(name: string, text: string): string {
  const hash = createHash("sha256").update(text).digest("hex").slice(0, HASH_LENGTH);
  return `${name.slice(0, MAX_NAME_LENGTH - HASH_LENGTH - 1)}_${hash}`;
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
