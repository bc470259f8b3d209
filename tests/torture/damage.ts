import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readdirSync, rmSync, statSync, truncateSync, writeSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { dataFiles } from "../../electron/platform/paths.ts";
import type { createRandom } from "../../electron/search/testing/random-vectors.ts";
import { StartFailed } from "./application.ts";
import type { Fault } from "./faults.ts";
import { type LoadOptions, Member } from "./load.ts";
import { Refused, SHIM, type Structured } from "./tool-clients.ts";

/** What SQLite and the application derive from the memories: it is rebuilt. */
const DERIVED = ["memories_by_created", "memories_by_domain_updated", "text_index_data", "facet_counts", "tag_counts"];
const DAMAGED_PAGES = 3;
const PAGE_SIZE = 200;

/** Pages of the stopped database are overwritten. The application then has to repair it and lose nothing. */
export function createDamage(options: LoadOptions, random: ReturnType<typeof createRandom>): Fault {
  const { application, gate, report } = options;
  return {
    name: "damaged pages",
    async inflict() {
      await gate.close();
      await application.stop();
      const file = dataFiles(application.folder).memories;
      const name = DERIVED[random.integer(DERIVED.length)] ?? "";
      const pages = damagePages(file, name, random);
      report.event(`pages ${pages.join(", ")} of ${name} are damaged`);
      await application.start();
      await checkEveryMemory(options);
      removeSetAside(file);
      gate.open();
    },
  };
}

/** What cannot be rebuilt: the application must not serve, and must offer the backup. */
const LOSSES: Readonly<Record<string, (file: string) => void>> = {
  "missing database": (file) => rmSync(file),
  "empty database": (file) => truncateSync(file),
  "half a database": (file) => truncateSync(file, Math.floor(statSync(file).size / 2)),
};

/** The database is lost after a backup, and the application's own remedy is used: nothing of the backup is lost. */
export function createLoss(options: LoadOptions, random: ReturnType<typeof createRandom>): Fault {
  const { application, gate, report } = options;
  return {
    name: "lost database",
    async inflict() {
      await gate.close();
      const child = spawn(process.execPath, [SHIM, "backup", "now"], { env: application.env, stdio: "ignore" });
      const [code] = (await once(child, "exit")) as [number | null];
      if (code !== 0) report.violation(`recollect backup now ended with ${code}.`);
      await application.stop();
      const file = dataFiles(application.folder).memories;
      const names = Object.keys(LOSSES);
      const name = names[random.integer(names.length)] ?? "";
      LOSSES[name]?.(file);
      report.event(name);
      try {
        await application.start();
        report.violation(`The application started with a ${name}, though there is a backup.`);
      } catch (error) {
        if (!(error instanceof StartFailed) || !error.message.includes("--restore-backup")) throw error;
        await application.start(["--restore-backup"]);
      }
      await checkEveryMemory(options);
      removeSetAside(file);
      gate.open();
    },
  };
}

/** Overwrites pages of a table or index with noise. @returns their numbers */
function damagePages(file: string, name: string, random: ReturnType<typeof createRandom>): number[] {
  const database = new Database(file, { readonly: true });
  const size = Number(database.pragma("page_size", { simple: true }));
  const all = database.prepare<[string], number>("SELECT pageno FROM dbstat WHERE name = ?").pluck().all(name);
  database.close();
  const pages = Array.from({ length: DAMAGED_PAGES }, () => all[random.integer(all.length)] ?? 0);
  const descriptor = openSync(file, "r+");
  for (const page of pages) {
    const noise = Buffer.from(Array.from({ length: size }, () => random.integer(256)));
    writeSync(descriptor, noise, 0, size, (page - 1) * size);
  }
  closeSync(descriptor);
  return [...new Set(pages)];
}

/** Every kind of call works, and every memory is there in its last acknowledged state. */
async function checkEveryMemory({ application, journal, report, ...rest }: LoadOptions): Promise<void> {
  const member = new Member("after damage", "HTTP 2026", { application, journal, report, ...rest });
  const call = async (name: string, args: Structured): Promise<Structured> => {
    try {
      return await member.call(name, args);
    } catch (error) {
      if (error instanceof Refused) return {};
      throw error;
    }
  };
  await call("search_memories", { query: "handler of a queue", domain: "_" });
  const missing = new Map(journal.owned);
  let cursor: string | undefined;
  do {
    const filter = { domain: "_", trash: "include", superseded: "include", limit: PAGE_SIZE };
    const page = await call("list_memories", { ...filter, cursor });
    for (const { id, revision } of (page.memories ?? []) as { id: string; revision: number }[]) {
      if (missing.get(id)?.revision === revision) missing.delete(id);
    }
    cursor = page.nextCursor as string | undefined;
  } while (cursor !== undefined);
  if (missing.size > 0) {
    const [first] = missing.values();
    report.violation(`${missing.size} memories are not listed after damage, the first ${JSON.stringify(first)}`);
  }
  await member.disconnect();
}

/** The damaged file is kept by the application. A long run has many of them. */
function removeSetAside(file: string): void {
  const folder = path.dirname(file);
  for (const name of readdirSync(folder)) {
    if (name.startsWith(`${path.basename(file)}.`)) rmSync(path.join(folder, name));
  }
}
