import type { Transport } from "./client-connection.ts";
import type { ClientNote } from "./client-note.ts";

/** The configurations of one client, for copying. */
export interface ClientConfiguration {
  /** `claude-code`, `cursor`, … */
  readonly id: string;
  readonly title: string;
  /** The recommended first. */
  readonly snippets: readonly ConfigurationSnippet[];
}

export interface ConfigurationSnippet {
  readonly transport: Transport;
  readonly kind: "file" | "command";
  readonly language: "json" | "yaml" | "toml" | "shell";
  /** The absolute path of the file on this machine; null for a command. */
  readonly path: string | null;
  readonly text: string;
  /** Where to put it, and what to do next. */
  readonly instructions: readonly ClientNote[];
}
