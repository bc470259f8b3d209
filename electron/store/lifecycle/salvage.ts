import { existsSync, renameSync, statSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import Database from "better-sqlite3";
import type { Salvaged } from "../../core/backup.ts";
import { hashesOf } from "../../core/content-hash.ts";
import { isDamage } from "../../sqlite/damage.ts";
import { latestVersion, migrate } from "../../sqlite/migrate.ts";
import { PageFile, type RawRow, type RawValue, type SchemaObject } from "../../sqlite/page-file.ts";
import { removeDatabase, salvagePath } from "./damage.ts";
import { checkQuickly } from "./integrity.ts";
import { versionsWith } from "./known-schemas.ts";
import { MIGRATIONS } from "./migrations.ts";
import { type Copied, dropTriggers, type HeldState, SalvageMerge } from "./salvage-merge.ts";

/**
 * Adds the rows of a damaged database that a prepared backup lacks. The backup stays as it is if that fails.
 * @param prepared a file from {@link prepareRestore}; it is created if it is missing and rows are readable
 * @returns null if nothing is added
 */
export async function addReadable(damaged: string, prepared: string): Promise<Salvaged | null> {
  const target = salvagePath(prepared);
  if (statSync(damaged, { throwIfNoEntry: false })?.isFile() !== true) return null;
  removeDatabase(target);
  try {
    const salvaged = await salvage({ damaged, backup: existsSync(prepared) ? prepared : null, target });
    if (salvaged === null) return null;
    removeDatabase(prepared);
    renameSync(target, prepared);
    return salvaged;
  } catch (error) {
    if (isDamage(error) || !(error instanceof Database.SqliteError) || !/^SQLITE_(FULL|IOERR)/.test(error.code))
      return null;
    throw error;
  } finally {
    removeDatabase(target);
  }
}

interface SalvageOptions {
  /** The damaged database; no connection writes to it. */
  readonly damaged: string;
  /** A prepared backup; null if there is none. */
  readonly backup: string | null;
  /** A new file. */
  readonly target: string;
}

/** Tables that are made from the others. */
const DERIVED = /^(text_index|text_vocabulary|facet_counts|tag_counts|embedding_counts|sqlite_)/;
const PAGE_SIZE = 4096;
/** Rows copied in one turn of the event loop. */
const STEP_ROWS = 2_000;

/**
 * Makes a database of the readable rows of a damaged database, and of the rows of a backup that it lacks. A memory
 * that only the backup has was deleted for good, unless a page that may have contained it is damaged. The text index is
 * empty, and its version is outdated, so that it is rebuilt.
 * @returns null if nothing can be read; the target is then not complete
 * @throws an error of SQLite or of the file system
 */
async function salvage({ damaged, backup, target }: SalvageOptions): Promise<Salvaged | null> {
  const pages = openPages(damaged);
  const database = new Database(target);
  try {
    const schema = schemaOf(pages, backup);
    if (schema === null) return null;
    pages.assign(schema.map(({ root }) => root));
    database.pragma("synchronous = OFF");
    database.pragma("foreign_keys = OFF");
    database.pragma("auto_vacuum = INCREMENTAL");
    const version = versionsWith(schema.map(({ name }) => name)).at(-1) ?? latestVersion(MIGRATIONS);
    migrate(
      database,
      MIGRATIONS.filter((migration) => migration.version <= version),
    );
    const copied = await copyRows(pages, schema, database);
    migrate(database, MIGRATIONS);
    if (backup !== null) database.prepare("ATTACH ? AS backup").run(backup);
    else database.exec("ATTACH ':memory:' AS backup");
    const result = database.transaction(() => new SalvageMerge(database, copied, backup !== null).run()).immediate();
    if (checkQuickly(database) !== null) return null;
    if (backup === null && result.recovered === 0) return null;
    database.exec("DETACH backup");
    return result;
  } finally {
    pages.close();
    database.close();
  }
}

/** With the page size of the header, or of all databases of Recollect if no schema can be read with it. */
function openPages(path: string): PageFile {
  const pages = new PageFile(path);
  if (isComplete(pages.schema())) return pages;
  pages.close();
  return new PageFile(path, PAGE_SIZE);
}

function isComplete(schema: readonly SchemaObject[]): boolean {
  return ["memories", "contents", "revisions"].every((table) => schema.some(({ name }) => name === table));
}

/**
 * The schema of a database. If it cannot be read, the backup's: a backup has the pages in the same places. Without a
 * backup, it is the schema of a new database: the tables were created in the same order, and `auto_vacuum` puts their first pages
 * at the start of the file.
 */
function schemaOf(pages: PageFile, backup: string | null): SchemaObject[] | null {
  const own = pages.schema();
  if (isComplete(own) && !pages.isDamaged(1)) return own;
  if (backup === null) return isComplete(own) ? own : schemaOfNew();
  const copy = new PageFile(backup);
  try {
    const schema = copy.schema();
    return isComplete(schema) ? schema : null;
  } finally {
    copy.close();
  }
}

function schemaOfNew(): SchemaObject[] {
  const scratch = new Database(":memory:");
  try {
    scratch.pragma("auto_vacuum = INCREMENTAL");
    migrate(scratch, MIGRATIONS);
    return scratch
      .prepare<[], SchemaObject>("SELECT type, name, rootpage AS root FROM sqlite_schema WHERE rootpage > 1")
      .all();
  } finally {
    scratch.close();
  }
}

async function copyRows(pages: PageFile, schema: readonly SchemaObject[], target: Database.Database): Promise<Copied> {
  const incomplete = new Set<string>();
  const ids = new Map<number, string>();
  const seen = new Set<number>();
  const rootOf = (name: string) => schema.find((object) => object.name === name)?.root ?? 0;
  const tables = target
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0")
    .pluck()
    .all()
    .filter((name) => !DERIVED.test(name));
  target.exec("BEGIN");
  const triggers = dropTriggers(target);
  for (const table of ["memories", ...tables.filter((name) => name !== "memories")]) {
    const isComplete = await copyTable(pages, rootOf(table), target, table, seen);
    if (!isComplete) incomplete.add(table);
  }
  for (const row of pages.rows(rootOf("sqlite_autoindex_memories_1"))) {
    const [id, number] = row?.values ?? [];
    if (typeof id !== "string" || typeof number !== "number") continue;
    ids.set(number, id);
    seen.add(number);
  }
  const held = new Map<number, HeldState>();
  for (const row of pages.rows(rootOf("memories_held"))) {
    const [state, at, , number] = row?.values ?? [];
    if (typeof state === "number" && typeof at === "number" && typeof number === "number") {
      held.set(number, { held: state, at });
    }
  }
  for (const row of pages.rows(rootOf("text_index_docsize"))) if (row?.key != null) seen.add(row.key);
  let counted = 0;
  for (const row of pages.rows(rootOf("facet_counts"))) counted += Number(row?.values.at(-1) ?? 0);
  for (const sql of triggers) target.exec(sql);
  target.exec("COMMIT");
  return { incomplete, ids, held, seen, counted: pages.isDamaged(rootOf("facet_counts")) ? 0 : counted };
}

interface Column {
  readonly name: string;
  readonly type: string;
  readonly pk: number;
  readonly standard: RawValue;
}

/** @returns whether every row of the table was copied */
async function copyTable(
  pages: PageFile,
  root: number,
  target: Database.Database,
  table: string,
  seen: Set<number>,
): Promise<boolean> {
  if (root === 0) return false;
  const { columns, hasKey } = storedColumns(target, table);
  // A migration may have filled the table.
  target.exec(`DELETE FROM "${table}"`);
  const insert = target.prepare(
    `INSERT INTO "${table}" (${columns.map(({ name }) => `"${name}"`).join(", ")})
     VALUES (${columns.map(() => "?").join(", ")})`,
  );
  const memoryRow = columns.findIndex(({ name }) => name === (table === "memories" ? "row" : "memory_row"));
  let isComplete = true;
  let count = 0;
  for (const row of pages.rows(root)) {
    const values = row === null ? null : valuesOf(row, columns, hasKey);
    if (memoryRow >= 0 && typeof values?.[memoryRow] === "number") seen.add(values[memoryRow]);
    if (values === null || !isIntact(table, columns, values) || !tryInsert(insert, values)) isComplete = false;
    count += 1;
    if (count % STEP_ROWS === 0) await nextTurn();
  }
  return isComplete && !pages.isDamaged(root);
}

/** The columns in the order on disk: in a table without row ids, the key's first. Virtual ones are not stored. */
function storedColumns(database: Database.Database, table: string): { columns: Column[]; hasKey: boolean } {
  const found = database
    .prepare<[string], Omit<Column, "standard"> & { dflt_value: string | null }>(
      "SELECT name, type, pk, dflt_value FROM pragma_table_xinfo(?) WHERE hidden = 0 ORDER BY cid",
    )
    .all(table)
    .map(({ dflt_value: text, ...column }) => ({
      ...column,
      standard: text === null ? null : (database.prepare<[], RawValue>(`SELECT ${text}`).pluck().get() ?? null),
    }));
  const withoutRow = database.prepare<[string], number>("SELECT wr FROM pragma_table_list(?)").pluck().get(table) === 1;
  const keys = found.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
  const columns = withoutRow ? [...keys, ...found.filter(({ pk }) => pk === 0)] : found;
  return { columns, hasKey: !withoutRow && keys.length === 1 && keys[0]?.type === "INTEGER" };
}

/** The values of a row; a column that was added later has its default. */
function valuesOf({ key, values }: RawRow, columns: readonly Column[], hasKey: boolean): RawValue[] | null {
  if (values.length > columns.length) return null;
  return columns.map(({ pk, standard }, index) => (hasKey && pk > 0 ? key : (values[index] ?? standard)));
}

/** The hash shows whether a content was written so. */
function isIntact(table: string, columns: readonly Column[], values: readonly RawValue[]): boolean {
  if (table !== "contents") return true;
  const [hash, content] = ["hash", "content"].map((column) => values[columns.findIndex(({ name }) => name === column)]);
  return typeof content === "string" && Buffer.isBuffer(hash) && hashesOf(content).some((known) => known.equals(hash));
}

/** Types and checks of the table refuse what a damaged page contains. */
function tryInsert(insert: Database.Statement, values: RawValue[]): boolean {
  try {
    insert.run(...values);
    return true;
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code.startsWith("SQLITE_CONSTRAINT")) return false;
    if (error instanceof Database.SqliteError && /^SQLITE_(MISMATCH|TOOBIG|RANGE)/.test(error.code)) return false;
    throw error;
  }
}
