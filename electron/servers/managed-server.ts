import type { Client, Transport } from "@modelcontextprotocol/client";
import { RecollectError, toErrorBody } from "../core/errors.ts";
import type { Clock, Logger } from "../core/ports.ts";
import type { ServerLogLine, ServerSummary } from "../core/servers.ts";
import { serverEnvironment } from "./environment.ts";
import { openHttpTransport } from "./http-transport.ts";
import type { ServerLimits } from "./limits.ts";
import type { ListKind } from "./list-refresh.ts";
import { readOffered } from "./offered.ts";
import { type CallRoute, type RequestOptions, ServerConnection } from "./server-connection.ts";
import type { ServerRecord } from "./server-file.ts";
import { ServerLog } from "./server-log.ts";
import { StdioTransport } from "./stdio-transport.ts";
import { toolPins } from "./tool-pins.ts";

/** The names by which a Recollect introduces itself. */
const OWN_NAME = "recollect";

interface ManagedServerOptions {
  readonly id: string;
  readonly version: string;
  readonly limits: ServerLimits;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly env: NodeJS.ProcessEnv;
  readonly home: string;
  record(): ServerRecord;
  secrets(): Promise<Readonly<Record<string, string>>>;
  /** Called with what the server is and offers, after each start and after a change. */
  onRead(changes: Pick<ServerRecord, "identity" | "protocolVersion" | "offered">): void;
  onState(): void;
}

/** One server with its connection and its log. */
export class ManagedServer {
  readonly #options: ManagedServerOptions;
  readonly #connection: ServerConnection;
  readonly #log: ServerLog;

  constructor(options: ManagedServerOptions) {
    const { version, limits, clock, logger, onState } = options;
    this.#options = options;
    this.#log = new ServerLog(clock);
    this.#connection = new ServerConnection({
      name: options.record().name,
      version,
      limits,
      clock,
      logger,
      log: this.#log,
      openTransport: (onTooLarge) => this.#openTransport(onTooLarge),
      read: (client, kinds) => this.#read(client, kinds),
      onState,
    });
  }

  /** Calls the server. @throws as {@link ServerConnection.run} */
  async call<Result>(
    route: CallRoute,
    work: (client: Client, options: RequestOptions) => Promise<Result>,
    onDuration: (durationMs: number | null) => void = () => undefined,
  ): Promise<Result> {
    let durationMs: number | null = null;
    onDuration(null);
    try {
      return await this.#connection.run(route, async (client, options) => {
        const started = performance.now();
        try {
          return await work(client, options);
        } finally {
          durationMs = performance.now() - started;
        }
      });
    } finally {
      onDuration(durationMs);
    }
  }

  restart(): Promise<void> {
    return this.#connection.restart();
  }

  stop(): Promise<void> {
    return this.#connection.stop();
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  log(): readonly ServerLogLine[] {
    return this.#log.lines();
  }

  note(text: string): void {
    this.#log.add("notice", text);
  }

  summary(): ServerSummary {
    const record = this.#options.record();
    const { running, state, problem } = this.#connection;
    const { id, name, transport, secretNames, identity, protocolVersion, memoryHints, offered } = record;
    const pins = toolPins(record);
    return {
      id,
      name,
      transport,
      secretNames,
      identity,
      protocolVersion,
      memoryHints,
      state,
      problem: problem === null ? null : toErrorBody(problem),
      pid: running?.pid ?? null,
      startedAt: running === null ? null : new Date(running.startedAt).toISOString(),
      tools: {
        approved: pins.filter((pin) => pin.state === "approved").length,
        waiting: pins.filter((pin) => pin.state === "new" || pin.state === "changed").length,
      },
      prompts: offered.prompts.length,
      resources: offered.resources.length,
    };
  }

  async #openTransport(onTooLarge: () => void): Promise<Transport> {
    const { limits, env, home } = this.#options;
    const { transport } = this.#options.record();
    const secrets = await this.#options.secrets();
    this.#log.mask(Object.values(secrets));
    if (transport.kind !== "stdio") {
      return openHttpTransport(transport, { ...transport.headers, ...secrets }, limits.maxMessageBytes, onTooLarge);
    }
    return new StdioTransport({
      command: transport.command,
      args: transport.args,
      cwd: transport.cwd ?? home,
      env: serverEnvironment(transport, secrets, env),
      log: this.#log,
      maxMessageBytes: limits.maxMessageBytes,
    });
  }

  async #read(client: Client, kinds: readonly ListKind[] | null): Promise<void> {
    const { name, offered } = this.#options.record();
    const { name: ownName = "", version = "" } = client.getServerVersion() ?? {};
    if (ownName.toLowerCase() === OWN_NAME) {
      throw new RecollectError("conflict", "server_is_recollect", { server: name });
    }
    const protocolVersion = client.getNegotiatedProtocolVersion() ?? null;
    const identity = { name: ownName, version };
    this.#options.onRead({ identity, protocolVersion, offered: await readOffered(client, kinds, offered) });
  }
}
