import { setTimeout } from "node:timers/promises";
import type { Events } from "../core/events.ts";
import type { Logger } from "../core/ports.ts";
import { type ErrorBody, RecollectError, toErrorBody } from "../text/errors.ts";
import type { ServingState } from "../window-api/contract.ts";

/** A listening server. */
export interface ListeningServer {
  readonly port: number;
  /** The file of its Unix domain socket; null if it has none. */
  readonly socket: string | null;
  /** Off: refuses every client with an error; `/health` and the interface continue to work. */
  setServing(serving: boolean): void;
  /** The number of requests whose client waits for a response. */
  requestsInProgress(): number;
  close(): Promise<void>;
}

export interface ServingDependencies {
  /** @throws unavailable if the port is in use; the message names the program if it is known */
  listen(port: number): Promise<ListeningServer>;
  /** Called once the server listens. */
  onListening(server: Pick<ListeningServer, "port" | "socket">): void;
  readonly events: Events;
  readonly logger: Logger;
}

/** The state of the server. A port in use is a state that is shown; the application keeps running. */
export interface Serving {
  state(): ServingState;
  /** The message while the state is `failed`. */
  problem(): string | null;
  /** The error while the state is `failed`. */
  failure(): ErrorBody | null;
  /** The port in use, or the last port that was tried. */
  port(): number;
  /** Starts the server; a failure is reported by the state. */
  start(port: number): Promise<void>;
  /** Pauses or resumes. Resuming after a failure tries again. */
  setServing(serving: boolean): Promise<void>;
  /** Moves to another port and frees the old one. @throws unavailable if it is in use; then nothing changes */
  move(port: number): Promise<void>;
  stop(): Promise<void>;
  /** Waits until no client waits for a response, however long that takes, then stops. @throws if it is aborted */
  stopWhenIdle(signal: AbortSignal): Promise<void>;
}

/** The interval at which a stop checks for requests in progress, in milliseconds. */
const IDLE_POLL_MS = 25;

export function createServing({ listen, onListening, events, logger }: ServingDependencies): Serving {
  let server: ListeningServer | null = null;
  let paused = false;
  let failure: ErrorBody | null = null;
  let wantedPort = 0;

  const changed = () => events.emit("status.changed", null);

  const open = async (port: number): Promise<ListeningServer> => {
    const opened = await listen(port);
    opened.setServing(!paused);
    return opened;
  };

  const use = (opened: ListeningServer) => {
    server = opened;
    failure = null;
    onListening(opened);
    logger.info("Serving", { port: opened.port });
    changed();
  };

  const serving: Serving = {
    state: () => (failure !== null ? "failed" : paused ? "paused" : "serving"),
    problem: () => failure?.message ?? null,
    failure: () => failure,
    port: () => server?.port ?? wantedPort,
    async start(port) {
      wantedPort = port;
      try {
        use(await open(port));
      } catch (error) {
        failure = bodyOf(error);
        logger.error("Cannot serve", { port, error });
        changed();
      }
    },
    async setServing(wanted) {
      paused = !wanted;
      server?.setServing(wanted);
      if (wanted && server === null) await serving.start(wantedPort);
      else changed();
    },
    async move(port) {
      const opened = await open(port);
      const previous = server;
      wantedPort = port;
      use(opened);
      await previous?.close();
    },
    async stop() {
      const open = server;
      server = null;
      await open?.close();
    },
    async stopWhenIdle(signal) {
      while (server !== null && server.requestsInProgress() > 0) await setTimeout(IDLE_POLL_MS, undefined, { signal });
      signal.throwIfAborted();
      await serving.stop();
    },
  };
  return serving;
}

/** The system's message is shown: only the owner reads it. */
function bodyOf(error: unknown): ErrorBody {
  if (error instanceof RecollectError) return toErrorBody(error);
  return { code: "unavailable", message: error instanceof Error ? error.message : String(error) };
}
