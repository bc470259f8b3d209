import type { ConfigurationSnippet } from "../../core/client-configuration.ts";

/** Our entry's name in every client's configuration. */
export const SERVER_NAME = "recollect";

/** How the stdio shim is started. */
export interface ShimCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Where a client's files lie on this machine. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
}

/** All a configuration is made of. */
export interface ConnectContext extends Machine {
  /** `http://127.0.0.1:7325/mcp` */
  readonly url: string;
  /** This client's own token. */
  readonly token: string;
  readonly shim: ShimCommand;
}

/** One client of the catalogue. */
export interface ConnectClient {
  /** `claude-code`, `cursor`, …; also whom its token is made for. */
  readonly id: string;
  readonly title: string;
  /** False where the client takes no HTTP server, or cannot send a header to one: it needs no token. */
  readonly takesHttp: boolean;
  /**
   * Ready configurations, the best first. That is stdio wherever a client can start a program: the shim knows the project
   * by the folder it is started in, starts Recollect where it does not run, and outlives its restarts.
   */
  snippets(context: ConnectContext): readonly ConfigurationSnippet[];
}
