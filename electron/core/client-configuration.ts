/** Ready configuration of one client, to be copied. */
export interface ClientConfiguration {
  /** `claude-code`, `cursor`, … */
  readonly id: string;
  readonly title: string;
  /** The best way first. */
  readonly snippets: readonly ConfigurationSnippet[];
}

export interface ConfigurationSnippet {
  readonly transport: "http" | "stdio";
  readonly kind: "file" | "command";
  readonly language: "json" | "yaml" | "toml" | "shell";
  /** Absolute path of the file on this machine; null for a command. */
  readonly path: string | null;
  readonly text: string;
  /** What to do with it and afterwards, one or two sentences. */
  readonly instructions: string;
}
