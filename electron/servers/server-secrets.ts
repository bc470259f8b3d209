import type { SecretStore } from "../core/secret-store.ts";
import { isRecord } from "../core/util/is-record.ts";
import type { ServerRecord } from "./server-file.ts";

type Values = Readonly<Record<string, string>>;
/** The parts of a server that its secrets depend on. */
type Owner = Pick<ServerRecord, "id" | "secretNames">;

/** The secrets of servers in the keychain, one entry for each server: Windows limits an entry to 2,560 bytes. */
export class ServerSecrets {
  readonly #store: SecretStore;

  constructor(store: SecretStore) {
    this.#store = store;
  }

  async read({ id, secretNames }: Owner): Promise<Values> {
    if (secretNames.length === 0) return {};
    const stored: unknown = JSON.parse((await this.#store.get(entryName(id))) ?? "{}");
    if (!isRecord(stored)) return {};
    const values = secretNames.flatMap((name) => {
      const value = stored[name];
      return typeof value === "string" ? [[name, value] as const] : [];
    });
    return Object.fromEntries(values);
  }

  async write({ id, secretNames }: Owner, values: Values): Promise<void> {
    if (secretNames.length > 0) await this.#store.set(entryName(id), JSON.stringify(values));
  }

  async delete({ id, secretNames }: Owner): Promise<void> {
    if (secretNames.length > 0) await this.#store.delete(entryName(id));
  }
}

const entryName = (id: string) => `server-${id}` as const;
