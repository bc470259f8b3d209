/**
 * `npm run bench store [-- 10000 100000]`: the operations of the store on a file, compared with SQLite with FTS5 in the
 * same run, in milliseconds (p50 and p99), and how long operations over all memories block the main thread. Memories
 * are 60 words drawn by Zipf's law from 30,000. With `--delays`, only how long work over many memories delays other
 * requests; each memory then has the vectors of nine passages, so that 100,000 of them are a file of 500 MB.
 */

import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { createMemoryCore, openStore } from "../electron/app/memory-core.ts";
import { FULL_GRANT } from "../electron/core/caller.ts";
import { createEvents } from "../electron/core/events.ts";
import { EMPTY_STATE } from "../electron/core/memory-fields.ts";
import type { MemoryService } from "../electron/core/memory-service.ts";
import type { Logger, NewMemory } from "../electron/core/ports.ts";
import type { TextTerm } from "../electron/core/search.ts";
import { createRandom } from "../electron/search/testing/random-vectors.ts";
import type { OpenedStore } from "../electron/store/open-memory-store.ts";
import { measureBlocking } from "./store/measure-blocking.ts";
import { measureDelays } from "./store/measure-delays.ts";
import { quantile } from "./support/statistics.ts";

const SILENT: Logger = { debug() {}, info() {}, warn() {}, error() {} };
/** Of each memory, with `--delays`. */
const PASSAGES = 9;
const delaysOnly = process.argv.includes("--delays");
const sizes = process.argv.slice(2).map(Number).filter(Number.isFinite);
for (const size of sizes.length > 0 ? sizes : [10_000, 100_000]) await measure(size);

async function measure(size: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "recollect-bench-"));
  const path = join(folder, "memories.sqlite");
  const random = createRandom(42).next;
  const words = createWords(random);
  const open = () =>
    openStore({
      path,
      backupFolder: join(folder, "backups"),
      aggregateWorker: new URL("../electron/store/counts/aggregate-worker.ts", import.meta.url),
      maintenanceWorker: new URL("../electron/store/lifecycle/maintenance-worker.ts", import.meta.url),
      clock: { now: () => Date.now() },
      logger: SILENT,
    });
  try {
    let store = await open();
    const raw = openRaw(join(folder, "raw.sqlite"));
    const makeMemory = (number: number): NewMemory => ({
      ...EMPTY_STATE,
      id: `01${String(number).padStart(24, "0")}`,
      content: Array.from({ length: 60 }, () => words.next()).join(" "),
      namespace: ["decisions", "patterns", "learnings", "context", "apis"][Math.floor(random() * 5)] ?? "context",
      domain: random() < 0.3 ? "user" : `owner/project-${Math.floor(random() ** 2 * 40)}`,
      tags: [...new Set(Array.from({ length: 3 }, () => `tag-${Math.floor(random() ** 2 * 400)}`))].sort(),
      source: random() < 0.3 ? `src/module-${Math.floor(random() * 5000)}.ts` : null,
      client: { name: ["claude-code", "codex", "cursor"][Math.floor(random() * 3)] ?? "codex", version: "1" },
      sessionId: `session-${Math.floor(number / 20)}`,
      pinned: random() < 0.01,
      createdAt: 1_700_000_000_000 + number * 60_000,
      supersedes: null,
    });

    let number = 0;
    const texts: string[] = [];
    const started = performance.now();
    while (number < size) {
      const batch = Array.from({ length: Math.min(500, size - number) }, () => makeMemory(number++));
      texts.push(...batch.map(({ content }) => content));
      await Promise.all(batch.map((memory) => store.memories.insert(memory)));
    }
    const seconds = (performance.now() - started) / 1000;
    if (delaysOnly) await fillVectors(store, random);
    else raw.fill(texts);
    await store.close();
    const megabytes = statSync(path).size / 1e6;
    console.log(
      `\n## ${size} memories: ${Math.round(size / seconds)} inserts/s in groups of 500, ${megabytes.toFixed(0)} MB`,
    );

    const opening = performance.now();
    store = await open();
    console.log(`open ${(performance.now() - opening).toFixed(1)} ms`);
    if (!delaysOnly) await measureOperations(store, raw, words, texts, size, makeMemory, random);
    await measureDelays(store, path, size);
    await store.close();
    raw.database.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureOperations(
  store: OpenedStore,
  raw: Raw,
  words: Words,
  texts: readonly string[],
  size: number,
  makeMemory: (number: number) => NewMemory,
  random: () => number,
): Promise<void> {
  let number = size;
  const nextNumber = () => number++;
  await report("insert, single, durable", 300, () => store.memories.insert(makeMemory(nextNumber())));
  await report("insert, 16 in parallel (each)", 50, () =>
    Promise.all(Array.from({ length: 16 }, () => store.memories.insert(makeMemory(nextNumber())))),
  );
  const service = await measureService(store, makeMemory, nextNumber);
  await report("raw SQLite + FTS5 insert, durable", 300, (index) => raw.insert(texts[index] ?? ""));
  await measureReads(store, size);
  await measureText(store, raw, words, size);
  await measureBlocking(service, (index) => texts[index]?.split(" ").slice(0, 2).join(" ") ?? "");
  await measureVectors(store, size, random);
}

/** Measures a complete capture: checks, similar memories, the durable write and its event. */
async function measureService(
  store: OpenedStore,
  makeMemory: (number: number) => NewMemory,
  nextNumber: () => number,
): Promise<MemoryService> {
  const clock = { now: () => Date.now() };
  const events = createEvents((error) => {
    throw error;
  });
  const { service } = createMemoryCore(store, {
    clock,
    events,
    logger: SILENT,
    newId: () => `01${String(nextNumber()).padStart(24, "0")}`,
  });
  const caller = { subject: "bench", client: null, project: "owner/project-3", sessionId: "bench", grant: FULL_GRANT };
  const capture = () => {
    const { content, tags, source } = makeMemory(0);
    return service.capture(caller, { content, tags, source });
  };
  await report("capture through the service", 300, capture);
  await report("capture, 16 in parallel (all)", 50, () => Promise.all(Array.from({ length: 16 }, capture)));
  return service;
}

async function measureReads({ memories }: OpenedStore, size: number): Promise<void> {
  const domains = ["owner/project-3", "user"];
  await report("list by created, 50", 200, () => memories.list({}, "created", 50, null));
  await report("list by updated, user and project", 200, () => memories.list({ domains }, "updated", 50, null));
  await report("list by recalls", 200, () => memories.list({}, "recalled", 50, null));
  await report("list domain × namespace", 200, () =>
    memories.list({ domains: ["owner/project-39"], namespaces: ["apis"] }, "created", 50, null),
  );
  await report("list frequent tag", 100, () => memories.list({ tags: ["tag-0"] }, "updated", 50, null));
  await report("list rare tag", 100, () => memories.list({ tags: ["tag-399"] }, "updated", 50, null));
  await report("list by source (part)", 50, () => memories.list({ source: "module-77." }, "created", 50, null));
  await report("get", 500, (index) => memories.get(`01${String(index % size).padStart(24, "0")}`));
  await report("facets, all", 20, () => memories.facets({}));
  await report("facets, user and project", 20, () => memories.facets({ domains }));
  await report("facets, one tag", 20, () => memories.facets({ tags: ["tag-0"] }));
  await report("counts", 20, () => memories.counts());
  await report("tags starting with", 50, () => memories.tagsStartingWith("tag-1", {}, 20));
  const ids = (await memories.list({}, "created", 20, null)).items.map(({ id }) => id);
  await report("neighbours of 20", 100, () => memories.neighbours(ids, 3_600_000, 4));
}

async function measureText(store: OpenedStore, raw: Raw, words: Words, size: number): Promise<void> {
  const { text } = store;
  const questions = Array.from({ length: 200 }, () => Array.from({ length: 8 }, () => words.next()));
  await report("document frequencies, 8 words, first", 200, (index) =>
    text.documentFrequencies(questions[index] ?? []),
  );
  await report("document frequencies, 8 words, again", 200, (index) =>
    text.documentFrequencies(questions[index] ?? []),
  );
  const rarest: string[][] = [];
  for (const question of questions) {
    const counts = await text.documentFrequencies(question);
    rarest.push([...new Set(question)].sort((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0)).slice(0, 3));
  }
  const ask = (tokens: readonly string[] = []): TextTerm[] => tokens.map((token) => ({ kind: "word", token }));
  const domains = ["owner/project-3", "user"];
  await report("text, 3 rarest of 8, limit 100", 200, (index) =>
    text.search({ any: ask(rarest[index]), all: [] }, {}, 100),
  );
  await report("text, 3 rarest, user and project", 200, (index) =>
    text.search({ any: ask(rarest[index]), all: [] }, { domains }, 100),
  );
  await report("text, 3 rarest, narrow domain", 200, (index) =>
    text.search({ any: ask(rarest[index]), all: [] }, { domains: ["owner/project-39"] }, 100),
  );
  await report("raw FTS5, same query, limit 100", 200, (index) => raw.search(rarest[index] ?? []));
  await report("text, all 8 words, limit 100", 50, (index) =>
    text.search({ any: ask(questions[index]), all: [] }, {}, 100),
  );
  await report("raw FTS5, all 8 words, limit 100", 50, (index) => raw.search(questions[index] ?? []));
  console.log(`(${await text.size()} of ${size} and the measured inserts indexed)`);
}

async function measureVectors({ vectors }: OpenedStore, size: number, random: () => number): Promise<void> {
  const makeVector = (): Int8Array => Int8Array.from({ length: 384 }, () => Math.round((random() * 2 - 1) * 127));
  await report("pending, 32", 100, () => vectors.pending("bench", 32));
  const filling = performance.now();
  for (;;) {
    const waiting = await vectors.pending("bench", 500);
    if (waiting.length === 0) break;
    await Promise.all(
      waiting.map(({ id, revision, content }) =>
        vectors.put(id, revision, "bench", [{ start: 0, end: content.length, vector: makeVector() }]),
      ),
    );
  }
  console.log(`vectors put: ${Math.round((size / (performance.now() - filling)) * 1000)}/s`);
  await report("vector search, first (loads)", 1, () => vectors.search(makeVector(), "bench", {}, 100));
  await report("vector search, all", 50, () => vectors.search(makeVector(), "bench", {}, 100));
  const domains = ["owner/project-3", "user"];
  await report("vector search, user and project", 50, () => vectors.search(makeVector(), "bench", { domains }, 100));
  await report("vector search, narrow domain", 50, () =>
    vectors.search(makeVector(), "bench", { domains: ["owner/project-39"], namespaces: ["apis"] }, 100),
  );
  await report("pending, none", 50, () => vectors.pending("bench", 32));
  await report("vector counts", 50, () => vectors.counts("bench"));
}

async function fillVectors({ vectors }: OpenedStore, random: () => number): Promise<void> {
  for (;;) {
    const waiting = await vectors.pending("bench", 500);
    if (waiting.length === 0) return;
    const passages = Array.from({ length: PASSAGES }, (_, position) => ({
      start: position,
      end: position + 1,
      vector: Int8Array.from({ length: 384 }, () => Math.round((random() * 2 - 1) * 127)),
    }));
    await Promise.all(waiting.map(({ id, revision }) => vectors.put(id, revision, "bench", passages)));
  }
}

async function report(name: string, times: number, run: (index: number) => unknown): Promise<void> {
  const durations: number[] = [];
  for (let index = 0; index < times; index++) {
    const start = performance.now();
    await run(index);
    durations.push(performance.now() - start);
  }
  const at = (share: number): string => quantile(durations, share).toFixed(2);
  console.log(`${name.padEnd(40)} p50 ${at(0.5).padStart(8)}   p99 ${at(0.99).padStart(8)}`);
}

interface Raw {
  readonly database: Database.Database;
  fill(texts: readonly string[]): void;
  insert(text: string): void;
  search(tokens: readonly string[]): unknown;
}

/** SQLite with FTS5 on the same text, without Recollect. */
function openRaw(path: string): Raw {
  const database = new Database(path);
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = FULL");
  database.exec(`
    CREATE TABLE memories (id INTEGER PRIMARY KEY, content TEXT);
    CREATE VIRTUAL TABLE texts USING fts5 (content, content = 'memories', content_rowid = 'id',
      tokenize = 'porter unicode61 remove_diacritics 2');
  `);
  const row = database.prepare("INSERT INTO memories (content) VALUES (?)");
  const text = database.prepare("INSERT INTO texts (rowid, content) VALUES (?, ?)");
  const search = database.prepare("SELECT rowid, rank FROM texts WHERE texts MATCH ? ORDER BY rank LIMIT 100");
  const insert = database.transaction((content: string) => text.run(row.run(content).lastInsertRowid, content));
  return {
    database,
    insert,
    fill: database.transaction((texts: readonly string[]) => {
      for (const content of texts) insert(content);
    }),
    search: (tokens) => search.all(tokens.map((token) => `"${token}"`).join(" OR ")),
  };
}

interface Words {
  next(): string;
}

/** Words by Zipf's law: the n-th most frequent occurs 1/n as often as the first. */
function createWords(random: () => number): Words {
  const count = 30_000;
  const consonants = "bcdfghklmnprstvz";
  const vowels = "aeiou";
  const pick = (letters: string): string => letters[Math.floor(random() * letters.length)] ?? "a";
  const words = Array.from(
    { length: count },
    () =>
      Array.from({ length: 2 + Math.floor(random() * 2) }, () => pick(consonants) + pick(vowels)).join("") +
      pick(consonants),
  );
  const logarithm = Math.log(count);
  return { next: () => words[Math.floor(Math.exp(random() * logarithm)) - 1] ?? "word" };
}
