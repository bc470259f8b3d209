import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { createMemoryCore } from "../../electron/app/memory-core.ts";
import { FULL_GRANT, OWNER } from "../../electron/core/caller.ts";
import { createEvents } from "../../electron/core/events.ts";
import type { Logger } from "../../electron/core/ports.ts";
import type { OpenedStore } from "../../electron/store/open-memory-store.ts";
import { createMemoryHandlers } from "../../electron/window-api/memories.ts";
import { quantile } from "../support/statistics.ts";
import type { PingerData } from "./pinger.ts";

/** The longest delay that work may cause to another request (ADR 0013). */
const LIMIT_MS = 20;
const CAPTURE_INTERVAL_MS = 50;
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
 */
export async function measureDelays(store: OpenedStore, size: number): Promise<void> {
  const events = createEvents((error) => {
    throw error;
  });
  const { service } = createMemoryCore(store, { clock: { now: () => Date.now() }, events, logger: SILENT });
  const handlers = createMemoryHandlers({ memories: service });
  const ids = Array.from({ length: size }, (_, number) => `01${String(number).padStart(24, "0")}`);
  const deleted = ids.slice(0, Math.min(10_000, size / 2));
  const others = ids.slice(deleted.length, size / 2);
  const work: Readonly<Record<string, () => Promise<unknown>>> = {
    "no work": () => pause(2_000),
    "full check": () => store.integrity(),
    backup: () => store.backup(),
    [`delete ${deleted.length}`]: () => handlers["memories.delete"]({ references: deleted }),
    [`restore ${deleted.length}`]: () => handlers["memories.restore"]({ references: deleted }),
    [`delete ${size / 2}`]: async () => {
      for (let from = 0; from < size / 2; from += 10_000) {
        await handlers["memories.delete"]({ references: [...deleted, ...others].slice(from, from + 10_000) });
      }
    },
    [`empty the trash of ${size / 2}`]: () => handlers["memories.purge"]({ references: "trash" }),
    "return the space": () => pause(8_000),
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
    "\n| work | duration | read p50 | p99.9 | longest | limit | capture p50 | longest |\n|---|---|---|---|---|---|---|---|",
  );
  let captured = 0;
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
    const capturing = capture();
    const started = performance.now();
    await run();
    const duration = performance.now() - started;
    running = false;
    const captures = await capturing;
    pinger.postMessage("stop");
    const [reads] = (await once(pinger, "message")) as [number[]];
    const cells = [reads, captures].map((values) => (share: number) => `${quantile(values, share).toFixed(1)} ms`);
    const [read, write] = cells;
    console.log(
      `| ${[name, `${(duration / 1000).toFixed(1)} s`, read?.(0.5), read?.(0.999), read?.(1), `${LIMIT_MS} ms`, write?.(0.5), write?.(1)].join(" | ")} |`,
    );
  }
  server.close();
}
