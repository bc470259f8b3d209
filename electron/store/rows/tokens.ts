import type { Database } from "better-sqlite3";
import type { Grant } from "../../core/caller.ts";
import type { TokenRow, TokenStore } from "../../core/tokens.ts";
import type { SqlValue } from "../../sqlite/sql.ts";
import { withStorageErrors } from "../../sqlite/storage-error.ts";
import type { WriteQueue } from "./write-queue.ts";

interface Row {
  readonly id: string;
  readonly subject: string;
  readonly access: Grant["access"];
  readonly domains: string | null;
  readonly namespaces: string | null;
  readonly servers: string | null;
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly revoked_at: number | null;
  readonly last_used_at: number | null;
  readonly paused_at: number | null;
  readonly injection: 0 | 1;
  readonly list_all_tools: 0 | 1;
  readonly conversations: 0 | 1;
  readonly replaces: string | null;
  readonly issued_access: Grant["access"];
}

/** Between two writes of a token's last use, which the window shows to the day. */
const USE_INTERVAL_MS = 60_000;

/** The records of issued tokens. A record has no secret. */
export function createTokenRows(database: Database, writes: WriteQueue): TokenStore {
  const insert = database.prepare<SqlValue[]>(
    `INSERT INTO tokens (id, subject, access, domains, namespaces, created_at, expires_at, revoked_at, last_used_at,
       paused_at, injection, replaces, issued_access, servers, list_all_tools, conversations)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const get = database.prepare<[string], Row>("SELECT * FROM tokens WHERE id = ?");
  const list = database.prepare<[], Row>("SELECT * FROM tokens ORDER BY created_at DESC, id DESC");
  const update = database.prepare<SqlValue[]>(
    `UPDATE tokens SET access = ?, domains = ?, namespaces = ?, servers = ?, expires_at = ?, paused_at = ?,
       injection = ?, list_all_tools = ?, conversations = ? WHERE id = ?`,
  );
  const revoke = database.prepare<[number, string]>(
    "UPDATE tokens SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?",
  );
  const remove = database.prepare<[string]>("DELETE FROM tokens WHERE id = ?");
  const use = database.prepare<[number, string]>("UPDATE tokens SET last_used_at = ? WHERE id = ?");
  const usedAt = new Map<string, number>();

  return {
    insert: (row) =>
      writes.run(() => {
        insert.run(
          row.id,
          row.subject,
          row.grant.access,
          toJson(row.grant.domains),
          toJson(row.grant.namespaces),
          row.createdAt,
          row.expiresAt,
          row.revokedAt,
          row.lastUsedAt,
          row.pausedAt,
          row.injection ? 1 : 0,
          row.replaces,
          row.issued.access,
          toJson(row.grant.servers ?? null),
          row.grant.listAllTools === true ? 1 : 0,
          row.grant.conversations === true ? 1 : 0,
        );
      }),
    get: (id) =>
      withStorageErrors(() => {
        const row = get.get(id);
        return row === undefined ? null : toTokenRow(row);
      }),
    list: () => withStorageErrors(() => list.all().map(toTokenRow)),
    update: (id, { grant, expiresAt, pausedAt, injection }) =>
      writes.run(() => {
        const { access, domains, namespaces, servers = null, listAllTools = false, conversations = false } = grant;
        const places = [toJson(domains), toJson(namespaces), toJson(servers)];
        const switches = [injection, listAllTools, conversations].map((isOn) => (isOn ? 1 : 0));
        update.run(access, ...places, expiresAt, pausedAt, ...switches, id);
      }),
    revoke: (id, at) =>
      writes.run(() => {
        revoke.run(at, id);
      }),
    delete: (ids) =>
      writes.run(() => {
        for (const id of ids) remove.run(id);
      }),
    markUsed(id, at) {
      if (at - (usedAt.get(id) ?? Number.NEGATIVE_INFINITY) < USE_INTERVAL_MS) return;
      usedAt.set(id, at);
      // Best effort: if this write fails, the next use is written.
      writes.run(() => use.run(at, id)).catch(() => usedAt.delete(id));
    },
  };
}

function toTokenRow(row: Row): TokenRow {
  return {
    id: row.id,
    subject: row.subject,
    grant: {
      access: row.access,
      domains: fromJson(row.domains),
      namespaces: fromJson(row.namespaces),
      ...(row.servers === null ? {} : { servers: JSON.parse(row.servers) }),
      ...(row.list_all_tools === 0 ? {} : { listAllTools: true }),
      ...(row.conversations === 0 ? {} : { conversations: true }),
    },
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
    pausedAt: row.paused_at,
    injection: row.injection === 1,
    replaces: row.replaces,
    issued: { access: row.issued_access },
  };
}

const toJson = (values: readonly unknown[] | null): string | null => (values === null ? null : JSON.stringify(values));
const fromJson = (text: string | null): string[] | null => (text === null ? null : JSON.parse(text));
