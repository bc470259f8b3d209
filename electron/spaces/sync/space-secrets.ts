import { z } from "zod";
import type { SecretStore } from "../../core/secret-store.ts";

const schema = z.object({
  /** Of the login of the database. */
  password: z.string().nullable(),
  /** For invitations. */
  passphrase: z.string().nullable(),
  /** The newest key, from `SpaceKeys.stored`. */
  keys: z.string().nullable(),
});
/** What opens a space. */
export type SpaceSecret = z.output<typeof schema>;

export const NO_SECRET: SpaceSecret = { password: null, passphrase: null, keys: null };

/** The secrets of spaces in the keychain, one entry for each space. */
export class SpaceSecrets {
  readonly #store: SecretStore;

  constructor(store: SecretStore) {
    this.#store = store;
  }

  /** @throws unavailable if the keychain is locked */
  async get(space: string): Promise<SpaceSecret> {
    const text = await this.#store.get(`space-${space}`);
    if (text === null) return NO_SECRET;
    return parse(text) ?? NO_SECRET;
  }

  async set(space: string, secret: SpaceSecret): Promise<void> {
    if (Object.values(secret).every((value) => value === null)) await this.delete(space);
    else await this.#store.set(`space-${space}`, JSON.stringify(secret));
  }

  async update(space: string, changes: Partial<SpaceSecret>): Promise<void> {
    await this.set(space, { ...(await this.get(space)), ...changes });
  }

  async delete(space: string): Promise<void> {
    await this.#store.delete(`space-${space}`);
  }
}

function parse(text: string): SpaceSecret | null {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
