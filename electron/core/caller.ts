import type { ClientIdentity } from "./memory.ts";

/** What a token allows. `domains` and `namespaces` null: no limit. */
export interface Grant {
  readonly access: "read" | "write";
  readonly domains: readonly string[] | null;
  readonly namespaces: readonly string[] | null;
}

/** Who asks. Every service method takes one, so that rights and history are decided in one place. */
export interface Caller {
  /** Null: the owner, in the window or on the command line. */
  readonly client: ClientIdentity | null;
  /** The project the client works in, where it is known. */
  readonly project: string | null;
  /** The connection; memories captured in one session lift one another in search. */
  readonly sessionId: string | null;
  readonly grant: Grant;
}

export const FULL_GRANT: Grant = { access: "write", domains: null, namespaces: null };

/** The owner at the window. */
export const OWNER: Caller = { client: null, project: null, sessionId: null, grant: FULL_GRANT };
