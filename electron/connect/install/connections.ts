import { existsSync } from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import type {
  ConnectionPreview,
  ConnectionScope,
  FileState,
  KnownClient,
  StaleConnection,
  Transport,
} from "../../core/client-connection.ts";
import type { RecordContext, RecordList } from "../../platform/record-file.ts";
import { RecollectError } from "../../text/errors.ts";
import { type ConnectClient, type Entry, type Machine, SERVER_NAME, type ShimCommand, shimFor } from "../client.ts";
import type { NamedEntry } from "../other-servers/plan-servers.ts";
import { CLIENTS, findClient } from "../registry.ts";
import { fileOf, isInstalled, transportsFor } from "./client-file.ts";
import {
  type ConnectionRecord,
  isOurEntry,
  openConnectionRegistry,
  startsMissingProgram,
  startsShimAnonymously,
} from "./connection-registry.ts";
import type { ConnectionPlan } from "./plan.ts";
import { PlanStore } from "./plan-store.ts";
import { planner as directPlanner, type Planner, type PlanRequest } from "./planner.ts";

export interface ConnectionDependencies extends Machine, RecordContext {
  /** The current address of `/mcp`. */
  url(): string;
  /** The token of a client by its id; called only if a file or link will contain it. */
  tokenFor(clientId: string): Promise<string>;
  /** The command that starts the shim, with the environment variables that it needs. */
  readonly shim: ShimCommand;
  /** The file of the connection registry. */
  readonly registryFile: string;
  /** The folder for backups of changed files. */
  readonly backupFolder: string;
  /** Reads and changes the files. By default in this thread. */
  readonly planner?: Planner;
  newId(): string;
}

export interface ConnectionChoice {
  readonly clientId: string;
  readonly scope: ConnectionScope;
  /** The absolute path of the project's folder, for the scope `project`. */
  readonly project?: string;
}

/** The other servers in a client's file. */
export interface OtherServers {
  readonly client: ConnectClient;
  readonly path: string;
  readonly text: string;
  /** By their names, in the order of the file. */
  readonly entries: readonly (readonly [string, unknown])[];
  /** Whether the file has our entry. */
  readonly isConnected: boolean;
}

/**
 * Writes clients' configuration files and undoes it, for the window and the command line: plan a change, show its
 * `difference`, then `apply` the plan by its id.
 */
export class Connections {
  readonly #dependencies: ConnectionDependencies;
  readonly #registry: RecordList<ConnectionRecord>;
  readonly #plans = new PlanStore<ConnectionPlan>();
  readonly #planner: Planner;

  constructor(dependencies: ConnectionDependencies) {
    this.#dependencies = dependencies;
    this.#planner = dependencies.planner ?? directPlanner;
    this.#registry = openConnectionRegistry({ ...dependencies, file: dependencies.registryFile });
  }

  /** The supported clients with their state on this machine, in the order of the registry. */
  async list(): Promise<KnownClient[]> {
    const machine = this.#dependencies;
    const clients: KnownClient[] = [];
    for (const client of CLIENTS) {
      const file = client.userFiles(machine).length === 0 ? null : fileOf(client, machine, "user");
      clients.push({
        id: client.id,
        title: client.title,
        wireNames: client.wireNames,
        isGeneric: client.isGeneric ?? false,
        installed: isInstalled(client, machine),
        file,
        state: await this.#stateOf(client, "user", file),
        transports: client.takesHttp ? ["stdio", "http"] : ["stdio"],
        writes: { user: transportsFor(client, machine, "user"), project: transportsFor(client, machine, "project") },
        deepLink: this.#linkOf(client),
        hasExtension: client.hasExtension ?? false,
        hasHooks: client.hasHooks ?? false,
        help: client.help ?? null,
      });
    }
    return clients;
  }

  /** Plans to connect a client; changes nothing. @throws not_found, invalid_argument, storage */
  async planConnect(choice: ConnectionChoice & { readonly transport: Transport }): Promise<ConnectionPreview> {
    const { clientId, scope, project, transport } = choice;
    const client = findClient(clientId);
    const file = fileOf(client, this.#dependencies, scope, project);
    if (!transportsFor(client, this.#dependencies, scope).includes(transport)) {
      throw new RecollectError("transport_unsupported", { client: client.title, transport }, { field: "transport" });
    }
    return await this.#planPut(client, scope, file, transport);
  }

  /** The transport of our entry in the client's file of the user. @throws not_found, invalid_argument */
  transportOf(clientId: string): Transport {
    const file = fileOf(findClient(clientId), this.#dependencies, "user");
    return this.#registry.get(file)?.transport ?? "stdio";
  }

  /** Plans to disconnect a client; changes nothing. @throws conflict if the entry is not ours */
  async planDisconnect({ clientId, scope, project }: ConnectionChoice): Promise<ConnectionPreview> {
    const client = findClient(clientId);
    const file = fileOf(client, this.#dependencies, scope, project);
    return this.#plans.add(await this.#planner.planRemove(this.#requestFor(client, scope, file)));
  }

  /**
   * The files that we wrote and whose address, token or program is out of date, and the files written by hand that
   * start the shim without naming the client.
   */
  async stale(): Promise<StaleConnection[]> {
    const found: StaleConnection[] = [];
    for (const record of this.#registry.list()) {
      if (!(await this.#isStale(record))) continue;
      const { clientId, scope, path: file } = record;
      found.push({ clientId, title: findClient(clientId).title, scope, path: file });
    }
    for (const client of CLIENTS) {
      const file = client.userFiles(this.#dependencies).find((each) => existsSync(each));
      if (file === undefined || this.#registry.get(file) !== undefined) continue;
      if (!(await this.#isAnonymous(client, "user", file))) continue;
      found.push({ clientId: client.id, title: client.title, scope: "user", path: file });
    }
    return found;
  }

  /** Plans to bring one of the stale files up to date. @throws not_found */
  async planRefresh(file: string): Promise<ConnectionPreview> {
    const record = this.#registry.get(file) ?? (await this.#handWritten(file));
    if (record === null) throw new RecollectError("connection_unknown", { file: path.basename(file) });
    return await this.#planPut(findClient(record.clientId), record.scope, file, record.transport);
  }

  /**
   * The other servers in a client's file, as they are there. A missing file has none.
   * @throws invalid_argument, storage
   */
  async otherServers({ clientId, scope, project }: ConnectionChoice): Promise<OtherServers> {
    const client = findClient(clientId);
    const file = fileOf(client, this.#dependencies, scope, project);
    const { text, entries } = await this.#planner.readAll({ clientId, scope, path: file });
    const isConnected = (await this.#stateOf(client, scope, file)) === "connected";
    return {
      client,
      path: file,
      text,
      entries: entries.filter(([name]) => name !== SERVER_NAME),
      isConnected,
    };
  }

  /** Plans to replace entries of other servers by ours; changes nothing. @throws conflict, invalid_argument */
  async planReplace(choice: ConnectionChoice, names: readonly string[]): Promise<ConnectionPreview> {
    const { client, path: file, isConnected } = await this.otherServers(choice);
    const { scope } = choice;
    // An entry that does not name the client would have memory only.
    const isCurrent = isConnected && !(await this.#isAnonymous(client, scope, file));
    const entry = isCurrent ? null : await this.#entryFor(client, "stdio", scope);
    return this.#plans.add(await this.#planner.planReplace(this.#requestFor(client, scope, file), names, entry));
  }

  /** Plans to put entries of other servers back; changes nothing. @throws conflict, invalid_argument */
  async planPutBack(
    choice: ConnectionChoice,
    entries: readonly NamedEntry[],
    options: { readonly removesOurs: boolean; readonly exactText: string | null },
  ): Promise<ConnectionPreview> {
    const { client, path: file } = await this.otherServers(choice);
    const request = this.#requestFor(client, choice.scope, file);
    return this.#plans.add(await this.#planner.planPutBack(request, entries, options));
  }

  /**
   * Applies a plan, once.
   * @throws not_found for an expired plan, conflict if the file changed since the preview, storage if the registry
   *   cannot be read; then nothing changes
   */
  async apply(planId: string): Promise<ConnectionPreview> {
    this.#registry.assertReadable();
    const { preview, file, text, newMode, isPrivate, record } = this.#plans.take(planId);
    if (preview.difference.length > 0 || text !== file.text) {
      await this.#planner.write(file, text, { backupPath: preview.backupPath, newMode, isPrivate });
    }
    if (record === null) this.#registry.delete(preview.path);
    else this.#registry.put(record);
    return preview;
  }

  async #planPut(
    client: ConnectClient,
    scope: ConnectionScope,
    file: string,
    transport: Transport,
  ): Promise<ConnectionPreview> {
    const entry = await this.#entryFor(client, transport, scope);
    return this.#plans.add(await this.#planner.planPut(this.#requestFor(client, scope, file), transport, entry));
  }

  #requestFor({ id: clientId }: ConnectClient, scope: ConnectionScope, path: string): PlanRequest {
    const { backupFolder, shim, newId, clock } = this.#dependencies;
    const written = this.#registry.get(path) ?? null;
    return { clientId, scope, path, backupFolder, written, shim, stamp: { id: newId(), at: clock.now() } };
  }

  /** Our entry as the file should contain it now. */
  async #entryFor(client: ConnectClient, transport: Transport, scope: ConnectionScope): Promise<Entry> {
    const { url, shim, tokenFor } = this.#dependencies;
    const project = scope === "project" ? client.projectFile : null;
    const token = transport === "stdio" ? "" : (project?.tokenReference ?? (await tokenFor(client.id)));
    const context = { ...this.#dependencies, url: url(), token, shim: shimFor(client.id, shim) };
    if (transport === "http" && project?.httpEntry !== undefined) return project.httpEntry(context);
    return client.entry(context, transport);
  }

  /** The entry named `recollect` in a file; undefined if there is none. @throws invalid_argument, storage */
  async #presentIn(client: ConnectClient, scope: ConnectionScope, file: string): Promise<unknown> {
    return await this.#planner.readOurs({ clientId: client.id, scope, path: file }, SERVER_NAME);
  }

  async #stateOf(client: ConnectClient, scope: ConnectionScope, file: string | null): Promise<FileState> {
    if (file === null) return "absent";
    try {
      const entry = await this.#presentIn(client, scope, file);
      if (entry === undefined) return "absent";
      return isOurEntry(entry, this.#dependencies.shim, this.#registry.get(file) ?? null) ? "connected" : "foreign";
    } catch {
      return "unreadable";
    }
  }

  /** Whether a hand-written entry starts our shim without naming the client. */
  async #isAnonymous(client: ConnectClient, scope: ConnectionScope, file: string): Promise<boolean> {
    try {
      return startsShimAnonymously(await this.#presentIn(client, scope, file), this.#dependencies.shim);
    } catch {
      return false;
    }
  }

  /** The client of a file that we did not write but that starts our shim. */
  async #handWritten(file: string): Promise<Pick<ConnectionRecord, "clientId" | "scope" | "transport"> | null> {
    const client = CLIENTS.find((each) => each.userFiles(this.#dependencies).includes(file));
    if (client === undefined || !(await this.#isAnonymous(client, "user", file))) return null;
    return { clientId: client.id, scope: "user", transport: "stdio" };
  }

  /** The link that makes a client add us; it contains no token, because the system opens it by a command line. */
  #linkOf(client: ConnectClient): string | null {
    const { url, shim } = this.#dependencies;
    const context = { ...this.#dependencies, url: url(), token: "", shim: shimFor(client.id, shim) };
    return client.deepLink?.build(context) ?? null;
  }

  async #isStale(record: ConnectionRecord): Promise<boolean> {
    const client = CLIENTS.find((each) => each.id === record.clientId);
    if (client === undefined || (await this.#stateOf(client, record.scope, record.path)) !== "connected") return false;
    if (await this.#isAnonymous(client, record.scope, record.path)) return true;
    // Another installation of Recollect starts the shim too, so the program is stale only if it is missing.
    if (record.transport === "stdio") return startsMissingProgram(record.entry);
    return !isDeepStrictEqual(await this.#entryFor(client, record.transport, record.scope), record.entry);
  }
}
