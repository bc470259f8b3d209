import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import { DEFAULT_SECRET_POLICY } from "../../core/secrets/policy.ts";
import { parseQuery } from "../../search/query-syntax.ts";
import { openConversationFile } from "../conversation-file.ts";
import { ConversationQueries, type SessionFilter } from "../conversation-queries.ts";
import { openRows } from "../conversation-rows.ts";
import { WordSearch } from "../conversation-search.ts";
import { READERS } from "../readers/registry.ts";
import { Removals } from "../removals.ts";
import type { FoundProject, ScanRules } from "../scan-rules.ts";
import type { NamedProject } from "../session-rows.ts";
import { TranscriptScan } from "../transcript-scan.ts";
import { TranscriptStore } from "../transcript-store.ts";

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
export const RULES: ScanRules = {
  excludedFolders: [],
  excludedProjects: [],
  keptSince: null,
  secrets: DEFAULT_SECRET_POLICY,
};
export const EVERYTHING: SessionFilter = { projects: null, client: null, since: null, before: null };

/** @returns the project of a folder: its name */
function byFolder(folder: string): FoundProject {
  const name = path.basename(folder);
  return { project: name, name, host: null };
}

/** The store, the scan and the search of one folder, without threads. */
export function openScan(home = temporaryHome(), detect = byFolder) {
  const file = path.join(home, "data", "conversations.sqlite");
  const database = openConversationFile(file, Date.now(), quiet);
  onTestFinished(() => {
    database.close();
  });
  const rows = openRows(database);
  const queries = new ConversationQueries(database);
  const search = new WordSearch(database, queries);
  const store = new TranscriptStore(rows, detect);
  const scan = new TranscriptScan({
    readers: READERS,
    system: { home, env: {}, platform: "linux" },
    sources: rows.sources,
    store,
    now: () => Date.now(),
  });

  async function read(rules: Partial<ScanRules> = {}, retry = false): Promise<void> {
    const clients = READERS.map(({ client }) => client);
    await scan.start({ clients, rules: { ...RULES, ...rules }, retry });
    while (!(await scan.step(1000)).finished);
  }

  return {
    home,
    file,
    value: (query: string) => database.prepare<[], unknown>(query).pluck().get(),
    sources: rows.sources,
    nameProject: (project: NamedProject) => rows.sessions.nameProject(project),
    store,
    removals: new Removals(rows),
    queries,
    search,
    scan,
    read,
    rules: RULES,
    /** All stored texts, by session in the order of their messages. */
    texts: () => database.prepare<[], string>("SELECT text FROM message ORDER BY id").pluck().all(),
    sessions: () => queries.list(EVERYTHING, 100, null).items,
  };
}

export function temporaryHome(): string {
  const home = mkdtempSync(path.join(tmpdir(), "recollect-conversations-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
  return home;
}

/** Searches a store without threads, and reads the bytes of its files. */
export function createMatch({ search, file }: Pick<ReturnType<typeof openScan>, "search" | "file">) {
  return {
    /** The matching excerpts, best conversation first. */
    find(query: string): string[] {
      const { terms } = parseQuery(query, 0);
      const hits = search.search({ ...terms, filter: EVERYTHING, limit: 50 }, Date.now());
      return hits.flatMap(({ passages }) => passages.filter(({ matches }) => matches).map(({ excerpt }) => excerpt));
    },
    bytes: () =>
      Buffer.concat([file, `${file}-wal`].map((name) => (existsSync(name) ? readFileSync(name) : Buffer.alloc(0)))),
  };
}
