import type { Database } from "better-sqlite3";
import type { Revision, RevisionAction } from "../../core/memory.ts";
import type { Edit } from "../../core/ports.ts";
import type { SqlValue } from "../../sqlite/sql.ts";
import { tagsOf, toClient, toIso, toMilliseconds, toValidity } from "./memory-row.ts";

/** The state of a memory that a revision records. */
interface RevisionState {
  readonly row: number;
  readonly revision: number;
  /** The revision that introduced its content. */
  readonly contentRevision: number;
  readonly namespace: string;
  readonly domain: string;
  readonly tags: readonly string[];
  readonly source: string | null;
  readonly validFrom: string | null;
  readonly validUntil: string | null;
}

interface RevisionRow {
  readonly id: string;
  readonly revision: number;
  readonly action: RevisionAction;
  readonly content: string;
  readonly namespace: string;
  readonly domain: string;
  readonly tags: string;
  readonly source: string | null;
  readonly valid_from: number | null;
  readonly valid_until: number | null;
  readonly client_name: string | null;
  readonly client_version: string | null;
  readonly client_via: string | null;
  readonly at: number;
}

/**
 * The history of memories. Each content is stored once: the current one with the memory, a replaced one with the
 * revision that introduced it. Later revisions with the same content refer to it by `content_revision`.
 */
export function createRevisions(database: Database) {
  const insert = database.prepare<SqlValue[]>(
    `INSERT INTO revisions (memory_row, revision, action, content_revision, namespace, domain, tags, source,
       valid_from, valid_until, client_name, client_version, client_via, at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const setContent = database.prepare<SqlValue[]>(
    "UPDATE revisions SET content = ? WHERE memory_row = ? AND revision = ?",
  );
  const select = database.prepare<[string], RevisionRow>(
    `SELECT m.id, r.revision, r.action, coalesce(origin.content, c.content) AS content, r.namespace, r.domain, r.tags,
       r.source, r.valid_from, r.valid_until, r.client_name, r.client_version, r.client_via, r.at
     FROM memories m JOIN contents c ON c.memory_row = m.row JOIN revisions r ON r.memory_row = m.row
     JOIN revisions origin ON origin.memory_row = m.row AND origin.revision = r.content_revision
     WHERE m.id = ? ORDER BY r.revision DESC`,
  );
  return {
    add(state: RevisionState, edit: Edit): void {
      insert.run(
        state.row,
        state.revision,
        edit.action,
        state.contentRevision,
        state.namespace,
        state.domain,
        state.tags.join(","),
        state.source,
        toMilliseconds(state.validFrom),
        toMilliseconds(state.validUntil),
        edit.client?.name ?? null,
        edit.client?.version ?? null,
        edit.client?.via ?? null,
        edit.at,
      );
    },
    /** Stores a content with its revision when another one replaces it. */
    keepContent(row: number, contentRevision: number, content: string): void {
      setContent.run(content, row, contentRevision);
    },
    /** The revisions of a memory, newest first. */
    of(id: string): Revision[] {
      return select.all(id).map((row) => ({
        memoryId: row.id,
        revision: row.revision,
        action: row.action,
        content: row.content,
        namespace: row.namespace,
        domain: row.domain,
        tags: tagsOf(row),
        source: row.source,
        ...toValidity(row),
        client: toClient(row),
        at: toIso(row.at),
      }));
    },
  };
}
export type Revisions = ReturnType<typeof createRevisions>;
