import { once } from "node:events";
import { existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import Database from "better-sqlite3";
import { createMemoryCore } from "../../electron/app/memory-core.ts";
import { FULL_GRANT, OWNER } from "../../electron/core/caller.ts";
import { createEvents } from "../../electron/core/events.ts";
import type { Logger } from "../../electron/core/ports.ts";
import type { OpenedStore } from "../../electron/store/open-memory-store.ts";
import { createMemoryHandlers } from "../../electron/window-api/memories.ts";
import { quantile } from "../support/statistics.ts";
import type { PingerData } from "./pinger.ts";
import { measureTurns } from "./turn-meter.ts";

/** The longest delay that work may cause to another request (ADR 0013). */
const LIMIT_MS = 20;
const CAPTURE_INTERVAL_MS = 50;
const WARM_UP_CAPTURES = 50;
/** Captures one after another, each of which adds a segment to the text index. */
const CAPTURES_TO_MERGE = 500;
const MERGED_SEGMENTS = 12;
/** Free pages that stay in the file (`reclaim.ts`). */
const MAX_FREE_PAGES = 256;
const CLIENT = {
  client: { name: "bench", version: "1" },
  project: null,
  sessionId: "bench",
  subject: "bench",
  grant: FULL_GRANT,
};

const SILENT: Logger = { debug() {}, info() {}, warn: console.warn, error: console.error };

/**
 * Measures how long work over many memories delays other requests: reads of a memory over HTTP every 5 ms, from a
 * thread of their own, and a capture every 50 ms. Prints a Markdown table. Leaves the store with half of its memories.
 * @param path the database file of the store
 */
export async function measureDelays(store: OpenedStore, path: string, size: number): Promise<void> {
  const events = createEvents((error) => {
    throw error;
  });
  const { service } = createMemoryCore(store, { clock: { now: () => Date.now() }, events, logger: SILENT });
  const handlers = createMemoryHandlers({ memories: service });
  const ids = Array.from({ length: size }, (_, number) => `01${String(number).padStart(24, "0")}`);
  const deleted = ids.slice(0, Math.min(10_000, size / 2));
  const others = ids.slice(deleted.length, size / 2);
  const megabytes = () => Math.round(statSync(path).size / 1e6);
  let captured = 0;
  // Code that runs for the first time is compiled.
  for (; captured < WARM_UP_CAPTURES; captured++)
    await service.capture(CLIENT, { content: `A first note: ${captured}` });
  const work: Readonly<Record<string, () => Promise<unknown>>> = {
    "no work": () => pause(2_000),
    "full check": () => store.integrity(),
    [`backup of ${megabytes()} MB`]: () => store.backup(),
    [`capture ${CAPTURES_TO_MERGE}, merge the text index`]: async () => {
      for (let number = 0; number < CAPTURES_TO_MERGE; number++) {
        await service.capture(CLIENT, { content: `A note to be merged: ${captured++}` });
      }
      await waitUntil(path, "SELECT count(DISTINCT segid) <= @maximum FROM text_index_idx", MERGED_SEGMENTS);
    },
    [`delete ${deleted.length}`]: () => handlers["memories.delete"]({ references: deleted }),
    [`restore ${deleted.length}`]: () => handlers["memories.restore"]({ references: deleted }),
    [`delete ${size / 2}`]: async () => {
      for (let from = 0; from < size / 2; from += 10_000) {
        await handlers["memories.delete"]({ references: [...deleted, ...others].slice(from, from + 10_000) });
      }
    },
    [`empty the trash of ${size / 2}`]: () => handlers["memories.purge"]({ references: "trash" }),
    "remove deleted words, return the space": async () => {
      await waitUntil(path, "SELECT purges = 0 FROM text_index_state");
      await waitUntil(path, "SELECT freelist_count <= @maximum FROM pragma_freelist_count", MAX_FREE_PAGES);
    },
    "rebuild the text index": () => service.reindex(OWNER, () => undefined, new AbortController().signal),
  };
  const lastId = ids.at(-1) ?? "";
  const server = createServer(async (_request, response) => {
    response.end((await service.get(OWNER, lastId)).id);
  });
  server.keepAliveTimeout = 600_000;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  console.log(
    `\n| work | duration | read p50 | **p99.9** | longest | longest turn | **its processor time** | capture p50 | longest | log |
|---|---|---|---|---|---|---|---|---|---|`,
  );
  for (const [name, run] of Object.entries(work)) {
    const { port } = server.address() as AddressInfo;
    const pinger = new Worker(new URL("pinger.ts", import.meta.url), { workerData: { port } satisfies PingerData });
    await once(pinger, "message");
    let running = true;
    const capture = async () => {
      const durations: number[] = [];
      while (running) {
        const started = performance.now();
        await service.capture(CLIENT, { content: `A note while ${name} runs: ${captured++}` });
        durations.push(performance.now() - started);
        await pause(CAPTURE_INTERVAL_MS);
      }
      return durations;
    };
    const endTurns = measureTurns();
    const capturing = capture();
    const started = performance.now();
    await run();
    const duration = performance.now() - started;
    const turn = endTurns();
    running = false;
    const captures = await capturing;
    pinger.postMessage("stop");
    const [reads] = (await once(pinger, "message")) as [number[]];
    const ms = (value: number) => `${value.toFixed(1)} ms`;
    const cells = [
      name,
      `${(duration / 1000).toFixed(1)} s`,
      ...[0.5, 0.999, 1].map((share) => ms(quantile(reads, share))),
      ms(turn.wall),
      ms(turn.processor),
      ...[0.5, 1].map((share) => ms(quantile(captures, share))),
      `${(existsSync(`${path}-wal`) ? statSync(`${path}-wal`).size / 1e6 : 0).toFixed(0)} MB`,
    ];
    console.log(`| ${cells.join(" | ")} |`);
  }
  console.log(
    `\nThe limit of p99.9, and of a turn's processor time, is ${LIMIT_MS} ms. The file has ${megabytes()} MB now.`,
  );
  server.close();
}

/** Waits until a query on the file returns 1. It may use a parameter `maximum`. */
async function waitUntil(path: string, sql: string, maximum = 0): Promise<void> {
  const database = new Database(path, { readonly: true });
  const select = database.prepare<[{ maximum: number }], number>(sql).pluck();
  while (select.get({ maximum }) !== 1) await pause(250);
  database.close();
}
