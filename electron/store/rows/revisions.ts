import type { Database } from "better-sqlite3";
import { CLIENT_COLUMNS, clientValuesOf } from "../../core/client-identity.ts";
import type { Revision } from "../../core/memory.ts";
import type { Edit } from "../../core/ports.ts";
import type { SqlValue } from "../../sqlite/sql.ts";
import { prepareInsert } from "../../sqlite/statements.ts";
import { type RevisionRow, STATE_COLUMNS, toRevision } from "./memory-row.ts";

/** The state that a revision records. */
interface RevisedState {
  readonly row: number;
  readonly revision: number;
  /** The revision that introduced its content. */
  readonly contentRevision: number;
  readonly tags: readonly string[];
  /** The values of {@link STATE_COLUMNS}. */
  readonly values: readonly SqlValue[];
}

/**
 * The history of memories. Each content is stored once: the current one with the memory, a replaced one with the
 * revision that introduced it. Later revisions with the same content refer to it by `content_revision`.
 */
export function createRevisions(database: Database) {
  const insert = prepareInsert(database, "revisions", [
    ...["memory_row", "revision", "content_revision", "tags", ...STATE_COLUMNS],
    ...["action", ...CLIENT_COLUMNS, "at"],
  ]);
  const setContent = database.prepare<SqlValue[]>(
    "UPDATE revisions SET content = ? WHERE memory_row = ? AND revision = ?",
  );
  const select = database.prepare<[string], RevisionRow>(
    `SELECT m.id, r.revision, r.action, coalesce(origin.content, c.content) AS content, r.tags,
       ${[...STATE_COLUMNS, ...CLIENT_COLUMNS].map((column) => `r.${column}`).join(", ")}, r.at
     FROM memories m JOIN contents c ON c.memory_row = m.row JOIN revisions r ON r.memory_row = m.row
     JOIN revisions origin ON origin.memory_row = m.row AND origin.revision = r.content_revision
     WHERE m.id = ? ORDER BY r.revision DESC`,
  );
  return {
    add(
      { row, revision, contentRevision, tags, values }: RevisedState,
      { action, client, at }: Omit<Edit, "resolves">,
    ) {
      insert.run(row, revision, contentRevision, tags.join(","), ...values, action, ...clientValuesOf(client), at);
    },
    /** Stores a content with its revision when another one replaces it. */
    keepContent(row: number, contentRevision: number, content: string): void {
      setContent.run(content, row, contentRevision);
    },
    /** The revisions of a memory, newest first. */
    of: (id: string): Revision[] => select.all(id).map(toRevision),
  };
}
export type Revisions = ReturnType<typeof createRevisions>;
