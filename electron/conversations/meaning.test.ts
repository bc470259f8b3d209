import path from "node:path";
import type Database from "better-sqlite3";
import { expect, it, onTestFinished } from "vitest";
import { workerUrl } from "../../tests/testing/entries.ts";
import { parseQuery } from "../search/query-syntax.ts";
import { quantise } from "../search/vectors/quantise.ts";
import { openConversationFile } from "./conversation-file.ts";
import { createConversationThread } from "./conversation-threads.ts";
import { MeaningIndexer } from "./meaning-indexer.ts";
import { writeSession } from "./testing/claude-transcripts.ts";
import { EVERYTHING, RULES, temporaryHome } from "./testing/open-scan.ts";
import { SUBJECT_EMBEDDER, vectorOf } from "./testing/subject-embedder.ts";

const ONE = "11111111-1111-4111-8111-111111111111";
const TWO = "22222222-2222-4222-8222-222222222222";
const logger = { debug() {}, info() {}, warn() {}, error() {} };
async function openThreads() {
  const home = temporaryHome();
  writeSession(home, ONE, [
    { text: "The engine of my car does not start" },
    { role: "assistant", text: "Check the battery of the car first." },
    { text: "yes" },
  ]);
  const filler = Array.from({ length: 60 }, (_, number) => ({
    text: `The bakery needs flour for bread number ${number}`,
  }));
  writeSession(home, TWO, filler, { cwd: path.join(home, "bakery"), place: "-bakery" });
  const options = {
    workerUrl: workerUrl("conversationWorker"),
    file: path.join(home, "data", "conversations.sqlite"),
    system: { home, env: {}, platform: process.platform },
    clock: { now: () => Date.now() },
    logger,
  };
  const writer = createConversationThread("scan", options);
  const reader = createConversationThread("search", options);
  onTestFinished(async () => {
    await Promise.all([writer.close(), reader.close()]);
  });
  await writer.call("open");
  await writer.call("startScan", { clients: ["claude-code"], rules: RULES, retry: false });
  while (!(await writer.call("step", 1000, Date.now())).finished);
  const indexer = new MeaningIndexer({ embedder: SUBJECT_EMBEDDER, writer, logger, onProgress: () => undefined });
  const embedAll = async () => {
    indexer.start();
    await expect.poll(async () => (await writer.call("pendingPassages", "subjects", 1)).pending).toBeNull();
  };
  const search = (text: string) =>
    reader.call(
      "search",
      {
        any: [],
        all: [],
        filter: EVERYTHING,
        limit: 5,
        meaning: { vector: quantise(vectorOf(text)), fingerprint: "subjects", isFluent: true },
      },
      Date.now(),
    );
  return { home, writer, reader, indexer, embedAll, search };
}

it("finds a conversation by meaning once it is embedded, and not after it was forgotten", async () => {
  const { embedAll, search, writer } = await openThreads();
  expect(await search("vehicle")).toEqual([]);
  await embedAll();
  const [hit, ...others] = await search("vehicle");
  expect(others).toEqual([]);
  expect(hit?.session.clientSession).toBe(ONE);
  expect(hit?.passages.filter(({ matches }) => matches).map(({ number }) => number)).toEqual([1, 2]);
  await writer.call("forget", { session: hit?.session.id ?? "" }, Date.now());
  expect(await search("vehicle")).toEqual([]);
});

it("requires more words of the query in messages whose meaning is known to differ", async () => {
  const { embedAll, reader } = await openThreads();
  const { terms } = parseQuery("battery harbour", 0);
  const ask = async (isFluent: boolean, text: string) => {
    const meaning = { vector: quantise(vectorOf(text)), fingerprint: "subjects", isFluent };
    const found = await reader.call("search", { ...terms, filter: EVERYTHING, limit: 5, meaning }, Date.now());
    return found.map(({ session }) => session.clientSession);
  };
  expect(await ask(true, "harbour")).toEqual([ONE]);
  await embedAll();
  expect(await ask(true, "harbour")).toEqual([]);
  expect(await ask(true, "engine")).toEqual([ONE]);
  expect(await ask(false, "harbour")).toEqual([ONE]);
});

it("embeds everything again for another model, and finds nothing with the vectors of the previous one", async () => {
  const { embedAll, search, writer } = await openThreads();
  await embedAll();
  expect(await search("vehicle")).toHaveLength(1);
  const { pending } = await writer.call("pendingPassages", "another model", 4);
  expect(pending?.passages.length).toBeGreaterThan(0);
  expect(await search("vehicle")).toEqual([]);
});

it("stores no vectors of messages that were changed or removed while they were embedded", async () => {
  const { home, writer } = await openThreads();
  const { pending } = await writer.call("pendingPassages", "subjects", 100);
  if (pending === null) throw new Error("Nothing is to be embedded.");
  const { passages, ...batch } = pending;
  const vectors = passages.map((passage) => ({ ...passage, vector: quantise(vectorOf(passage.text)) }));
  const done = async () => (await writer.call("pendingPassages", "subjects", 1)).done;
  writeSession(home, TWO, [{ text: "The bakery is closed" }], { cwd: path.join(home, "bakery"), place: "-bakery" });
  await writer.call("startScan", { clients: ["claude-code"], rules: RULES, retry: false });
  while (!(await writer.call("step", 1000, Date.now())).finished);
  await writer.call("putVectors", "subjects", batch, vectors);
  expect(await done()).toBe(0);
  await writer.call("forget", { all: true }, Date.now());
  await writer.call("putVectors", "subjects", batch, vectors);
  expect(await done()).toBe(0);
});

it("continues after a stop, and embeds messages that are added", async () => {
  const { embedAll, home, indexer, search, writer } = await openThreads();
  indexer.start();
  await indexer.stop();
  await embedAll();
  const { done, total } = await writer.call("pendingPassages", "subjects", 1);
  expect([done, total]).toEqual([63, 63]);
  writeSession(home, ONE, [{ text: "The harbour is beside the ocean" }], { from: 3, append: true });
  await writer.call("startScan", { clients: ["claude-code"], rules: RULES, retry: false });
  while (!(await writer.call("step", 1000, Date.now())).finished);
  await embedAll();
  expect((await search("ship")).map(({ session }) => session.clientSession)).toEqual([ONE]);
  await indexer.stop();
});

it("embeds conversations again that an earlier version embedded before it translated them", async () => {
  const { home, writer, reader, indexer, embedAll } = await openThreads();
  writeSession(home, "33333333-3333-4333-8333-333333333333", [{ text: "Der Motor von meinem car ist nicht an" }]);
  await writer.call("startScan", { clients: ["claude-code"], rules: RULES, retry: false });
  while (!(await writer.call("step", 1000, Date.now())).finished);
  await embedAll();
  await indexer.stop();
  await Promise.all([writer.close(), reader.close()]);
  const file = path.join(home, "data", "conversations.sqlite");
  const change = (work: (database: Database.Database) => void) => {
    const database = openConversationFile(file, 0, logger);
    work(database);
    database.close();
  };
  const passages = "SELECT count(*) FROM passage";
  let before = 0;
  change((database) => {
    before = Number(database.prepare(passages).pluck().get());
    database.pragma("user_version = 4");
  });
  change((database) => {
    expect(before - Number(database.prepare(passages).pluck().get())).toBe(1);
    const waiting = database.prepare("SELECT count(*) FROM session WHERE embedded_to < last_number").pluck().get();
    expect(waiting).toBe(1);
  });
});
