import { spawnSync } from "node:child_process";
import path from "node:path";
import Database from "better-sqlite3";
import { contentOf } from "../http/contents.ts";
import { openPlainIndex } from "../search/plain-index.ts";
import { median } from "../support/statistics.ts";
import { p50, phraseOf } from "./measure.ts";

/** What no program on this machine can undercut. Milliseconds. */
export interface Limits {
  /** One row that is on disk: SQLite with a write-ahead log and `synchronous = FULL`. */
  readonly commit: number;
  /** FTS5 for the words of a query, among as many texts. */
  readonly search: number;
  /** An empty Node script. */
  readonly script: number;
}

const SCRIPTS = 15;

export async function measureLimits(folder: string, count: number): Promise<Limits> {
  const database = new Database(path.join(folder, "commit.sqlite"));
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = FULL");
  database.exec("CREATE TABLE texts (content TEXT NOT NULL) STRICT");
  const insert = database.prepare("INSERT INTO texts (content) VALUES (?)");
  const commit = await p50((number) => insert.run(contentOf(number).content));
  database.close();

  const index = openPlainIndex(path.join(folder, "index.sqlite"));
  index.add(Array.from({ length: count }, (_, number) => contentOf(number).content));
  const search = await p50((number) => index.search(phraseOf(number % count).split(" ")));
  index.close();

  const scripts = Array.from({ length: SCRIPTS }, () => {
    const started = performance.now();
    spawnSync(process.execPath, ["-e", "0"]);
    return performance.now() - started;
  });
  return { commit, search, script: median(scripts) };
}
