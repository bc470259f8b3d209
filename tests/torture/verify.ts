import { copyFileSync, existsSync, rmSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import type { Journal, OwnedMemory } from "./journal.ts";
import type { Report } from "./report.ts";

interface RevisionRow {
  readonly id: string;
  readonly revision: number;
  readonly action: string;
  readonly content: string | null;
  /** Whether this revision introduced its content. */
  readonly introduces: 0 | 1;
}

interface MemoryRow {
  readonly id: string;
  readonly revision: number;
  readonly content: string | null;
  readonly deleted: 0 | 1;
  readonly superseded_by: string | null;
}

/**
 * Checks the database of a stopped application: its own consistency, and that it has exactly the acknowledged writes.
 * Works on a copy in `folder`.
 */
export function verifyDatabase(file: string, folder: string, journal: Journal, report: Report): void {
  if (existsSync(`${file}-wal`)) report.violation("A clean stop left a write-ahead log.");
  const copy = path.join(folder, "verified.sqlite");
  copyFileSync(file, copy);
  const database = new Database(copy);
  try {
    verifyConsistency(database, report);
    verifyJournal(database, journal, report);
  } finally {
    database.close();
    rmSync(copy, { force: true });
  }
}

/** Checks what one database says about itself. It must be writable: the check of the text index is a statement. */
export function verifyConsistency(database: Database.Database, report: Report, where = ""): void {
  for (const check of CONSISTENCY) {
    const found = check.find(database);
    if (found.length === 0) continue;
    report.violation(`${where}${check.name}: ${found.length} rows, the first ${JSON.stringify(found[0])}`);
  }
}

/** Each finds the rows that must not exist. */
const CONSISTENCY: readonly { readonly name: string; find(database: Database.Database): unknown[] }[] = [
  {
    name: "integrity check",
    find: (database) => {
      const rows = database.pragma("integrity_check") as { integrity_check: string }[];
      return rows.filter((row) => row.integrity_check !== "ok");
    },
  },
  { name: "foreign keys", find: (database) => database.pragma("foreign_key_check") as unknown[] },
  {
    name: "full-text index",
    find(database) {
      try {
        database.exec("INSERT INTO text_index (text_index) VALUES ('integrity-check')");
        return [];
      } catch (error) {
        return [String(error)];
      }
    },
  },
  rows("memories without text index", "SELECT row FROM memories EXCEPT SELECT rowid FROM text_index"),
  rows("text index without memory", "SELECT rowid FROM text_index EXCEPT SELECT row FROM memories"),
  rows("memories without content", "SELECT row FROM memories EXCEPT SELECT memory_row FROM contents"),
  rows(
    "facet counts",
    differ(
      "SELECT state, domain, namespace, client_name, pinned, memories FROM facet_counts",
      `SELECT state, domain, namespace, coalesce(client_name, ''), pinned, count(*) FROM memories GROUP BY 1, 2, 3, 4, 5`,
    ),
  ),
  rows(
    "tag counts",
    differ(
      "SELECT tag, state, domain, namespace, memories FROM tag_counts",
      "SELECT tag, state, domain, namespace, count(*) FROM memory_tags GROUP BY 1, 2, 3, 4",
    ),
  ),
  rows(
    "tags differ from their memory",
    `SELECT t.memory_row FROM memory_tags t JOIN memories m ON m.row = t.memory_row
     WHERE (t.state, t.domain, t.namespace) <> (m.state, m.domain, m.namespace)`,
  ),
  rows(
    "embedding counts",
    differ(
      "SELECT fingerprint, memories FROM embedding_counts WHERE memories <> 0",
      "SELECT coalesce(embedded_by, 0), count(*) FROM memories WHERE deleted_at IS NULL GROUP BY 1",
    ),
  ),
  rows(
    "embedded memories without passages",
    `SELECT row FROM memories WHERE embedded_by IS NOT NULL AND row NOT IN (SELECT memory_row FROM passages)`,
  ),
  rows(
    "revisions with gaps",
    `SELECT m.id FROM memories m JOIN revisions r ON r.memory_row = m.row
     GROUP BY m.row HAVING max(r.revision) <> m.revision OR count(*) <> max(r.revision) - min(r.revision) + 1`,
  ),
  rows(
    "replaced contents that are lost",
    `SELECT m.id, r.revision FROM revisions r JOIN memories m ON m.row = r.memory_row
     WHERE r.revision = r.content_revision AND r.content IS NULL AND r.content_revision <> m.content_revision`,
  ),
];

function rows(name: string, query: string) {
  return { name, find: (database: Database.Database) => database.prepare(query).all() };
}

function differ(one: string, other: string): string {
  return `SELECT * FROM (${one} EXCEPT ${other}) UNION ALL SELECT * FROM (${other} EXCEPT ${one})`;
}

function verifyJournal(database: Database.Database, journal: Journal, report: Report): void {
  const revisions = new Map<string, RevisionRow>();
  const occurrences = new Map<string, number>();
  const found = database.prepare<[], RevisionRow>(
    `SELECT m.id, r.revision, r.action, coalesce(origin.content, c.content) AS content,
       r.revision = r.content_revision AS introduces
     FROM revisions r JOIN memories m ON m.row = r.memory_row JOIN contents c ON c.memory_row = m.row
     JOIN revisions origin ON origin.memory_row = r.memory_row AND origin.revision = r.content_revision`,
  );
  for (const row of found.iterate()) {
    revisions.set(`${row.id} ${row.revision}`, row);
    if (row.introduces === 1) occurrences.set(row.content ?? "", (occurrences.get(row.content ?? "") ?? 0) + 1);
  }
  for (const { id, revision, action, content } of journal.writes) {
    const row = revisions.get(`${id} ${revision}`);
    if (row === undefined) report.violation(`An acknowledged ${action} is lost: ${id}, revision ${revision}.`);
    else if (row.action !== action || row.content !== content) {
      report.violation(`An acknowledged ${action} differs: ${id}, revision ${revision}: ${JSON.stringify(row)}`);
    }
  }
  for (const [content, outcome] of journal.contents) {
    const times = occurrences.get(content) ?? 0;
    occurrences.delete(content);
    const marker = content.slice(0, 40);
    if (times > 1) report.violation(`A content is stored ${times} times: ${marker}`);
    if (outcome === "acknowledged" && times === 0) report.violation(`An acknowledged content is missing: ${marker}`);
    if (outcome === "refused" && times > 0) report.violation(`A refused content is stored: ${marker}`);
    if (outcome === "open") report.count("without response", times > 0 ? "carried out" : "not carried out");
  }
  for (const content of occurrences.keys()) report.violation(`A content that nobody sent: ${content.slice(0, 80)}`);
  verifyOwned(database, journal.owned, report);
}

function verifyOwned(database: Database.Database, owned: ReadonlyMap<string, OwnedMemory>, report: Report): void {
  const stored = database.prepare<[], MemoryRow>(
    `SELECT m.id, m.revision, c.content, m.deleted_at IS NOT NULL AS deleted, m.superseded_by
     FROM memories m LEFT JOIN contents c ON c.memory_row = m.row`,
  );
  const missing = new Map(owned);
  let memories = 0;
  for (const row of stored.iterate()) {
    memories += 1;
    const expected = missing.get(row.id);
    missing.delete(row.id);
    if (expected === undefined) continue;
    const isEqual =
      row.revision === expected.revision &&
      row.content === expected.content &&
      (row.deleted === 1) === expected.deleted &&
      row.superseded_by === expected.supersededBy;
    if (!isEqual) {
      const state = JSON.stringify({ ...row, content: row.content?.slice(0, 40) });
      report.violation(`A memory differs from its last acknowledged state ${JSON.stringify(expected)}: ${state}`);
    }
  }
  for (const id of missing.keys()) report.violation(`A memory is missing: ${id}.`);
  report.fact("memories", `${memories.toLocaleString("en")} with ${journalSize(owned)} followed to their last state`);
}

const journalSize = (owned: ReadonlyMap<string, OwnedMemory>) => owned.size.toLocaleString("en");
