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

/** One line of a difference; `gap` stands for lines left out. */
export interface DifferenceLine {
  readonly kind: "same" | "added" | "removed" | "gap";
  readonly text: string;
}

/** What would be written, before it is. */
export interface ConnectionPreview {
  /** Names the plan while the application keeps it. */
  readonly id: string;
  readonly action: "connect" | "disconnect";
  readonly clientId: string;
  readonly title: string;
  readonly transport: Transport;
  readonly scope: ConnectionScope;
  /** The file as the client names it; a symbolic link is followed when it is written. */
  readonly path: string;
  readonly exists: boolean;
  /** Empty when there is nothing to change. */
  readonly difference: readonly DifferenceLine[];
  /** Where the file as it is now is kept; null where there is none yet or nothing changes. */
  readonly backupPath: string | null;
  /** What the owner should know first, a sentence each. */
  readonly warnings: readonly string[];
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
