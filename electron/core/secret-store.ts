/** What Recollect keeps secret: the key that signs clients' tokens, and the key of a model's server. */
export type SecretName = "token" | "model";

/** The owner's secrets, each by its name, in the system's keychain or in files that only the owner may read. */
export interface SecretStore {
  /**
   * Null where it was never set or was deleted.
   * @throws unavailable where the keychain that holds it does not open
   * @throws storage where the keychain no longer holds it
   */
  get(name: SecretName): Promise<string | null>;
  /** Resolved means kept, also when the machine stops. @throws unavailable, storage */
  set(name: SecretName, value: string): Promise<void>;
  /** Not there: nothing. @throws unavailable, storage */
  delete(name: SecretName): Promise<void>;
}

/** How the owner's secrets are kept now. */
export interface SecretsStatus {
  /** Where the key of the clients' tokens lies. */
  readonly place: "keychain" | "file";
  /** Whether there is a keychain that could be asked. */
  readonly hasKeychain: boolean;
  /** `closed`: the keychain does not open; `lost`: it no longer holds what it was given. Null: all is well. */
  readonly problem: "closed" | "lost" | null;
}
