import type { Database } from "better-sqlite3";
import type { Revision, RevisionAction } from "../core/memory.ts";
import type { Edit } from "../core/ports.ts";
import { tagsOf, toClient, toIso } from "./memory-row.ts";
import type { SqlValue } from "./statements.ts";

/** The state a revision describes. */
export interface RevisionState {
  readonly row: number;
  readonly revision: number;
  readonly contentRevision: number;
  readonly namespace: string;
  readonly domain: string;
  readonly tags: readonly string[];
  readonly source: string | null;
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
  readonly client_name: string | null;
  readonly client_version: string | null;
  readonly at: number;
}

/**
 * The history of memories. A content is kept once: with the memory while it is the present one, and with the revision
 * that brought it once another has taken its place; `content_revision` names that revision.
 */
export function createRevisions(database: Database) {
  const insert = database.prepare<SqlValue[]>(
    `INSERT INTO revisions (memory_row, revision, action, content_revision, namespace, domain, tags, source,
       client_name, client_version, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const keep = database.prepare<SqlValue[]>("UPDATE revisions SET content = ? WHERE memory_row = ? AND revision = ?");
  const select = database.prepare<[string], RevisionRow>(
    `SELECT m.id, r.revision, r.action, coalesce(origin.content, c.content) AS content, r.namespace, r.domain, r.tags,
       r.source, r.client_name, r.client_version, r.at
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
        edit.client?.name ?? null,
        edit.client?.version ?? null,
        edit.at,
      );
    },
    /** Keeps a content that another is about to replace. */
    keepContent(row: number, contentRevision: number, content: string): void {
      keep.run(content, row, contentRevision);
    },
    /** Newest first. */
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
        client: toClient(row),
        at: toIso(row.at),
      }));
    },
  };
}
export type Revisions = ReturnType<typeof createRevisions>;
