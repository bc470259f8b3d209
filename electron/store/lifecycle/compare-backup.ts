import { setImmediate as nextTurn } from "node:timers/promises";
import Database from "better-sqlite3";
import {
  type BackupComparison,
  type BackupDifference,
  type DifferenceKind,
  MAX_DIFFERENCES,
} from "../../core/backup.ts";

/** Memories compared in one turn of the event loop: a few milliseconds. */
const STEP_ROWS = 500;
/** Characters of a content that are shown. */
const EXCERPT_LENGTH = 160;

interface ComparedRow {
  readonly row: number;
  readonly id: string;
  readonly differs: number;
  readonly present: number;
}

interface DifferentMemory {
  readonly id: string;
  readonly kind: DifferenceKind;
}

/**
 * Compares a backup with the present memories through a connection of its own. Every change of a memory is a revision,
 * except its pin. Recalls are not compared.
 */
export class BackupReader {
  readonly #database: Database.Database;
  readonly #select: Database.Statement<[string], Omit<BackupDifference, "kind"> & { readonly content: string | null }>;

  /** @throws an error of SQLite */
  constructor(path: string, backup: string) {
    this.#database = new Database(path, { readonly: true, timeout: 5_000 });
    this.#database.prepare("ATTACH ? AS backup").run(backup);
    this.#select = this.#database.prepare(`SELECT given.id,
        coalesce(b.namespace, m.namespace) AS namespace, coalesce(b.domain, m.domain) AS domain,
        substr(bc.content, 1, ${EXCERPT_LENGTH}) AS backedUp, substr(mc.content, 1, ${EXCERPT_LENGTH}) AS present,
        coalesce(b.deleted_at, 0) > 0 AS wasInTrash, coalesce(m.deleted_at, 0) > 0 AS isInTrash,
        lower(coalesce(bc.content, '') || ' ' || coalesce(mc.content, '')) AS content
      FROM (SELECT ? AS id) given
      LEFT JOIN backup.memories b ON b.id = given.id LEFT JOIN backup.contents bc ON bc.memory_row = b.row
      LEFT JOIN main.memories m ON m.id = given.id LEFT JOIN main.contents mc ON mc.memory_row = m.row`);
  }

  /** Every memory that differs, the backup's first. */
  async *differences(): AsyncGenerator<DifferentMemory> {
    // The hash of an earlier version is of the exact content, and the present one of the comparable content.
    const ofBackup = `SELECT b.row, b.id, m.id IS NOT NULL AS present,
        b.revision <> m.revision OR b.pinned <> m.pinned OR (b.deleted_at IS NULL) <> (m.deleted_at IS NULL)
          OR b.superseded_by IS NOT m.superseded_by OR (bc.hash <> mc.hash AND bc.content <> mc.content) AS differs
      FROM backup.memories b LEFT JOIN main.memories m ON m.id = b.id
      LEFT JOIN backup.contents bc ON bc.memory_row = b.row LEFT JOIN main.contents mc ON mc.memory_row = m.row
      WHERE b.row > ? ORDER BY b.row LIMIT ${STEP_ROWS}`;
    const ofPresent = `SELECT m.row, m.id, b.id IS NOT NULL AS present, 0 AS differs
      FROM main.memories m LEFT JOIN backup.memories b ON b.id = m.id WHERE m.row > ? ORDER BY m.row LIMIT ${STEP_ROWS}`;
    for await (const { id, present, differs } of this.#walk(ofBackup)) {
      if (present === 0) yield { id, kind: "added" };
      else if (differs === 1) yield { id, kind: "changed" };
    }
    for await (const { id, present } of this.#walk(ofPresent)) if (present === 0) yield { id, kind: "removed" };
  }

  /** @param query only memories whose content, then or now, contains this text; all if it is empty */
  async compare(query: string): Promise<BackupComparison> {
    const counts = { added: 0, changed: 0, removed: 0 };
    const differences: BackupDifference[] = [];
    const wanted = query.trim().toLowerCase();
    for await (const { id, kind } of this.differences()) {
      if (wanted === "" && counts[kind] >= MAX_DIFFERENCES) {
        counts[kind] += 1;
        continue;
      }
      const found = this.#select.get(id);
      if (found === undefined || !(found.content ?? "").includes(wanted)) continue;
      counts[kind] += 1;
      if (counts[kind] > MAX_DIFFERENCES) continue;
      const { content: _, ...shown } = found;
      differences.push({
        ...shown,
        kind,
        wasInTrash: Boolean(shown.wasInTrash),
        isInTrash: Boolean(shown.isInTrash),
      });
    }
    return { counts, differences };
  }

  /** The place of a memory: the backup, or here if the backup lacks it. */
  find(id: string): { readonly domain: string; readonly namespace: string } | null {
    const found = this.#select.get(id);
    return found === undefined || found.domain === null ? null : found;
  }

  close(): void {
    this.#database.close();
  }

  async *#walk(text: string): AsyncGenerator<ComparedRow> {
    const select = this.#database.prepare<[number], ComparedRow>(text);
    for (let last = 0; ; ) {
      const rows = select.all(last);
      yield* rows;
      const end = rows.at(-1);
      if (end === undefined) return;
      last = end.row;
      await nextTurn();
    }
  }
}
