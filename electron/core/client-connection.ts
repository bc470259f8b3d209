import type { ClientNote } from "./client-note.ts";
import type { FilePreview } from "./file-preview.ts";

/** How a client connects. */
export const TRANSPORTS = ["http", "stdio"] as const;
export type Transport = (typeof TRANSPORTS)[number];

/** The user's configuration, for every folder, or the configuration of one project. */
export const CONNECTION_SCOPES = ["user", "project"] as const;
export type ConnectionScope = (typeof CONNECTION_SCOPES)[number];

/**
 * The state of a client's file: it has no entry of ours, has our entry, has an entry of our name that points elsewhere,
 * or cannot be read or parsed.
 */
export type FileState = "absent" | "connected" | "foreign" | "unreadable";

/** A supported client and its state on this machine. */
export interface KnownClient {
  /** `claude-code`, `cursor`, … */
  readonly id: string;
  readonly title: string;
  /** The names by which it introduces itself: see `ConnectClient` in connect/client.ts. */
  readonly wireNames: readonly string[];
  /** True for the configuration of clients that are not listed. */
  readonly isGeneric: boolean;
  readonly installed: boolean;
  /** The user's configuration file; null if the client is configured in its own settings only. */
  readonly file: string | null;
  readonly state: FileState;
  /** The recommended first. */
  readonly transports: readonly Transport[];
  /** The transports that can be written to the file of each scope. */
  readonly writes: Readonly<Record<ConnectionScope, readonly Transport[]>>;
  /** A link that makes the client add us. */
  readonly deepLink: string | null;
  /** Whether it installs `.mcpb` bundles. */
  readonly hasExtension: boolean;
  /** Whether Recollect has hooks for it, which add memories to its prompts. */
  readonly hasHooks: boolean;
  /** Advice if it does not connect. Null if a restart is enough. */
  readonly help: ClientNote | null;
}

/** The changes that connecting or disconnecting would make to a file. */
export interface ConnectionPreview extends FilePreview {
  readonly action: "connect" | "disconnect";
  readonly clientId: string;
  readonly title: string;
  readonly transport: Transport;
  readonly scope: ConnectionScope;
  /** The steps after the file is written. */
  readonly nextStep: ClientNote;
}

/** A file that we wrote and that is out of date. */
export interface StaleConnection {
  readonly clientId: string;
  readonly title: string;
  readonly scope: ConnectionScope;
  readonly path: string;
}
