import type { ErrorBody } from "../text/errors.ts";
import type { ConnectionScope } from "./client-connection.ts";
import type { ClientNote } from "./client-note.ts";
import type { FilePreview } from "./file-preview.ts";

/** A client's file with entries of other servers, or from which servers were moved. */
export interface ServerSource {
  readonly clientId: string;
  readonly title: string;
  readonly scope: ConnectionScope;
  /** The project's folder; null for the user's file. */
  readonly project: string | null;
  readonly path: string;
  /** The number of entries that can be moved. */
  readonly movable: number;
  /** The names of the entries that can be returned. */
  readonly moved: readonly string[];
}

/** An entry of another server in a client's file. */
export interface MovableServer {
  /** The name in the client's file. */
  readonly name: string;
  /** The server's name in Recollect. */
  readonly serverName: string;
  /** Whether Recollect has this server already: the same program or address with the same values. */
  readonly exists: boolean;
  /** Null if Recollect cannot connect to the server. */
  readonly transport: "stdio" | "http" | "sse" | null;
  /** The command line or the address. */
  readonly place: string;
  /** Variables and headers whose values go to the keychain. */
  readonly secretNames: readonly string[];
  /** Names of proxy, certificate and registry variables that the program still gets. */
  readonly inherits: readonly string[];
  /** Names of variables without a value here; the owner can pass them. */
  readonly needs: readonly string[];
  /** Why it cannot be moved, or null if it can, once it has all values. */
  readonly problem: ClientNote | null;
}

/** The effect of a move. `id` is the id of the plan; values of secrets are masked. */
export interface ServerMovePreview extends FilePreview {
  readonly clientId: string;
  readonly title: string;
  readonly servers: readonly MovableServer[];
  /** The entries that this plan moves. */
  readonly names: readonly string[];
  /** Whether the client gets Recollect's entry. */
  readonly connects: boolean;
}

/** The result of a move. */
export interface ServerMoveResult {
  readonly moved: readonly { readonly name: string; readonly serverName: string; readonly isNew: boolean }[];
  /** The entries that stay in the file. */
  readonly failed: readonly { readonly name: string; readonly error: ErrorBody }[];
  /** Null if nothing was moved, so that the file is unchanged. */
  readonly file: FilePreview | null;
  /** The next steps in the client. */
  readonly nextStep: ClientNote;
}

/** The effect of returning servers to a client. */
export interface ServerReturnPreview extends FilePreview {
  readonly clientId: string;
  readonly title: string;
  /** The entries that are put back. */
  readonly names: readonly string[];
  /** Entries of the same names that the file has now; they stay. */
  readonly kept: readonly string[];
  /** Servers that are removed from Recollect: the move added them, and no other client uses them. */
  readonly removes: readonly string[];
  /** Whether Recollect's entry is removed: the move added it. */
  readonly disconnects: boolean;
  readonly nextStep: ClientNote;
}

/** Progress of a move; `name` is the name in the client's file. */
export interface ServerMoveProgress {
  readonly planId: string;
  readonly name: string;
  readonly state: "starting" | "added" | "failed";
}
