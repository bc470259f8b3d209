import { setImmediate as nextTurn } from "node:timers/promises";
import Database from "better-sqlite3";
import { isDamage } from "../../sqlite/damage.ts";
import { migrate, schemaVersion } from "../../sqlite/migrate.ts";
import { MIGRATIONS } from "../migrations.ts";
import { checkFully } from "./integrity.ts";

/** Tables that are made from the others: the text index and the counts. */
const DERIVED = /^(text_index|text_vocabulary|facet_counts|tag_counts|embedding_counts)/;
/** Triggers that keep the counts. No other trigger may run while rows are copied. */
const COUNTING = /^(facet_counts|tag_counts|embedding_counts)_/;
/** Vectors are made from the contents by the indexer. */
const VECTORS = "passages";
/** Rows copied in one turn of the event loop. */
const STEP_ROWS = 2_000;

interface RebuildOptions {
  /** The damaged database; it is only read. */
  readonly path: string;
  /** A new file. */
  readonly target: string;
  /** Fills the empty text index. */
  readonly rebuildText: (database: Database.Database) => Promise<void>;
}

/**
 * Copies every row that a person or a client wrote to a new database, and makes everything else again from these rows:
 * secondary indexes, the text index, counts, and vectors that cannot be read. An index with a destroyed page cannot be
 * repaired in its own file: SQLite reads an index also to delete it.
 * @returns whether every row could be read and the new database passed the full check
 */
export async function rebuildFromContents({ path, target, rebuildText }: RebuildOptions): Promise<boolean> {
  let source: Database.Database | null = null;
  const copy = new Database(target);
  try {
    source = new Database(path, { readonly: true, timeout: 5_000 });
    await copyContents(source, copy);
    migrate(copy, MIGRATIONS);
    await rebuildText(copy);
    return (await checkFully(copy)) === null;
  } catch (error) {
    if (isDamage(error) || error instanceof Incomplete) return false;
    throw error;
  } finally {
    source?.close();
    copy.close();
  }
}

class Incomplete extends Error {}

async function copyContents(source: Database.Database, copy: Database.Database): Promise<void> {
  const version = schemaVersion(source);
  if (version < 1) throw new Incomplete();
  migrate(
    copy,
    MIGRATIONS.filter((migration) => migration.version <= version),
  );
  // The file is synced by the caller before it replaces the damaged one.
  copy.pragma("synchronous = OFF");
  copy.pragma("foreign_keys = OFF");
  copy.exec("BEGIN");
  const triggers = copy
    .prepare<[], { name: string; sql: string }>("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
    .all()
    .filter(({ name }) => !COUNTING.test(name));
  for (const { name } of triggers) copy.exec(`DROP TRIGGER "${name}"`);
  for (const table of tablesOf(copy)) {
    try {
      await copyTable(source, copy, table);
    } catch (error) {
      if (table !== VECTORS || !isDamage(error)) throw error;
      copy.exec("DELETE FROM passages; UPDATE memories SET embedded_by = NULL;");
    }
  }
  for (const { sql } of triggers) copy.exec(sql);
  copy.exec("COMMIT");
  const lost = copy
    .prepare<[], number>("SELECT count(*) FROM memories WHERE row NOT IN (SELECT memory_row FROM contents)")
    .pluck();
  if (lost.get() !== 0) throw new Incomplete();
}

/** The tables to copy, `memories` first: others count or refer to its rows. */
function tablesOf(database: Database.Database): string[] {
  const names = database
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite#_%' ESCAPE '#'")
    .pluck()
    .all()
    .filter((name) => !DERIVED.test(name));
  return ["memories", ...names.filter((name) => name !== "memories")];
}

/** Reads a table without its indexes. */
async function copyTable(source: Database.Database, copy: Database.Database, table: string): Promise<void> {
  const columns = copy
    .prepare<[], string>(`SELECT name FROM pragma_table_xinfo('${table}') WHERE hidden = 0`)
    .pluck()
    .all()
    .map((name) => `"${name}"`);
  // A migration may have filled the table.
  copy.exec(`DELETE FROM "${table}"`);
  const insert = copy.prepare(
    `INSERT INTO "${table}" (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
  );
  const rows = source
    .prepare<[], unknown[]>(`SELECT ${columns.join(", ")} FROM "${table}" NOT INDEXED`)
    .raw()
    .iterate();
  let count = 0;
  for (const row of rows) {
    insert.run(...row);
    count += 1;
    if (count % STEP_ROWS === 0) await nextTurn();
  }
}
