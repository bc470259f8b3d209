import { z } from "zod";
import type { ClientServer } from "../connect/other-servers/read-server.ts";
import { CONNECTION_SCOPES } from "../core/client-connection.ts";
import type { SecretStore } from "../core/secret-store.ts";
import { isRecord } from "../core/util/is-record.ts";
import { type RecordContext, RecordList } from "../platform/record-file.ts";

/** An entry that was moved from a client's file. */
const movedServer = z.object({
  /** The name in the client's file. */
  name: z.string(),
  /** The entry; the value of a secret is replaced by a mark. */
  entry: z.record(z.string(), z.unknown()),
  /** The keychain's entry with the values of the marks; null if it has no secrets. */
  secretId: z.string().nullable(),
  /** The server's id. */
  server: z.string(),
  /** Whether the move added the server, and the client's grant of it. */
  isNew: z.boolean(),
  isGranted: z.boolean(),
});
export type MovedServer = z.output<typeof movedServer>;

/** The entries that were moved from one file at the same time. */
const move = z.object({
  id: z.string(),
  clientId: z.string(),
  scope: z.enum(CONNECTION_SCOPES),
  project: z.string().nullable(),
  path: z.string(),
  servers: z.array(movedServer),
  /** Whether the move added Recollect's entry. */
  connected: z.boolean(),
  /** The SHA-256 of the file as the move wrote it, and its backup: while nothing else changed, the backup is restored. */
  digest: z.string(),
  backupPath: z.string().nullable(),
});
export type Move = z.output<typeof move>;

/** The moves that can be undone: in one file, and their secrets in the keychain. */
export class MovedServers {
  readonly #moves: RecordList<Move>;
  readonly #secrets: SecretStore;
  readonly #newId: () => string;

  constructor(
    options: RecordContext & { readonly file: string; readonly secrets: SecretStore; readonly newId: () => string },
  ) {
    this.#moves = new RecordList({ ...options, item: move, keyOf: ({ id }) => id });
    this.#secrets = options.secrets;
    this.#newId = options.newId;
  }

  /** Oldest first. */
  list(): readonly Move[] {
    return this.#moves.list();
  }

  /** Adds or replaces a move. @throws storage */
  save(move: Move): void {
    this.#moves.put(move);
  }

  /** Removes moves with their secrets. @throws storage, unavailable */
  async remove(removed: readonly Pick<Move, "id" | "servers">[]): Promise<void> {
    const ids = new Set(removed.map(({ id }) => id));
    this.#moves.replace((moves) => moves.filter(({ id }) => !ids.has(id)));
    for (const { secretId } of removed.flatMap(({ servers }) => servers)) {
      if (secretId !== null) await this.#secrets.delete(`server-${secretId}`);
    }
  }

  /** Records the servers that removed moves added as added by the remaining moves. */
  inherit(removed: readonly Move[]): void {
    const added = new Set(removed.flatMap(({ servers }) => servers.flatMap((one) => (one.isNew ? [one.server] : []))));
    this.#moves.replace((moves) =>
      moves.map((move) => ({
        ...move,
        servers: move.servers.map((one) => ({ ...one, isNew: one.isNew || added.has(one.server) })),
      })),
    );
  }

  /** Stores the secrets of an entry, and returns the entry without them. @throws unavailable, storage */
  async hide({ name, entry, server }: ClientServer): Promise<Pick<MovedServer, "name" | "entry" | "secretId">> {
    const hidden = hideSecrets(entry, new Set(Object.values(server?.secrets ?? {})));
    if (hidden.values.length === 0) return { name, entry, secretId: null };
    const secretId = this.#newId();
    await this.#secrets.set(`server-${secretId}`, JSON.stringify(hidden.values));
    return { name, entry: hidden.entry, secretId };
  }

  /** The entry as it was in the file. @throws unavailable, storage */
  async entryOf({ entry, secretId }: MovedServer): Promise<Readonly<Record<string, unknown>>> {
    if (secretId === null) return entry;
    const values: unknown = JSON.parse((await this.#secrets.get(`server-${secretId}`)) ?? "[]");
    return showSecrets(entry, Array.isArray(values) ? values : []);
  }
}

/** The start of a mark; the position of the value follows. */
const MARK = "recollect-secret-";

/** Replaces the texts of an entry that are secret by marks. */
function hideSecrets(
  entry: Readonly<Record<string, unknown>>,
  secrets: ReadonlySet<string>,
): { readonly entry: Readonly<Record<string, unknown>>; readonly values: readonly string[] } {
  const values: string[] = [];
  const hidden = mapTexts(entry, (text) => (secrets.has(text) ? `${MARK}${values.push(text) - 1}` : text));
  return { entry: hidden as Readonly<Record<string, unknown>>, values };
}

/** Replaces the marks of an entry by the texts. */
function showSecrets(
  entry: Readonly<Record<string, unknown>>,
  values: readonly string[],
): Readonly<Record<string, unknown>> {
  const shown = mapTexts(entry, (text) =>
    text.startsWith(MARK) ? (values[Number(text.slice(MARK.length))] ?? text) : text,
  );
  return shown as Readonly<Record<string, unknown>>;
}

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === "string") return map(value);
  if (Array.isArray(value)) return value.map((member) => mapTexts(member, map));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, mapTexts(member, map)]));
}
