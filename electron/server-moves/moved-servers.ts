import { readFileSync } from "node:fs";
import type { ClientServer } from "../connect/other-servers/read-server.ts";
import { CONNECTION_SCOPES, type ConnectionScope } from "../core/client-connection.ts";
import type { SecretStore } from "../core/secret-store.ts";
import { isRecord } from "../core/util/is-record.ts";

/** One entry that was moved from a client's file. */
export interface MovedServer {
  /** The name in the client's file. */
  readonly name: string;
  /** The entry; a value of a secret is replaced by a mark. */
  readonly entry: Readonly<Record<string, unknown>>;
  /** The keychain's entry with the values of the marks; null: it has no secrets. */
  readonly secretId: string | null;
  /** The server's id. */
  readonly server: string;
  /** Whether the move added the server, and the client's grant of it. */
  readonly isNew: boolean;
  readonly isGranted: boolean;
}

/** The entries that were moved from one file at the same time. */
export interface Move {
  readonly id: string;
  readonly clientId: string;
  readonly scope: ConnectionScope;
  readonly project: string | null;
  readonly path: string;
  readonly servers: readonly MovedServer[];
  /** Whether the move added Recollect's entry. */
  readonly connected: boolean;
  /** The SHA-256 of the file as the move wrote it, and its backup: while nothing else changed, the backup is restored. */
  readonly digest: string;
  readonly backupPath: string | null;
}

/** The moves that can be undone: in one file, and their secrets in the keychain. An unreadable file counts as empty: the backups are still there. */
export class MovedServers {
  readonly #file: string;
  readonly #write: (file: string, content: string) => void;
  readonly #secrets: SecretStore;
  readonly #newId: () => string;

  /** @param dependencies.write writes a file that only its owner may read */
  constructor(dependencies: {
    readonly file: string;
    readonly write: (file: string, content: string) => void;
    readonly secrets: SecretStore;
    readonly newId: () => string;
  }) {
    this.#file = dependencies.file;
    this.#write = dependencies.write;
    this.#secrets = dependencies.secrets;
    this.#newId = dependencies.newId;
  }

  /** Oldest first. */
  list(): readonly Move[] {
    try {
      const parsed: unknown = JSON.parse(readFileSync(this.#file, "utf8"));
      return Array.isArray(parsed) ? parsed.filter(isMove) : [];
    } catch {
      return [];
    }
  }

  save(move: Move): void {
    this.#store([...this.list().filter(({ id }) => id !== move.id), move]);
  }

  /** Removes moves with their secrets. */
  async remove(moves: readonly Pick<Move, "id" | "servers">[]): Promise<void> {
    const ids = new Set(moves.map(({ id }) => id));
    this.#store(this.list().filter(({ id }) => !ids.has(id)));
    for (const { secretId } of moves.flatMap(({ servers }) => servers)) {
      if (secretId !== null) await this.#secrets.delete(`server-${secretId}`);
    }
  }

  /** Notes the servers that removed moves added as added by the moves that are left. */
  inherit(removed: readonly Move[]): void {
    const added = new Set(removed.flatMap(({ servers }) => servers.flatMap((one) => (one.isNew ? [one.server] : []))));
    const moves = this.list().map((move) => ({
      ...move,
      servers: move.servers.map((one) => ({ ...one, isNew: one.isNew || added.has(one.server) })),
    }));
    this.#store(moves);
  }

  /** Stores the secrets of an entry, and returns what remains. @throws unavailable, storage */
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

  #store(moves: readonly Move[]): void {
    this.#write(this.#file, `${JSON.stringify(moves, null, 2)}\n`);
  }
}

/** Begins a mark, which the position of the value follows. */
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

function isMove(value: unknown): value is Move {
  if (!isRecord(value)) return false;
  const { id, clientId, scope, path, servers, connected, digest } = value;
  return (
    [id, clientId, path, digest].every((text) => typeof text === "string") &&
    CONNECTION_SCOPES.some((known) => known === scope) &&
    typeof connected === "boolean" &&
    Array.isArray(servers) &&
    servers.every((server) => isRecord(server) && typeof server.name === "string" && isRecord(server.entry))
  );
}
