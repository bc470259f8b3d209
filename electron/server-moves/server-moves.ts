import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Tokens } from "../auth/tokens.ts";
import { readConfigurationFile } from "../connect/install/configuration-file.ts";
import type { ConnectionChoice, Connections } from "../connect/install/connections.ts";
import { PlanStore } from "../connect/install/plan-store.ts";
import { type ClientServer, readServers } from "../connect/other-servers/read-server.ts";
import type { ServerGrant } from "../core/caller.ts";
import type { Events } from "../core/events.ts";
import type { FilePreview } from "../core/file-preview.ts";
import type { Logger } from "../core/ports.ts";
import { likelySecretsIn, replaceRanges } from "../core/secrets/find-secrets.ts";
import type {
  MovableServer,
  ServerMovePreview,
  ServerMoveResult,
  ServerReturnPreview,
  ServerSource,
} from "../core/server-moves.ts";
import { freeName, toServerName } from "../core/server-name.ts";
import type { ServerService, ServerSummary } from "../core/servers.ts";
import { createMutex } from "../core/util/mutex.ts";
import { RecollectError, toErrorBody } from "../text/errors.ts";
import type { Move, MovedServer, MovedServers } from "./moved-servers.ts";

export interface ServerMoveDependencies {
  readonly connections: Connections;
  readonly moved: MovedServers;
  /** Null until a server was added. */
  opened(): ServerService | null;
  open(): Promise<ServerService>;
  readonly tokens: Pick<Tokens, "standing" | "update" | "list">;
  readonly events: Pick<Events, "emit">;
  readonly machine: { readonly platform: NodeJS.Platform; readonly home: string; readonly env: NodeJS.ProcessEnv };
  readonly logger: Logger;
  newId(): string;
}

interface MoveChoice extends ConnectionChoice {
  readonly names: readonly string[] | null;
  readonly variables: Readonly<Record<string, string>>;
}

/** A server in a client's file, with its name in Recollect. */
interface Named {
  readonly source: ClientServer;
  readonly serverName: string;
  readonly exists: boolean;
}

interface MovePlan {
  readonly preview: ServerMovePreview;
  readonly choice: ConnectionChoice;
  readonly chosen: readonly Named[];
}

interface ReturnPlan {
  readonly preview: ServerReturnPreview;
  readonly filePlanId: string;
  readonly moves: readonly Move[];
}

/** A server after its addition to Recollect. */
interface Placed {
  readonly named: Named;
  readonly id: string;
  readonly isNew: boolean;
}

/** Moves other servers from clients' files to Recollect, and back. */
export class ServerMoves {
  readonly #dependencies: ServerMoveDependencies;
  readonly #movePlans = new PlanStore<MovePlan>();
  readonly #returnPlans = new PlanStore<ReturnPlan>();
  readonly #inTurn = createMutex();

  constructor(dependencies: ServerMoveDependencies) {
    this.#dependencies = dependencies;
  }

  async sources(): Promise<ServerSource[]> {
    const { connections, moved, machine } = this.#dependencies;
    const moves = moved.list();
    const found: ServerSource[] = [];
    for (const { id: clientId, title, file } of await connections.list()) {
      if (file === null) continue;
      const choice = { clientId, scope: "user" } as const;
      const entries = await connections.otherServers(choice).catch((): null => null);
      const servers = entries === null ? [] : readServers(entries, { ...machine, project: null, variables: {} });
      const names = namesIn(moves.filter((move) => move.clientId === clientId && move.scope === "user"));
      const movable = servers.filter(({ problem }) => problem === null).length;
      if (servers.length + names.length === 0) continue;
      found.push({ clientId, title, scope: "user", project: null, path: file, movable, moved: names });
    }
    for (const path of new Set(moves.filter(({ scope }) => scope === "project").map((move) => move.path))) {
      const inFile = moves.filter((move) => move.path === path);
      const [first] = inFile;
      if (first === undefined) continue;
      const { clientId, scope, project } = first;
      const title = found.find((source) => source.clientId === clientId)?.title ?? clientId;
      found.push({ clientId, title, scope, project, path, movable: 0, moved: namesIn(inFile) });
    }
    return found;
  }

  /** @throws not_found for an unknown name, conflict if the client was revoked, invalid_argument, storage */
  async planMove({ names, variables, ...choice }: MoveChoice): Promise<ServerMovePreview> {
    const { connections, newId, tokens, machine } = this.#dependencies;
    const file = await connections.otherServers(choice);
    const { client, path } = file;
    const row = (await tokens.list()).find(({ subject }) => subject === client.id);
    if (row !== undefined && row.revokedAt !== null) throw new RecollectError("access_revoked", { subject: client.id });
    const read = readServers(file, { ...machine, project: choice.project ?? null, variables });
    const named = await this.#name(read);
    const unknown = names?.find((name) => !named.some(({ source }) => source.name === name));
    if (unknown !== undefined) throw new RecollectError("client_server_unknown", { name: unknown, path });
    const chosen = named.filter(({ source }) => isMovable(source) && (names?.includes(source.name) ?? true));
    const chosenNames = chosen.map(({ source }) => source.name);
    const preview = chosen.length === 0 ? unchanged(path) : await connections.planReplace(choice, chosenNames);
    return this.#movePlans.add({
      preview: {
        ...masked(preview, read),
        id: newId(),
        clientId: client.id,
        title: client.title,
        servers: named.map(movable),
        names: chosenNames,
        connects: !file.isConnected,
      },
      choice,
      chosen,
    });
  }

  /** @throws not_found for an expired plan, conflict if the file changed since the preview */
  move(planId: string, signal: AbortSignal = new AbortController().signal): Promise<ServerMoveResult> {
    return this.#inTurn(() => this.#move(planId, signal));
  }

  /** @throws not_found if nothing was moved from the file */
  async planReturn(choice: ConnectionChoice): Promise<ServerReturnPreview> {
    const { connections, moved, newId, machine } = this.#dependencies;
    const file = await connections.otherServers(choice);
    const { client, path, text, isConnected } = file;
    const moves = moved.list().filter((move) => move.clientId === client.id && move.path === path);
    if (moves.length === 0) throw new RecollectError("client_servers_none", { client: client.title });
    const present = new Map(file.entries);
    const entries = new Map<string, Readonly<Record<string, unknown>>>();
    for (const server of moves.flatMap((move) => move.servers)) entries.set(server.name, await moved.entryOf(server));
    const missing = [...entries].filter(([name]) => !present.has(name)).map(([name, entry]) => ({ name, entry }));
    const kept = [...entries].filter(([name, entry]) => !isDeepStrictEqual(present.get(name) ?? entry, entry));
    const removesOurs = isConnected && moves.some(({ connected }) => connected);
    const filePlan = await connections.planPutBack(choice, missing, {
      removesOurs,
      exactText: kept.length === 0 ? originalText(moves, text) : null,
    });
    const both = { ...file, entries: [...entries, ...present] };
    const read = readServers(both, { ...machine, project: choice.project ?? null, variables: {} });
    return this.#returnPlans.add({
      preview: {
        ...masked(filePlan, read),
        id: newId(),
        clientId: client.id,
        title: client.title,
        names: missing.map(({ name }) => name),
        kept: kept.map(([name]) => name),
        removes: (await this.#unused(client.id, moves)).map(({ name }) => name),
        disconnects: removesOurs,
        nextStep: client.nextStep,
      },
      filePlanId: filePlan.id,
      moves,
    });
  }

  /** @throws not_found for an expired plan, conflict if the file changed since the preview */
  return(planId: string): Promise<ServerReturnPreview> {
    return this.#inTurn(async () => {
      const { connections, moved, events } = this.#dependencies;
      const { preview, filePlanId, moves } = this.#returnPlans.take(planId);
      await connections.apply(filePlanId);
      const granted = moves.flatMap(({ servers }) => servers).filter(({ isGranted }) => isGranted);
      const unused = await this.#unused(preview.clientId, moves);
      await this.#grant(preview.clientId, [], granted);
      for (const { id } of unused) await this.#dependencies.opened()?.remove(id);
      await moved.remove(moves);
      // The last client to return a server removes it.
      moved.inherit(moves);
      events.emit("clients.changed", null);
      return preview;
    });
  }

  async #move(planId: string, signal: AbortSignal): Promise<ServerMoveResult> {
    const { connections, events } = this.#dependencies;
    const { choice, chosen } = this.#movePlans.take(planId);
    const { client } = await connections.otherServers(choice);
    const { nextStep } = client;
    const placed: Placed[] = [];
    const failed: ServerMoveResult["failed"][number][] = [];
    const removeAdded = async () => {
      for (const { id, isNew } of placed) if (isNew) await this.#dependencies.opened()?.remove(id);
    };
    for (const named of chosen) {
      const { name } = named.source;
      events.emit("servers.moving", { planId, name, state: "starting" });
      try {
        placed.push(await this.#place(named, signal));
        events.emit("servers.moving", { planId, name, state: "added" });
      } catch (error) {
        if (signal.aborted) {
          await removeAdded();
          throw error;
        }
        if (!(error instanceof RecollectError))
          this.#dependencies.logger.warn("A server could not be moved", { error });
        failed.push({ name, error: toErrorBody(error) });
        events.emit("servers.moving", { planId, name, state: "failed" });
      }
    }
    if (placed.length === 0) return { moved: [], failed, file: null, nextStep };
    const file = await this.#replaceEntries(choice, placed).catch(async (error: unknown) => {
      await removeAdded();
      throw error;
    });
    events.emit("clients.changed", null);
    const moved = placed.map(({ named: { source, serverName }, isNew }) => ({ name: source.name, serverName, isNew }));
    return { moved, failed, file, nextStep };
  }

  /** Adds a server, unless Recollect already has it. */
  async #place(named: Named, signal: AbortSignal): Promise<Placed> {
    const service = await this.#dependencies.open();
    const { server } = named.source;
    if (server === null) throw new Error("Only servers are chosen");
    const known = await service.find(server);
    if (known !== null) return { named: { ...named, serverName: known.name }, id: known.id, isNew: false };
    const added = await service.add({ name: named.serverName, ...server }, signal);
    return { named, id: added.id, isNew: true };
  }

  /** Grants the servers to the client and writes its file; a failure undoes both. */
  async #replaceEntries(choice: ConnectionChoice, placed: readonly Placed[]): Promise<FilePreview> {
    const { connections, moved, opened, newId, tokens } = this.#dependencies;
    const { client, path, entries, isConnected } = await connections.otherServers(choice);
    const sources = placed.map(({ named }) => named.source);
    const present = new Map(entries);
    if (!sources.every(({ name, entry }) => isDeepStrictEqual(present.get(name), entry))) {
      throw new RecollectError("file_changed", { path });
    }
    const names = sources.map(({ name }) => name);
    const plan = await connections.planReplace(choice, names);
    const before = (await tokens.standing(client.id)).grant.servers ?? [];
    const grants = placed.flatMap(({ named, id }): ServerGrant[] => {
      if (before.some(({ server }) => server === id)) return [];
      const tools = (opened()?.tools(id) ?? []).map(({ name }) => name);
      return [{ server: id, tools: grantedTools(named.source, tools) }];
    });
    const servers: MovedServer[] = [];
    const move: Omit<Move, "digest" | "servers"> = {
      id: newId(),
      clientId: client.id,
      scope: choice.scope,
      project: choice.project ?? null,
      path,
      connected: !isConnected,
      backupPath: plan.backupPath,
    };
    try {
      for (const { named, id, isNew } of placed) {
        const isGranted = grants.some(({ server }) => server === id);
        servers.push({ ...(await moved.hide(named.source)), server: id, isNew, isGranted });
      }
      moved.save({ ...move, servers, digest: "" });
      await this.#grant(client.id, grants, []);
      await connections.apply(plan.id);
    } catch (error) {
      await this.#grant(client.id, [], grants);
      await moved.remove([{ ...move, servers }]);
      throw error;
    }
    moved.save({ ...move, servers, digest: digestOf((await connections.otherServers(choice)).text) });
    return masked(plan, sources);
  }

  /** Changes the servers of a client's grant, and drops those that were removed from Recollect. */
  async #grant(
    subject: string,
    added: readonly ServerGrant[],
    removed: readonly Pick<ServerGrant, "server">[],
  ): Promise<void> {
    const { tokens, opened } = this.#dependencies;
    const { grant, revokedAt } = await tokens.standing(subject);
    if (revokedAt !== null) return;
    const known = new Set((opened()?.list() ?? []).map(({ id }) => id));
    for (const { server } of removed) known.delete(server);
    const servers = [...(grant.servers ?? []).filter(({ server }) => known.has(server)), ...added];
    await tokens.update(subject, { grant: { ...grant, servers } });
  }

  /** The servers that these moves added and that no other client is granted. */
  async #unused(subject: string, moves: readonly Move[]): Promise<readonly Pick<ServerSummary, "id" | "name">[]> {
    const { opened, tokens } = this.#dependencies;
    const rows = (await tokens.list()).filter((row) => row.revokedAt === null && row.subject !== subject);
    const used = new Set(rows.flatMap(({ grant }) => grant.servers ?? []).map(({ server }) => server));
    const added = moves.flatMap(({ servers }) => servers).filter(({ isNew }) => isNew);
    return (opened()?.list() ?? []).filter(({ id }) => !used.has(id) && added.some(({ server }) => server === id));
  }

  /** Chooses the servers' names in Recollect. */
  async #name(sources: readonly ClientServer[]): Promise<Named[]> {
    const service = this.#dependencies.opened();
    const taken = service?.list().map(({ name }) => name) ?? [];
    const named: Named[] = [];
    for (const source of sources) {
      const known = service === null || source.server === null ? null : await service.find(source.server);
      const serverName = known?.name ?? freeName(toServerName(source.name), taken);
      if (known === null) taken.push(serverName);
      named.push({ source, serverName, exists: known !== null });
    }
    return named;
  }
}

const isMovable = ({ problem, needs }: ClientServer) => problem === null && needs.length === 0;
const namesIn = (moves: readonly Move[]) => [
  ...new Set(moves.flatMap(({ servers }) => servers.map(({ name }) => name))),
];
const digestOf = (text: string) => createHash("sha256").update(text).digest("hex");

/** The text of the file before the move; null if something else changed the file since. */
function originalText(moves: readonly Move[], text: string): string | null {
  const [move, other] = moves;
  if (move === undefined || other !== undefined || move.backupPath === null || move.digest !== digestOf(text))
    return null;
  try {
    const { bytes, text: original } = readConfigurationFile(move.backupPath, null);
    return bytes === null ? null : original;
  } catch {
    // It was removed: the entries are added one by one.
    return null;
  }
}

function movable({ source, serverName, exists }: Named): MovableServer {
  const { name, server, needs, problem } = source;
  const transport = server?.transport ?? null;
  const words =
    transport === null ? [] : transport.kind === "stdio" ? [transport.command, ...transport.args] : [transport.url];
  return {
    name,
    serverName,
    exists,
    transport: transport?.kind ?? null,
    place: withoutSecrets(words.join(" "), []),
    secretNames: Object.keys(server?.secrets ?? {}),
    inherits: transport?.kind === "stdio" ? transport.inherit : [],
    needs,
    problem,
  };
}

/** The tools of a server that the client's file allowed. */
function grantedTools({ tools: { only, except } }: ClientServer, all: readonly string[]): ServerGrant["tools"] {
  if (only === null && except.length === 0) return "all";
  return (only ?? all).filter((tool) => !except.includes(tool));
}

function unchanged(path: string): FilePreview {
  return { id: "", path, exists: true, difference: [], backupPath: null, warnings: [] };
}

/** Shown instead of a secret. */
const MASK = "••••••••";

/** A preview whose lines have no values of the servers' secrets. */
function masked(
  { id, path, exists, difference, backupPath, warnings }: FilePreview,
  servers: readonly ClientServer[],
): FilePreview {
  const values = servers
    .flatMap(({ server }) => Object.values(server?.secrets ?? {}))
    .filter((value) => value.length > 3);
  const lines = difference.map((line) => ({ ...line, text: withoutSecrets(line.text, values) }));
  return { id, path, exists, difference: lines, backupPath, warnings };
}

/** A text with the given values and what looks like a secret masked. */
function withoutSecrets(text: string, values: readonly string[]): string {
  const known = values.reduce(
    (rest, value) => rest.replaceAll(value, MASK).replaceAll(JSON.stringify(value).slice(1, -1), MASK),
    text,
  );
  return replaceRanges(known, likelySecretsIn(known), () => MASK);
}
