import { readFileSync, writeFileSync } from "node:fs";
import Database from "better-sqlite3";

const PAGE_SIZE = 4096;

/** The pages of a table or an index in a closed database, as SQLite's `dbstat` lists them, leaves only. */
function leafPagesOf(path: string, name: string): number[] {
  const database = new Database(path, { readonly: true });
  const pages = database
    .prepare<[string], number>("SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path")
    .pluck()
    .all(name);
  database.close();
  return pages;
}

/** Overwrites leaf pages of a table or an index with a pattern, as a failing disk might. */
export function damagePages(path: string, name: string, count = 1): void {
  const pages = leafPagesOf(path, name);
  if (pages.length < count) throw new Error(`${name} has ${pages.length} leaf pages.`);
  const bytes = readFileSync(path);
  // Not the first page: it is often in the cache of a connection.
  for (const page of pages.slice(-count)) bytes.fill(0xab, (page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  writeFileSync(path, bytes);
}

/** Fills the second half of a file with zeros. */
export function zeroSecondHalf(path: string): void {
  const bytes = readFileSync(path);
  bytes.fill(0, Math.floor(bytes.length / 2 / PAGE_SIZE) * PAGE_SIZE);
  writeFileSync(path, bytes);
}
