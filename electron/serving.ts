import { type ErrorBody, RecollectError, toErrorBody } from "./core/errors.ts";
import type { Events } from "./core/events.ts";
import type { Logger } from "./core/ports.ts";
import type { ServingState } from "./ipc/contract.ts";

/** A server that listens. */
export interface ListeningServer {
  readonly port: number;
  /** Off: every client is refused with a sentence, while `/health` and the interface live on. */
  setServing(serving: boolean): void;
  close(): Promise<void>;
}

export interface ServingDependencies {
  /** @throws unavailable where the port is taken, with a message that says by whom */
  listen(port: number): Promise<ListeningServer>;
  /** The server answers now, at this port. */
  onListening(port: number): void;
  readonly events: Events;
  readonly logger: Logger;
}

/** What is served and where. A port that is taken is a state to be shown, not the end of the application. */
export interface Serving {
  state(): ServingState;
  /** The sentence to be shown while the state is `failed`. */
  problem(): string | null;
  /** The same as an error, with its reason. */
  failure(): ErrorBody | null;
  /** The port that is served, or that was tried last. */
  port(): number;
  /** Begins to serve; where that fails the state says so. */
  start(port: number): Promise<void>;
  /** Pauses or resumes; after a failure it tries again. */
  setServing(serving: boolean): Promise<void>;
  /** Serves on another port and lets the old one go. @throws unavailable where it is taken; then all stays as it was */
  move(port: number): Promise<void>;
  stop(): Promise<void>;
}

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
    onListening(opened.port);
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
  };
  return serving;
}

/** What the system says is shown too: nobody but the owner reads it. */
function bodyOf(error: unknown): ErrorBody {
  if (error instanceof RecollectError) return toErrorBody(error);
  return { code: "unavailable", message: error instanceof Error ? error.message : String(error) };
}
