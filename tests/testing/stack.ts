import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ulid } from "ulid";
import { createMemoryCore, openStore } from "../../electron/app/memory-core.ts";
import { ProjectHosts } from "../../electron/app/project-hosts.ts";
import { Tokens } from "../../electron/auth/tokens.ts";
import { FULL_GRANT, type Grant } from "../../electron/core/caller.ts";
import { createEvents, type Events } from "../../electron/core/events.ts";
import { EMPTY_STATE } from "../../electron/core/memory-fields.ts";
import type { MemoryService } from "../../electron/core/memory-service.ts";
import type { Clock, Logger } from "../../electron/core/ports.ts";
import type { ObservedExchange, RequestRecorder } from "../../electron/core/request-log.ts";
import type { UseStore } from "../../electron/core/use.ts";
import { type Authenticate, bearerAuthentication } from "../../electron/http/guard.ts";
import { HttpServer, type HttpServerOptions } from "../../electron/http/server.ts";
import type { CatalogSource } from "../../electron/mcp/catalog-entries.ts";
import { McpEndpoint } from "../../electron/mcp/endpoint.ts";
import { HookAnswers } from "../../electron/mcp/hooks/hook-answers.ts";
import { SessionStore } from "../../electron/mcp/session-store.ts";
import { localSocketFile } from "../../electron/platform/local-socket.ts";
import { proveServer } from "../../electron/platform/server-proof.ts";
import { openRequestLog, type RequestLog } from "../../electron/requests/request-log.ts";
import type { SearchSettings } from "../../electron/search/settings.ts";
import { fillEmptyFolder } from "../../electron/store/testing/open-store.ts";
import { workerUrl } from "./entries.ts";

export interface StackOptions {
  readonly clock?: Clock;
  /** Default: the product's. */
  readonly searchSettings?: SearchSettings;
  readonly sources?: readonly CatalogSource[];
  readonly authenticate?: Authenticate;
  readonly sessionIdleMs?: number;
  readonly maximumSessions?: number;
  readonly maximumSessionsOfToken?: number;
  /** Where another stack left its sessions. */
  readonly sessionsFile?: string;
  readonly interface?: HttpServerOptions["interface"];
  /**
   * Open the request log when it is first read, and record all requests then. Most tests never read it, and the start
   * of its thread takes longer than they do. Default: false.
   */
  readonly opensLogWhenRead?: boolean;
}

/** The product's own stack, from wire to disk, without window and model. */
export interface Stack {
  readonly url: string;
  readonly origin: string;
  /** A token with the full grant. */
  readonly token: string;
  /** The token of the endpoint file, with which the server proves that it is the application. */
  readonly endpoint: { token: string };
  issue(grant?: Partial<Grant>, subject?: string): Promise<string>;
  /** Has the databases and the sessions. */
  readonly folder: string;
  readonly service: MemoryService;
  /** Puts memories straight into the store: many in little time. */
  fill(count: number): Promise<void>;
  readonly events: Events;
  readonly tokens: Tokens;
  readonly mcp: McpEndpoint;
  readonly hooks: HookAnswers;
  readonly use: UseStore;
  readonly http: HttpServer;
  /** The file of the server's socket; null on Windows. */
  readonly socket: string | null;
  readonly log: RequestLog;
  close(): Promise<void>;
}

const SILENT: Logger = { debug() {}, info() {}, warn() {}, error: (message, fields) => console.error(message, fields) };

/** Starts the stack on a free port with an empty store in a folder of its own. */
export async function openStack(options: StackOptions = {}): Promise<Stack> {
  const clock = options.clock ?? { now: Date.now };
  const folder = await mkdtemp(join(tmpdir(), "recollect-stack-"));
  const events = createEvents((error) => console.error(error));
  await fillEmptyFolder(folder);
  const store = await openStore({
    path: join(folder, "memories.sqlite"),
    backupFolder: join(folder, "backups"),
    clock,
    logger: SILENT,
  });
  const log = new RequestLogOnDemand(() =>
    openRequestLog({
      path: join(folder, "requests.sqlite"),
      workerUrl: workerUrl("requestLogWorker"),
      clock,
      events,
      logger: SILENT,
    }),
  );
  if (options.opensLogWhenRead !== true) log.get();
  const { service } = createMemoryCore(store, {
    clock,
    events,
    logger: SILENT,
    searchSettings: options.searchSettings,
  });
  const key = randomBytes(32);
  const tokens = new Tokens({ store: store.tokens, key: async () => key, clock, newId: ulid });
  const mcp = new McpEndpoint({
    service,
    events,
    version: "0.0.0-test",
    clock,
    logger: SILENT,
    sessions: new SessionStore({
      file: options.sessionsFile ?? join(folder, "sessions.json"),
      clock,
      logger: SILENT,
    }),
    sources: options.sources,
    recorder: store.use,
    sessionIdleMs: options.sessionIdleMs,
    maximumSessions: options.maximumSessions,
    maximumSessionsOfToken: options.maximumSessionsOfToken,
  });
  tokens.onEnded((id) => void mcp.disconnect(id));
  tokens.onChanged(({ id, grant, pausedAt }) => void mcp.setGrant(id, grant, pausedAt !== null));
  const hooks = new HookAnswers(service, clock, store.use);
  const endpoint = { token: "" };
  const projects = new ProjectHosts({
    file: join(folder, "project-hosts.json"),
    clock,
    logger: SILENT,
    onConflict: () => undefined,
  });
  const http = new HttpServer({
    projectName: (name, host, grant) => projects.nameOf(name, host, grant),
    port: 0,
    socketFile: (port) => localSocketFile(folder, port, process.platform),
    version: "0.0.0-test",
    authenticate: options.authenticate ?? bearerAuthentication((token, client) => tokens.verify(token, client)),
    mcp,
    hooks,
    prove: (nonce, port) => proveServer(endpoint.token, port, nonce),
    recorder: log,
    clock,
    logger: SILENT,
    interface: options.interface,
  });
  const { url, socket } = await http.listen();
  const issue = async (grant: Partial<Grant> = {}, subject = "test-client") => {
    const { token } = await tokens.issue({ subject, grant: { ...FULL_GRANT, ...grant }, expiresAt: null });
    return token;
  };
  const fill = async (count: number) => {
    const insert = (number: number) =>
      store.memories.insert({
        ...EMPTY_STATE,
        id: ulid(),
        content: `Memory number ${number} of many, with a few words to index.`,
        namespace: "context",
        domain: "user",
        client: null,
        sessionId: null,
        pinned: false,
        createdAt: clock.now(),
        supersedes: null,
      });
    await Promise.all(Array.from({ length: count }, (_, number) => insert(number)));
  };
  endpoint.token = await issue();
  return {
    url,
    origin: new URL(url).origin,
    token: endpoint.token,
    endpoint,
    issue,
    folder,
    service,
    use: store.use,
    fill,
    events,
    tokens,
    mcp,
    hooks,
    socket,
    http,
    get log() {
      return log.get();
    },
    async close() {
      await http.close();
      await log.close();
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Opens a request log when it is first needed. Exchanges before that are kept for it. */
class RequestLogOnDemand implements RequestRecorder {
  readonly #open: () => RequestLog;
  readonly #recorded: ObservedExchange[] = [];
  #log: RequestLog | null = null;

  constructor(open: () => RequestLog) {
    this.#open = open;
  }

  record(exchange: ObservedExchange): void {
    if (this.#log === null) this.#recorded.push(exchange);
    else this.#log.record(exchange);
  }

  get(): RequestLog {
    if (this.#log === null) {
      this.#log = this.#open();
      for (const exchange of this.#recorded.splice(0)) this.#log.record(exchange);
    }
    return this.#log;
  }

  async close(): Promise<void> {
    await this.#log?.close();
  }
}
