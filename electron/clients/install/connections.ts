import { existsSync } from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import type {
  CatalogueClient,
  ConnectionPreview,
  ConnectionScope,
  FileState,
  StaleConnection,
  Transport,
} from "../../core/client-connection.ts";
import { RecollectError } from "../../core/errors.ts";
import type { Clock } from "../../core/ports.ts";
import { CATALOGUE } from "../connect/catalogue.ts";
import {
  type ConnectClient,
  type Entry,
  type Machine,
  placeOf,
  SERVER_NAME,
  type ShimCommand,
  shimFor,
} from "../connect/client.ts";
import { readConfigurationFile, replaceConfigurationFile } from "./configuration-file.ts";
import { type ConnectionRecord, openConnectionRegistry } from "./connection-registry.ts";
import { isInstalled } from "./installed.ts";
import { keepPlans } from "./kept-plans.ts";
import { isOurEntry, startsNothing, startsShimAnonymously } from "./our-entry.ts";
import type { ConnectionPlan, Target } from "./plan.ts";
import { inFile } from "./refusal.ts";
import { fileOf, transportsFor } from "./targets.ts";

/** The parsers of JSON, TOML and YAML are loaded with the first file that needs one: they would delay every start. */
const loadEditing = () => import("./edit-text.ts");
const loadPlanning = () => import("./plan.ts");

export interface ConnectionDependencies extends Machine {
  /** The address of `/mcp` now. */
  url(): string;
  /** The token of one client of the catalogue; asked only where a file or link will hold it. */
  tokenFor(clientId: string): Promise<string>;
  /** How a client starts the shim, with the variables it needs. */
  readonly shim: ShimCommand;
  /** Where it is kept what was written. */
  readonly registryFile: string;
  /** Writes a whole file that only its owner may read. */
  writePrivateFile(file: string, content: string): void;
  readonly clock: Clock;
  newId(): string;
}

export interface ConnectionChoice {
  readonly clientId: string;
  readonly scope: ConnectionScope;
  /** The project's folder, absolute, for the scope `project`. */
  readonly project?: string | undefined;
}

/** Writes clients' configuration files, and takes back what was written. */
export interface Connections {
  /** Every client as it stands on this machine, in the order of the catalogue. */
  catalogue(): Promise<CatalogueClient[]>;
  /** What connecting would write; changes nothing. @throws not_found, invalid_argument, storage */
  planConnect(choice: ConnectionChoice & { readonly transport: Transport }): Promise<ConnectionPreview>;
  /** What disconnecting would write; changes nothing. @throws conflict where the entry is not ours */
  planDisconnect(choice: ConnectionChoice): Promise<ConnectionPreview>;
  /**
   * Files we wrote that hold an address, a token or a path that is no longer so, and files of the owner's that start the
   * shim without saying for which client.
   */
  stale(): Promise<StaleConnection[]>;
  /** What would bring one of those files up to date. @throws not_found */
  planRefresh(file: string): Promise<ConnectionPreview>;
  /**
   * Does what a preview showed, once.
   * @throws not_found for a plan that is not kept any more, conflict where the file changed since
   */
  apply(planId: string): ConnectionPreview;
}

/**
 * The one way in to clients' files, for the window and the command line alike: plan (prompt-less, without effect), show
 * `difference` (`formatDifference` prints it), then `apply` the plan by its id.
 */
export function createConnections(dependencies: ConnectionDependencies): Connections {
  const { shim, clock, newId } = dependencies;
  const machine: Machine = dependencies;
  const registry = openConnectionRegistry(dependencies.registryFile, dependencies.writePrivateFile);
  const { keep, take } = keepPlans<ConnectionPlan>();

  function target(client: ConnectClient, scope: ConnectionScope, file: string): Target {
    const written = registry.find(file);
    return {
      client,
      scope,
      file: readConfigurationFile(file),
      written,
      isOurs: (entry) => isOurEntry(entry, shim, written),
    };
  }

  /** Our entry as the file should hold it now. */
  async function entryFor(client: ConnectClient, transport: Transport, scope: ConnectionScope): Promise<Entry> {
    const project = scope === "project" ? client.projectFile : null;
    const token = transport === "stdio" ? "" : (project?.tokenReference ?? (await dependencies.tokenFor(client.id)));
    const context = { ...machine, url: dependencies.url(), token, shim: shimFor(client.id, shim) };
    if (transport === "http" && project?.httpEntry !== undefined) return project.httpEntry(context);
    return client.entry(context, transport);
  }

  /** What stands in a file under our name; undefined where there is nothing. @throws invalid_argument, storage */
  async function presentIn(client: ConnectClient, scope: ConnectionScope, file: string): Promise<unknown> {
    const { text } = readConfigurationFile(file);
    // Most files have nothing of us, and some are large.
    if (!text.includes(SERVER_NAME)) return undefined;
    const { readEntry } = await loadEditing();
    return readEntry(text, placeOf(client, scope));
  }

  async function stateOf(client: ConnectClient, scope: ConnectionScope, file: string | null): Promise<FileState> {
    if (file === null) return "absent";
    try {
      const entry = await presentIn(client, scope, file);
      if (entry === undefined) return "absent";
      return isOurEntry(entry, shim, registry.find(file)) ? "connected" : "foreign";
    } catch {
      return "unreadable";
    }
  }

  /** An entry that starts our shim without saying whose it is, put there by hand: it comes in as the owner. */
  async function isAnonymous(client: ConnectClient, scope: ConnectionScope, file: string): Promise<boolean> {
    try {
      return startsShimAnonymously(await presentIn(client, scope, file), shim);
    } catch {
      return false;
    }
  }

  /** Whose a file is that we did not write, where it starts our shim. */
  async function handWritten(file: string): Promise<Pick<ConnectionRecord, "clientId" | "scope" | "transport"> | null> {
    const client = CATALOGUE.find((each) => each.userFiles(machine).includes(file));
    if (client === undefined || !(await isAnonymous(client, "user", file))) return null;
    return { clientId: client.id, scope: "user", transport: "stdio" };
  }

  async function linkOf(client: ConnectClient): Promise<string | null> {
    if (client.deepLink === undefined) return null;
    const token = client.takesHttp ? await dependencies.tokenFor(client.id) : "";
    return client.deepLink({ ...machine, url: dependencies.url(), token, shim: shimFor(client.id, shim) });
  }

  async function isStale(record: ConnectionRecord): Promise<boolean> {
    const client = CATALOGUE.find((each) => each.id === record.clientId);
    if (client === undefined || (await stateOf(client, record.scope, record.path)) !== "connected") return false;
    if (await isAnonymous(client, record.scope, record.path)) return true;
    // Another copy of the program starts the shim as well: it is only old when it is gone.
    if (record.transport === "stdio") return startsNothing(record.entry);
    return !isDeepStrictEqual(await entryFor(client, record.transport, record.scope), record.entry);
  }

  return {
    async catalogue() {
      const clients: CatalogueClient[] = [];
      for (const client of CATALOGUE) {
        const file = client.userFiles(machine).length === 0 ? null : fileOf(client, machine, "user");
        clients.push({
          id: client.id,
          title: client.title,
          installed: isInstalled(client, machine),
          file,
          state: await stateOf(client, "user", file),
          transports: client.takesHttp ? ["stdio", "http"] : ["stdio"],
          writes: { user: transportsFor(client, machine, "user"), project: transportsFor(client, machine, "project") },
          deepLink: await linkOf(client),
          afterwards: client.afterwards,
        });
      }
      return clients;
    },

    async planConnect({ clientId, scope, project, transport }) {
      const client = clientOf(clientId);
      const file = fileOf(client, machine, scope, project);
      if (!transportsFor(client, machine, scope).includes(transport)) {
        throw new RecollectError("invalid_argument", `${client.title} takes no ${transport} entry in this file.`, {
          field: "transport",
          hint: "Choose the other way in, or copy the configuration.",
          details: { reason: "entry_impossible", client: client.title },
        });
      }
      const entry = await entryFor(client, transport, scope);
      const { planPut } = await loadPlanning();
      const stamp = { id: newId(), at: clock.now() };
      return keep(inFile(file, () => planPut(target(client, scope, file), transport, entry, stamp)));
    },

    async planDisconnect({ clientId, scope, project }) {
      const client = clientOf(clientId);
      const file = fileOf(client, machine, scope, project);
      const { planTake } = await loadPlanning();
      const stamp = { id: newId(), at: clock.now() };
      return keep(inFile(file, () => planTake(target(client, scope, file), stamp)));
    },

    async stale() {
      const found: StaleConnection[] = [];
      for (const record of registry.list()) {
        if (!(await isStale(record))) continue;
        const { clientId, scope, path: file } = record;
        found.push({ clientId, title: clientOf(clientId).title, scope, path: file });
      }
      for (const client of CATALOGUE) {
        const file = client.userFiles(machine).find((each) => existsSync(each));
        if (file === undefined || registry.find(file) !== null) continue;
        if (!(await isAnonymous(client, "user", file))) continue;
        found.push({ clientId: client.id, title: client.title, scope: "user", path: file });
      }
      return found;
    },

    async planRefresh(file) {
      const record = registry.find(file) ?? (await handWritten(file));
      if (record === null) {
        throw new RecollectError("not_found", `${path.basename(file)} was not written by Recollect.`, {
          hint: "Choose the client and connect it.",
        });
      }
      const { clientId, scope, transport } = record;
      const client = clientOf(clientId);
      const entry = await entryFor(client, transport, scope);
      const { planPut } = await loadPlanning();
      const stamp = { id: newId(), at: clock.now() };
      return keep(inFile(file, () => planPut(target(client, scope, file), transport, entry, stamp)));
    },

    apply(planId) {
      const { preview, file, text, newMode, record } = take(planId);
      if (preview.difference.length > 0 || text !== file.text) {
        replaceConfigurationFile(file, text, { backupPath: preview.backupPath, newMode });
      }
      if (record === null) registry.forget(preview.path);
      else registry.save(record);
      return preview;
    },
  };
}

function clientOf(id: string): ConnectClient {
  const client = CATALOGUE.find((each) => each.id === id);
  if (client !== undefined) return client;
  throw new RecollectError("not_found", `There is no client "${id.slice(0, 60)}" in the catalogue.`, {
    field: "clientId",
    hint: `Choose one of ${CATALOGUE.map((each) => each.id).join(", ")}.`,
  });
}
