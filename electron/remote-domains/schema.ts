import { createHash } from "node:crypto";
import type { Database, RunQuery } from "../postgres/database.ts";
import { RecollectError } from "../text/errors.ts";

const SCHEMA_VERSION = 1;
/** Two creators at the same time: one of them gets such an error, and finds everything there when it tries again. */
const CREATED_BY_ANOTHER = /^(23505|42P06|42P07|42710|XX000)$/;

/** What a login finds in the schema of a remote domain. */
export interface RemoteSchema {
  /** Whether the login may change memories. */
  readonly isWritable: boolean;
  /** The vectors of the domain; null if the database cannot store them, or the login may not read them. */
  readonly vectors: RemoteVectors | null;
}

export interface RemoteVectors {
  /** The schema of the extension pgvector, quoted. */
  readonly extension: string;
  /** Whether the login may store vectors. */
  readonly isWritable: boolean;
  /** The model of all vectors of the domain, chosen by the machine that stored the first one. Null without vectors. */
  readonly fingerprint: string | null;
  readonly dimensions: number;
}

/** The schema of a domain in any database: the same on every machine. */
export function schemaOf(domain: string): string {
  return `recollect_domain_${createHash("sha256").update(domain).digest("hex").slice(0, 16)}`;
}

function statements(s: string): readonly string[] {
  return [
    `CREATE SCHEMA IF NOT EXISTS ${s}`,
    `CREATE TABLE IF NOT EXISTS ${s}.about (lock integer PRIMARY KEY CHECK (lock = 1), version integer NOT NULL,
       domain text NOT NULL, fingerprint text, dimensions integer)`,
    `CREATE TABLE IF NOT EXISTS ${s}.memories (id text COLLATE "C" PRIMARY KEY, content text NOT NULL,
       content_hash bytea NOT NULL, namespace text NOT NULL, tags text[] NOT NULL, source text, valid_from bigint,
       valid_until bigint, client_name text, client_version text, client_via text, session text,
       pinned boolean NOT NULL, superseded_by text, created_at bigint NOT NULL, updated_at bigint NOT NULL,
       deleted_at bigint, revision integer NOT NULL, content_revision integer NOT NULL, words tsvector NOT NULL,
       length integer NOT NULL)`,
    // Search reads words of many rows and content of few.
    `ALTER TABLE ${s}.memories ALTER COLUMN words SET STORAGE MAIN`,
    // Frequencies of common words come from these statistics.
    `ALTER TABLE ${s}.memories ALTER COLUMN words SET STATISTICS 500`,
    `CREATE INDEX IF NOT EXISTS memories_words ON ${s}.memories USING gin (words)`,
    `CREATE INDEX IF NOT EXISTS memories_created ON ${s}.memories (created_at, id)`,
    `CREATE INDEX IF NOT EXISTS memories_updated ON ${s}.memories (updated_at, id)`,
    `CREATE INDEX IF NOT EXISTS memories_content ON ${s}.memories (content_hash)`,
    `CREATE INDEX IF NOT EXISTS memories_end ON ${s}.memories ("right"(id, 4))`,
    `CREATE INDEX IF NOT EXISTS memories_session ON ${s}.memories (session, created_at) WHERE session IS NOT NULL`,
    `CREATE INDEX IF NOT EXISTS memories_source ON ${s}.memories (source, created_at) WHERE source IS NOT NULL`,
    `CREATE INDEX IF NOT EXISTS memories_trash ON ${s}.memories (id) WHERE deleted_at IS NOT NULL`,
    `CREATE TABLE IF NOT EXISTS ${s}.revisions (memory text COLLATE "C" NOT NULL
       REFERENCES ${s}.memories (id) ON DELETE CASCADE, revision integer NOT NULL, action text NOT NULL,
       content_revision integer NOT NULL, content text, namespace text NOT NULL, tags text[] NOT NULL, source text,
       valid_from bigint, valid_until bigint, client_name text, client_version text, client_via text,
       at bigint NOT NULL, login text NOT NULL DEFAULT current_user, change text NOT NULL,
       PRIMARY KEY (memory, revision))`,
  ];
}

function vectorStatements(s: string, extension: string): readonly string[] {
  return [
    `CREATE TABLE IF NOT EXISTS ${s}.vectors (memory text COLLATE "C" NOT NULL
       REFERENCES ${s}.memories (id) ON DELETE CASCADE, number integer NOT NULL, content_revision integer NOT NULL,
       vector ${extension}.halfvec NOT NULL, PRIMARY KEY (memory, number))`,
  ];
}

/**
 * Creates the schema of a domain, unless it is there.
 * @throws permission_denied where the login may not create it, and it is missing
 */
export async function createSchema(database: Database, domain: string): Promise<void> {
  const s = schemaOf(domain);
  await database.transaction(
    async (query) => {
      if (await exists(query, `${s}.about`)) return;
      for (const statement of statements(s)) await query(statement);
      const row = `INSERT INTO ${s}.about (lock, version, domain) VALUES (1, $1, $2) ON CONFLICT (lock) DO NOTHING`;
      await query(row, [SCHEMA_VERSION, domain]);
    },
    undefined,
    CREATED_BY_ANOTHER,
  );
}

/** Reads the schema; creates the table for vectors if the extension was added since. */
export async function openSchema(database: Database, domain: string, signal?: AbortSignal): Promise<RemoteSchema> {
  const s = schemaOf(domain);
  return await database.transaction(
    async (query) => {
      if (!(await exists(query, `${s}.about`))) throw missing(database, domain);
      const { rows } = await query(
        `SELECT version, domain, fingerprint, dimensions,
           has_table_privilege('${s}.memories', 'INSERT') AND has_table_privilege('${s}.memories', 'UPDATE')
             AND has_table_privilege('${s}.revisions', 'INSERT') AS is_writable,
           (SELECT nspowner = (SELECT oid FROM pg_roles WHERE rolname = current_user) FROM pg_namespace
             WHERE nspname = '${s}') AS is_owner,
           current_setting('transaction_read_only') = 'on' AS is_read_only,
           has_table_privilege(to_regclass('${s}.vectors'), 'SELECT') AS has_vectors,
           has_table_privilege(to_regclass('${s}.vectors'), 'INSERT')
             AND has_table_privilege(to_regclass('${s}.vectors'), 'DELETE')
             AND has_table_privilege('${s}.about', 'UPDATE') AS has_writable_vectors,
           to_regclass('${s}.vectors_near') IS NOT NULL AS has_index,
           (SELECT quote_ident(n.nspname) FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
             WHERE e.extname = 'vector' AND string_to_array(e.extversion, '.')::int[] >= ARRAY[0, 7]) AS extension
         FROM ${s}.about`,
      );
      const [found] = rows;
      if (found === undefined || found.domain !== domain) throw missing(database, domain);
      if (Number(found.version) > SCHEMA_VERSION) {
        throw new RecollectError("remote_newer", { domain });
      }
      const isReadOnly = found.is_read_only === true;
      const extension = found.extension === null ? null : String(found.extension);
      let hasVectors = found.has_vectors === true && extension !== null;
      let hasWritableVectors = found.has_writable_vectors === true && !isReadOnly;
      if (!hasVectors && extension !== null && found.is_owner === true && !isReadOnly) {
        for (const statement of vectorStatements(s, extension)) await query(statement);
        hasVectors = true;
        hasWritableVectors = true;
      }
      const dimensions = Math.trunc(Number(found.dimensions ?? 0));
      if (hasVectors && dimensions > 0 && found.is_owner === true && !isReadOnly && found.has_index !== true) {
        const type = `${extension}.halfvec(${dimensions})`;
        await query(
          `CREATE INDEX IF NOT EXISTS vectors_near ON ${s}.vectors
             USING hnsw ((vector::${type}) ${extension}.halfvec_cosine_ops)`,
        );
      }
      return {
        isWritable: found.is_writable === true && !isReadOnly,
        vectors:
          extension === null || !hasVectors
            ? null
            : {
                extension,
                isWritable: hasWritableVectors,
                fingerprint: found.fingerprint === null ? null : String(found.fingerprint),
                dimensions,
              },
      };
    },
    signal,
    CREATED_BY_ANOTHER,
  );
}

async function exists(query: RunQuery, table: string): Promise<boolean> {
  const { rows } = await query("SELECT to_regclass($1) IS NOT NULL AS found", [table]);
  return rows[0]?.found === true;
}

function missing({ address }: Database, domain: string): RecollectError {
  const place = `${address.host}/${address.database}`;
  return new RecollectError("remote_missing", { domain, place });
}
