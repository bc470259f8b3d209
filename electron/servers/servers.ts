import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Grant, ServerGrant } from "../core/caller.ts";
import type { MemoryChange } from "../core/events.ts";
import type { SecretStore } from "../core/secret-store.ts";
import type {
  NewServer,
  ServerCall,
  ServerLogLine,
  ServerService,
  ServerSummary,
  ServerTool,
} from "../core/servers.ts";
import type { CatalogEntries } from "../mcp/catalog-entries.ts";
import type { RecordList } from "../platform/record-file.ts";
import { RecollectError } from "../text/errors.ts";
import { notAdded } from "./connection-errors.ts";
import { checkSecrets, checkServer, isSameServer, ServerSecrets } from "./definition.ts";
import { EarlyStart } from "./early-start.ts";
import { DEFAULT_SERVER_LIMITS, type ServerLimits } from "./limits.ts";
import { ManagedServer, type RemovedServer, type ServerHost } from "./managed-server.ts";
import { type HintMemories, MemoryHints } from "./memory-hints.ts";
import { isSignInError } from "./oauth/sign-in-errors.ts";
import { CatalogChanges, type OfferedServer, offeredServers } from "./offered-server.ts";
import { startWithEither } from "./other-transport.ts";
import { NOTHING_OFFERED, openServerFile, type ServerRecord } from "./server-file.ts";
import { ServerProcesses } from "./server-processes.ts";
import { serverEntries, tryTool } from "./source.ts";
import { approve, approveHarmless, describeTool, stoppedTools, toolPins } from "./tool-pins.ts";

const MAX_SERVERS = 64;

export interface ServersOptions extends ServerHost {
  /** `servers.json` in the data folder. */
  readonly file: string;
  readonly secrets: SecretStore;
  readonly newId: () => string;
  /** Returns the stem of a word, for the search of tools. */
  readonly stem: (word: string) => string;
  /** Finds the memories about a server. */
  readonly memories: HintMemories;
  /** Returns the start of a process, or null if unknown. */
  readonly startOf: (pid: number) => string | null;
  /** Called when a summary changed. */
  readonly onChange: () => void;
  /** Called when the set of a server's tools that are stopped because they changed is different. */
  readonly onToolsStopped: (
    stopped: { readonly id: string; readonly name: string; readonly tools: readonly string[] },
    before: readonly string[],
  ) => void;
  /** Receives the texts of an owner that must not be logged: the secrets and tokens of a server that starts. */
  readonly onSecrets: (owner: string, texts: readonly string[]) => void;
  /** {@link DEFAULT_SERVER_LIMITS} by default. */
  readonly limits?: ServerLimits;
}

/** The other MCP servers: their records, their connections, and their entries for clients. */
export class Servers implements ServerService {
  readonly #options: ServersOptions;
  readonly #file: RecordList<ServerRecord>;
  readonly #servers = new Map<string, ManagedServer>();
  readonly #removed = new Map<string, RemovedServer>();
  /** Servers that are being added, with the signal that cancels it. */
  readonly #adding = new Map<string, { readonly record: ServerRecord; readonly signal: AbortSignal }>();
  readonly #changes = new CatalogChanges();
  readonly #secrets: ServerSecrets;
  readonly #hints: MemoryHints;
  readonly #processes: ServerProcesses;
  readonly #earlyStart: EarlyStart;

  constructor(options: ServersOptions) {
    this.#options = options;
    const { file, secrets } = options;
    this.#secrets = new ServerSecrets(secrets);
    this.#file = openServerFile(options);
    this.#earlyStart = new EarlyStart({ ...options, file: this.#file, prepare: (id) => this.#server(id).prepare() });
    this.#processes = new ServerProcesses({ ...options, file: path.join(path.dirname(file), "server-processes.json") });
    for (const { id } of this.#file.list()) this.#servers.set(id, this.#manage(id));
    this.#hints = new MemoryHints({
      ...options,
      find: (id) => this.#file.get(id) ?? null,
      onOutdated: (server, reader) => this.#changes.notifyReader(server, reader),
    });
  }

  list(): readonly ServerSummary[] {
    return this.#file.list().map(({ id }) => this.#server(id).summary());
  }

  async add(server: NewServer, signal: AbortSignal = new AbortController().signal): Promise<ServerSummary> {
    checkServer(server);
    const { name, transport, secrets, clientSecret } = server;
    this.#checkRoom(name);
    const id = this.#options.newId();
    const record: ServerRecord = {
      id,
      name,
      transport: structuredClone(transport) as ServerRecord["transport"],
      secretNames: Object.keys(secrets),
      identity: null,
      protocolVersion: null,
      lastCalledOn: null,
      memoryHints: false,
      approved: [],
      offered: NOTHING_OFFERED,
    };
    this.#adding.set(id, { record, signal });
    const managed = this.#manage(id);
    this.#servers.set(id, managed);
    const cancel = () => void managed.close();
    signal.addEventListener("abort", cancel, { once: true });
    try {
      signal.throwIfAborted();
      await this.#secrets.write(record, secrets);
      if (clientSecret !== undefined) await managed.oauth.setClientSecret(clientSecret);
      await startWithEither(record.transport, async (transport) => {
        const now = this.#adding.get(id);
        const tried = structuredClone(transport) as ServerRecord["transport"];
        if (now !== undefined) this.#adding.set(id, { ...now, record: { ...now.record, transport: tried } });
        await managed.restart().catch((error: unknown) => {
          if (!isSignInError(error)) throw error;
        });
      });
      signal.throwIfAborted();
      this.#file.put(approveHarmless(this.#adding.get(id)?.record ?? record));
    } catch (error) {
      await managed.close();
      this.#servers.delete(id);
      await managed.removeSignIn();
      await this.#secrets.delete(record);
      if (signal.aborted) throw new RecollectError("server_add_cancelled", { server: name });
      throw error instanceof RecollectError ? notAdded(error, managed.log().slice(-20)) : error;
    } finally {
      signal.removeEventListener("abort", cancel);
      this.#adding.delete(id);
    }
    this.#options.onChange();
    this.#changes.notifyAll();
    return managed.summary();
  }

  addingLog(name: string): readonly ServerLogLine[] {
    const adding = [...this.#adding].find(([, { record, signal }]) => record.name === name && !signal.aborted);
    return adding === undefined ? [] : this.#server(adding[0]).log();
  }

  async find({ transport, secrets }: Pick<NewServer, "transport" | "secrets">): Promise<ServerSummary | null> {
    for (const record of this.#file.list()) {
      const known = { transport: record.transport, secrets: await this.#secrets.read(record) };
      if (isSameServer(known, { transport, secrets })) return this.#server(record.id).summary();
    }
    return null;
  }

  async remove(id: string): Promise<ServerSummary> {
    const managed = this.#server(id);
    const summary = managed.summary();
    const record = this.#record(id);
    const secrets = await this.#secrets.read(record);
    this.#file.delete(id);
    this.#servers.delete(id);
    this.#removed.set(id, { record, secrets, signIn: null });
    this.#changes.notifyAll();
    this.#options.onChange();
    this.#options.onToolsStopped({ id, name: record.name, tools: [] }, stoppedTools(record));
    await managed.close();
    const signIn = await managed.removeSignIn();
    if (this.#removed.has(id)) this.#removed.set(id, { record, secrets, signIn });
    await this.#secrets.delete(record);
    return { ...summary, state: "stopped", pid: null, startedAt: null };
  }

  async restore(id: string): Promise<ServerSummary> {
    const removed = this.#removed.get(id);
    if (removed === undefined) throw unknown(id);
    const { record, secrets, signIn } = removed;
    this.#checkRoom(record.name);
    await this.#secrets.write(record, secrets);
    const managed = this.#manage(id);
    if (signIn !== null) await managed.restoreSignIn(signIn);
    this.#file.put(record);
    this.#removed.delete(id);
    this.#servers.set(id, managed);
    this.#options.onChange();
    this.#changes.notifyAll();
    this.#options.onToolsStopped({ id, name: record.name, tools: stoppedTools(record) }, []);
    return this.#server(id).summary();
  }

  async setSecrets(id: string, values: NewServer["secrets"]): Promise<ServerSummary> {
    const record = this.#record(id);
    const secrets = { ...(await this.#secrets.read(record)), ...values };
    const secretNames = Object.keys(secrets);
    checkSecrets(record.transport, secrets);
    checkServer({ ...record, secrets });
    await this.#secrets.write({ id, secretNames }, secrets);
    this.#file.put({ ...this.#record(id), secretNames });
    return await this.stop(id);
  }

  restart(id: string): Promise<ServerSummary> {
    return this.#change(id, (server) => server.restart());
  }

  stop(id: string): Promise<ServerSummary> {
    return this.#change(id, (server) => server.stop());
  }

  async signIn(id: string): Promise<{ readonly address: string }> {
    return { address: await this.#server(id).oauth.signIn() };
  }

  finishSignIn(id: string): Promise<ServerSummary> {
    return this.#change(id, (server) => server.oauth.finished());
  }

  cancelSignIn(id: string): Promise<ServerSummary> {
    return this.#change(id, (server) => server.oauth.cancel());
  }

  signOut(id: string): Promise<ServerSummary> {
    return this.#change(id, (server) => server.signOut());
  }

  tools(id: string): readonly ServerTool[] {
    this.#server(id);
    const exposed = this.#offered().find(({ record }) => record.id === id)?.toolNames;
    return toolPins(this.#record(id)).map((pin) => describeTool(pin, exposed?.get(pin.name) ?? null));
  }

  approve(id: string, names: readonly string[] | null): readonly ServerTool[] {
    return this.#setApproved(id, names ?? [], (record) => approve(record, names));
  }

  setEnabled(id: string, names: readonly string[], enabled: boolean): readonly ServerTool[] {
    return this.#setApproved(id, names, ({ approved }) =>
      approved.map((tool) => (names.includes(tool.definition.name) ? { ...tool, enabled } : tool)),
    );
  }

  setMemoryHints(id: string, enabled: boolean): ServerSummary {
    this.#server(id);
    this.#file.put({ ...this.#record(id), memoryHints: enabled });
    this.#options.onChange();
    this.#hints.recheck(id);
    return this.#server(id).summary();
  }

  /** Notifies the clients whose lists contain a changed memory. */
  noteMemories(changes: readonly MemoryChange[]): void {
    this.#hints.noteMemories(changes);
  }

  log(id: string): readonly ServerLogLine[] {
    return this.#server(id).log();
  }

  async call(
    id: string,
    tool: string,
    args: Readonly<Record<string, unknown>>,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<ServerCall> {
    const server = this.#offered().find(({ record }) => record.id === id);
    if (server === undefined) throw unknown(id);
    let durationMs = 0;
    const result = await tryTool(server, tool, args, signal, (ms) => {
      durationMs = ms ?? 0;
    });
    return { result, durationMs };
  }

  /** Refuses grants of servers that do not exist. @throws invalid_argument */
  checkGrants(grants: readonly ServerGrant[]): void {
    for (const { server } of grants) {
      if (!this.#servers.has(server))
        throw new RecollectError("server_grant_unknown", { id: server }, { field: "servers" });
    }
  }

  /** The entries of the servers that a grant names. */
  entriesFor(grant: Grant): CatalogEntries {
    return serverEntries(this.#offered(), grant, {
      ...this.#options,
      hintFor: (id, caller, isListed) => this.#hints.of(id, caller, isListed),
    });
  }

  /** Starts the programs that a client with this grant probably calls. */
  clientConnected({ servers = [] }: Pick<Grant, "servers">): void {
    this.#earlyStart.startFor(servers);
  }

  /** @returns a function that removes the listener */
  onCatalogChanged(listener: Parameters<CatalogChanges["listen"]>[0]): () => void {
    return this.#changes.listen(listener);
  }

  /** Stops every server. */
  async close(): Promise<void> {
    this.#hints.close();
    await Promise.all([...this.#servers.values()].map((server) => server.close()));
    this.#processes.close();
  }

  #manage(id: string): ManagedServer {
    const { file, secrets, limits = DEFAULT_SERVER_LIMITS, onChange } = this.#options;
    return new ManagedServer({
      ...this.#options,
      id,
      signIn: { file: path.join(path.dirname(file), `server-${id}.oauth.json`), secrets },
      limits,
      processes: this.#processes,
      record: () => this.#record(id),
      secrets: () => this.#secrets.read(this.#record(id)),
      onRead: (changes) => this.#noteRead(id, changes),
      onCalled: () => this.#earlyStart.noteCalled(id),
      onState: onChange,
    });
  }

  #noteRead(id: string, changes: Pick<ServerRecord, "identity" | "protocolVersion" | "offered">): void {
    // The server may have been removed in the meantime.
    if (!this.#servers.has(id)) return;
    const before = this.#record(id);
    const record = { ...before, ...changes };
    if (isDeepStrictEqual(before, record)) return;
    const adding = this.#adding.get(id);
    if (adding !== undefined) this.#adding.set(id, { ...adding, record });
    // A server that needed a sign-in when it was added is read for the first time.
    else this.#replace(before.identity === null ? approveHarmless(record) : record);
  }

  /** Stores a record, and notifies the clients whose entries changed. */
  #replace(record: ServerRecord): void {
    const before = { record: this.#record(record.id), names: this.#offered() };
    this.#file.put(record);
    this.#options.onChange();
    this.#changes.notifyChange(before, { record, names: this.#offered() });
    const [stoppedBefore, stopped] = [before.record, record].map(stoppedTools) as [string[], string[]];
    if (isDeepStrictEqual(stoppedBefore, stopped)) return;
    this.#options.onToolsStopped({ id: record.id, name: record.name, tools: stopped }, stoppedBefore);
  }

  #offered(): readonly OfferedServer[] {
    return offeredServers(this.#file.list(), (id) => ({
      managed: this.#server(id),
      record: () => this.#record(id),
    }));
  }

  #checkRoom(name: string): void {
    const adding = [...this.#adding.values()].filter(({ signal }) => !signal.aborted);
    const records = [...this.#file.list(), ...adding.map(({ record }) => record)];
    if (records.some((record) => record.name === name)) {
      throw new RecollectError("server_name_taken", { name }, { field: "name" });
    }
    if (records.length >= MAX_SERVERS) throw new RecollectError("server_limit", { maximum: MAX_SERVERS });
  }

  async #change(id: string, change: (server: ManagedServer) => Promise<void>): Promise<ServerSummary> {
    await change(this.#server(id));
    return this.#server(id).summary();
  }

  #setApproved(
    id: string,
    names: readonly string[],
    approvedOf: (record: ServerRecord) => ServerRecord["approved"],
  ): readonly ServerTool[] {
    this.#server(id);
    const record = this.#record(id);
    const known = new Set(toolPins(record).map(({ name }) => name));
    const missing = names.find((name) => !known.has(name));
    if (missing !== undefined) {
      const params = { server: record.name, tool: missing.slice(0, 100) };
      throw new RecollectError("server_tool_missing", params, { field: "names" });
    }
    this.#replace({ ...record, approved: approvedOf(record) });
    return this.tools(id);
  }

  #record(id: string): ServerRecord {
    const record = this.#adding.get(id)?.record ?? this.#file.get(id) ?? this.#removed.get(id)?.record;
    if (record === undefined) throw unknown(id);
    return record;
  }

  #server(id: string): ManagedServer {
    const server = this.#servers.get(id);
    if (server === undefined) throw unknown(id);
    return server;
  }
}

function unknown(id: string): RecollectError {
  return new RecollectError("server_unknown", { id: id.slice(0, 100) }, { field: "id" });
}
