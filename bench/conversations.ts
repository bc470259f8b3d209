/**
 * `npm run bench conversations [-- --bytes 1073741824] [--files 10000] [--messages 1000000] [--memories 10000]`:
 * reading and searching conversations. Speeds are by processor time, which does not depend on other programs;
 * wall-clock times are shown next to them.
 */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { createMemoryCore, openStore } from "../electron/app/memory-core.ts";
import { openConversationFile } from "../electron/conversations/conversation-file.ts";
import { ConversationQueries } from "../electron/conversations/conversation-queries.ts";
import { openRows } from "../electron/conversations/conversation-rows.ts";
import { WordSearch } from "../electron/conversations/conversation-search.ts";
import { createConversationThread } from "../electron/conversations/conversation-threads.ts";
import type { Found } from "../electron/conversations/readers/reader.ts";
import { READERS } from "../electron/conversations/readers/registry.ts";
import type { ScanRules } from "../electron/conversations/scan-rules.ts";
import { TranscriptScan } from "../electron/conversations/transcript-scan.ts";
import { TranscriptStore } from "../electron/conversations/transcript-store.ts";
import { OWNER } from "../electron/core/caller.ts";
import { createEvents } from "../electron/core/events.ts";
import { DEFAULT_SECRET_POLICY } from "../electron/core/secrets/policy.ts";
import { parseQuery } from "../electron/search/query-syntax.ts";
import { TextSource, writeTranscripts } from "./conversations/generate.ts";
import { contentOf } from "./http/contents.ts";
import { quantile } from "./support/statistics.ts";

const { values } = parseArgs({
  options: {
    bytes: { type: "string", default: String(1024 ** 3) },
    files: { type: "string", default: "10000" },
    messages: { type: "string", default: "1000000" },
    memories: { type: "string", default: "10000" },
  },
});
const SILENT = { debug() {}, info() {}, warn() {}, error() {} };
const RULES: ScanRules = { excludedFolders: [], excludedProjects: [], keptSince: null, secrets: DEFAULT_SECRET_POLICY };
const EVERYTHING = { projects: null, client: null, since: null, before: null };
const START: { clients: readonly string[]; rules: ScanRules; retry: boolean } = {
  clients: ["claude-code"],
  rules: RULES,
  retry: false,
};
const STEP_MS = 100;
/** A session: about a tenth of it is kept, as in a real one. */
const USUAL = { turns: 30, toolBytes: 10_000 };
const SHORT = { turns: 1, toolBytes: 500 };
const QUERIES = 400;
const clock = { now: () => Date.now() };
const root = mkdtempSync(path.join(tmpdir(), "recollect-bench-"));

/** Runs work and returns its processor time and its duration in milliseconds. */
async function measure(work: () => Promise<void>): Promise<{ readonly processor: number; readonly wall: number }> {
  const before = process.cpuUsage();
  const start = performance.now();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { processor: (user + system) / 1000, wall: performance.now() - start };
}

function open(home: string) {
  const file = path.join(home, "conversations.sqlite");
  const database = openConversationFile(file, Date.now(), SILENT);
  const rows = openRows(database);
  const store = new TranscriptStore(rows, (folder) => ({ project: path.basename(folder), name: null, host: null }));
  const queries = new ConversationQueries(database);
  const scan = new TranscriptScan({
    readers: READERS,
    system: { home, env: {}, platform: process.platform },
    sources: rows.sources,
    store,
    now: clock.now,
  });
  const run = async () => {
    await scan.start(START);
    while (!(await scan.step(STEP_MS)).finished);
  };
  return { file, database, store, queries, search: new WordSearch(database, queries), run };
}

async function benchScan(): Promise<void> {
  const home = path.join(root, "scan");
  const { files, messages } = writeTranscripts(home, { bytes: Number(values.bytes) }, USUAL);
  const { database, queries, run, file } = open(home);
  const { processor, wall } = await measure(run);
  const megabytes = Number(values.bytes) / 1e6;
  const { messages: stored, textBytes } = queries.status();
  database.pragma("wal_checkpoint(TRUNCATE)");
  const index =
    database.prepare<[], number>("SELECT sum(pgsize) FROM dbstat WHERE name <> 'message'").pluck().get() ?? 0;
  console.log(`First scan of ${megabytes.toFixed(0)} MB in ${files} files, ${stored} of ${messages} messages:`);
  console.log(
    `  ${((megabytes / processor) * 1000).toFixed(1)} MB/s of processor time, ${((megabytes / wall) * 1000).toFixed(1)} MB/s`,
  );
  console.log(
    `  kept text ${(textBytes / 1e6).toFixed(1)} MB; indexes ${(index / textBytes).toFixed(2)} ×, file ${(statSync(file).size / textBytes).toFixed(2)} × that`,
  );
  database.close();
}

async function benchRescan(): Promise<void> {
  const home = path.join(root, "rescan");
  const { files } = writeTranscripts(home, { files: Number(values.files) }, SHORT);
  const { database, run } = open(home);
  await run();
  const { processor, wall } = await measure(run);
  console.log(
    `Rescan of ${files} unchanged files: ${processor.toFixed(0)} ms of processor time, ${wall.toFixed(0)} ms`,
  );
  database.close();
}

async function benchSearch(): Promise<void> {
  const { database, store, search } = open(path.join(root, "search"));
  const source = new TextSource(2);
  const count = Number(values.messages);
  const perSession = 100;
  for (let session = 0; session * perSession < count; session++) {
    const id = `session-${session}`;
    const found: Found[] = [{ kind: "session", session: id, fields: { folder: `/home/ada/project-${session % 50}` } }];
    for (let number = 0; number < perSession; number++) {
      const at = Date.UTC(2025, 0, 1) + session * 600_000 + number * 1000;
      const role = number % 2 === 0 ? "user" : "assistant";
      const text = source.text(role === "user" ? 20 : 60);
      found.push({ kind: "message", session: id, message: { key: `${session}-${number}`, role, text, at } });
    }
    const transcript = { path: id, bytes: 1, modifiedAt: 1 };
    const part = { client: "claude-code", transcript, isStart: true, found, position: null, ended: { error: null } };
    store.apply([part], RULES);
  }
  const times: number[] = [];
  const scoped: number[] = [];
  for (let number = 0; number < QUERIES; number++) {
    const query = Array.from({ length: 2 + (number % 3) }, () => TextSource.word(source.rank())).join(" ");
    const { terms } = parseQuery(query, 0);
    for (const [list, filter] of [
      [times, EVERYTHING],
      [scoped, { ...EVERYTHING, projects: ["project-7"] }],
    ] as const) {
      const before = process.cpuUsage();
      search.search({ ...terms, filter, limit: 5 }, Date.now());
      const { user, system } = process.cpuUsage(before);
      list.push((user + system) / 1000);
    }
  }
  const show = (list: number[]) =>
    `p50 ${quantile(list, 0.5).toFixed(1)} ms, p95 ${quantile(list, 0.95).toFixed(1)} ms`;
  console.log(`Search at ${count} messages, processor time: ${show(times)}; in one of 50 projects ${show(scoped)}`);
  database.close();
}

async function benchMemories(): Promise<void> {
  const home = path.join(root, "memories");
  const store = await openStore({
    path: path.join(root, "memories.sqlite"),
    backupFolder: path.join(root, "backups"),
    clock,
    logger: SILENT,
  });
  const core = createMemoryCore(store, { clock, events: createEvents(console.error), logger: SILENT });
  const count = Number(values.memories);
  for (let number = 0; number < count; number += 16) {
    const batch = Array.from({ length: 16 }, (_, index) => core.service.capture(OWNER, contentOf(number + index)));
    await Promise.all(batch);
  }
  writeTranscripts(home, { bytes: Math.min(Number(values.bytes), 256 * 1024 ** 2) }, USUAL);
  const searches = async (isDone: () => boolean) => {
    const times: number[] = [];
    while (times.length < QUERIES || !isDone()) {
      const start = performance.now();
      await core.service.search(OWNER, { query: contentOf(times.length % count).content.slice(0, 40), domain: "_" });
      times.push(performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return times;
  };
  await searches(() => true);
  const atRest = await searches(() => true);
  const thread = createConversationThread("scan", {
    workerUrl: new URL("../electron/conversations/conversation-worker.ts", import.meta.url),
    file: path.join(home, "conversations.sqlite"),
    system: { home, env: {}, platform: process.platform },
    clock,
    logger: SILENT,
  });
  let done = false;
  const scanning = (async () => {
    await thread.call("open");
    await thread.call("startScan", START);
    while (!(await thread.call("step", STEP_MS, Date.now())).finished);
    done = true;
  })();
  const during = await searches(() => done);
  await scanning;
  await thread.close();
  const show = (list: number[]) =>
    `p50 ${quantile(list, 0.5).toFixed(2)} ms, p99 ${quantile(list, 0.99).toFixed(2)} ms`;
  console.log(`Memory search at ${count}: at rest ${show(atRest)}; during a scan ${show(during)}`);
  await core.close();
  await store.close();
}

try {
  await benchScan();
  await benchRescan();
  await benchSearch();
  await benchMemories();
} finally {
  rmSync(root, { recursive: true, force: true });
}
