/** `token`: the key that signs clients' tokens; `model`: the API key of an embedding server. */
export const SECRET_NAMES = ["token", "model"] as const;
/** Other names belong to MCP servers, spaces and remote domains: `server-`, `space-` or `remote-`, and the id. */
export type SecretName = (typeof SECRET_NAMES)[number] | `server-${string}` | `space-${string}` | `remote-${string}`;
/** Matches the name of the secrets of a server, a space or a remote domain, even within a text. */
export const OWNED_SECRET_NAME = /(?:server|space|remote)-[0-9A-Za-z]{1,40}/;

export function isSecretName(name: string): name is SecretName {
  return SECRET_NAMES.some((known) => known === name) || new RegExp(`^${OWNED_SECRET_NAME.source}$`).test(name);
}

export const SECRET_PLACES = ["keychain", "file"] as const;

/** The owner's secrets by name, in the system's keychain or in files that only the owner may read. */
export interface SecretStore {
  /**
   * Null if it was never set or was deleted. @throws unavailable if the keychain cannot be opened @throws storage if
   * the keychain has lost it
   */
  get(name: SecretName): Promise<string | null>;
  /** When its promise resolves, the value is stored durably. @throws unavailable, storage */
  set(name: SecretName, value: string): Promise<void>;
  /** Does nothing for an unknown name. @throws unavailable, storage */
  delete(name: SecretName): Promise<void>;
}

/** The current state of the owner's secrets. */
export interface SecretsStatus {
  /** The place of the key that signs tokens. */
  readonly place: (typeof SECRET_PLACES)[number];
  /** Whether this system has a keychain. */
  readonly hasKeychain: boolean;
  /**
   * `closed`: the keychain cannot be opened; `lost`: a secret is missing from it; `missing`: the file of the key that
   * signs tokens is missing although there are tokens; `damaged`: it cannot be read. Null without a problem.
   */
  readonly problem: "closed" | "lost" | "missing" | "damaged" | null;
}
