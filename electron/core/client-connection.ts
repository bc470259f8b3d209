import type { FilePreview } from "./file-preview.ts";

/** How a client reaches us. */
export type Transport = "http" | "stdio";

/** Whose configuration is written: the owner's for every folder, or one project's. */
export type ConnectionScope = "user" | "project";

/**
 * What a client's own file says: nothing of us; our entry; an entry of our name that leads elsewhere; or it cannot be
 * read or understood.
 */
export type FileState = "absent" | "connected" | "foreign" | "unreadable";

/** One client of the catalogue, as it stands on this machine. */
export interface CatalogueClient {
  /** `claude-code`, `cursor`, … */
  readonly id: string;
  readonly title: string;
  readonly installed: boolean;
  /** The owner's configuration file; null where the client is configured by hand alone. */
  readonly file: string | null;
  readonly state: FileState;
  /** The best first. */
  readonly transports: readonly Transport[];
  /** Which ways in can be written, for each scope; empty where none can. */
  readonly writes: Readonly<Record<ConnectionScope, readonly Transport[]>>;
  /** A link that has the client add us by itself. */
  readonly deepLink: string | null;
  /** What to do after the file is written. */
  readonly afterwards: string;
}

/** What connecting or disconnecting would write. */
export interface ConnectionPreview extends FilePreview {
  readonly action: "connect" | "disconnect";
  readonly clientId: string;
  readonly title: string;
  readonly transport: Transport;
  readonly scope: ConnectionScope;
  /** What to do after it is written. */
  readonly afterwards: string;
}

/** A file that we wrote, and that holds what is no longer so. */
export interface StaleConnection {
  readonly clientId: string;
  readonly title: string;
  readonly scope: ConnectionScope;
  readonly path: string;
}
