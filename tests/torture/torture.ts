import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { residentMegabytes } from "../../bench/start/resident-memory.ts";
import type { Memory } from "../../electron/core/memory.ts";
import { dataFiles } from "../../electron/platform/paths.ts";
import { createRandom } from "../../electron/search/testing/random-vectors.ts";
import { freePort } from "../testing/free-port.ts";
import { Application } from "./application.ts";
import { type Contents, createContents, markerOf } from "./contents.ts";
import { createDamage, createLoss } from "./damage.ts";
import { createFaults, createSchedule } from "./faults.ts";
import { Gate } from "./gate.ts";
import { createImporter } from "./importer.ts";
import { Journal } from "./journal.ts";
import { type Faults, type LoadOptions, Member } from "./load.ts";
import { createDropper, createReader } from "./readers.ts";
import { Report } from "./report.ts";
import { mountSmallDisk, type SmallDisk } from "./small-disk.ts";
import { type Structured, TRANSPORTS } from "./tool-clients.ts";
import { verifyDatabase } from "./verify.ts";
import { Writer } from "./writer.ts";

const MINUTE_MS = 60_000;
const SHARED_MEMORIES = 4;
/** The final searches, which must find the acknowledged memories. */
const SEARCHED_AT_END = 100;
/** A shorter run does not wait for the application to become idle twice. */
const MIN_MINUTES_FOR_MEMORY = 3;
/** By then an idle application has released its memory. */
const IDLE_MS = 60_000;
const MAX_GROWTH = 1.2;

export interface TortureOptions {
  readonly minutes: number;
  readonly seed: number;
  /** Keeps the data folder. */
  readonly keep: boolean;
}

/**
 * Runs the built application under load and faults, and then checks that it has what it acknowledged.
 * @returns the report; a run without violations has passed
 */
export async function torture({ minutes, seed, keep }: TortureOptions): Promise<Report> {
  const report = new Report((line) => console.log(line));
  const folder = mkdtempSync(path.join(tmpdir(), "recollect-torture-"));
  const disk = mountSmallDisk(path.join(folder, "disk"));
  if (disk === null) console.log("The disk is never full: this process may not mount a file system.");
  const clockFile = path.join(folder, "clock");
  writeFileSync(clockFile, "0");
  const data = path.join(disk?.folder ?? folder, "data");
  const application = new Application({ folder: data, clockFile, port: await freePort(), report });
  const contents = createContents(seed);
  const faults: Faults = { diskFull: false };
  const options: LoadOptions = { application, gate: new Gate(), journal: new Journal(), report, faults };
  try {
    await application.start();
    const shared = await captureShared(options, contents);
    const load = startLoad(options, { seed, folder, contents, shared });
    await runFaults(options, { minutes, seed, clockFile, disk });
    options.gate.end();
    await load;
    writeFileSync(clockFile, "0");
    // A start after an unclean stop checks every page: damage that no call has met is repaired.
    await application.kill();
    await application.start();
    await checkSearch(options);
    if (minutes >= MIN_MINUTES_FOR_MEMORY) await checkMemory(options);
    await application.stop();
    verifyDatabase(dataFiles(data).memories, folder, options.journal, report);
  } catch (error) {
    report.violation(error instanceof Error ? (error.stack ?? error.message) : String(error));
  } finally {
    if (application.endpoint !== null) await application.kill();
    if (keep) console.log(`The data is in ${data}.`);
    else {
      disk?.unmount();
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return report;
}

interface LoadContents {
  readonly seed: number;
  readonly folder: string;
  readonly contents: Contents;
  /** Memories that every writer changes. */
  readonly shared: readonly string[];
}

/** Starts all clients; resolves when the load has ended. */
async function startLoad(options: LoadOptions, { seed, folder, contents, shared }: LoadContents): Promise<void> {
  const random = (number: number) => createRandom(seed * 1000 + number);
  const writers = Object.keys(TRANSPORTS).map((transport, number) => {
    const member = new Member(`writer ${number}`, transport, options);
    const own = random(number);
    const writer = new Writer({ member, random: own, contents, domain: `torture/writer-${number}`, shared });
    return member.run(
      () => writer.step(),
      () => own.integer(120),
    );
  });
  const others = ["HTTP 2025", "HTTP 2026"].flatMap((transport, number) => {
    const own = random(100 + number);
    const reader = new Member(`reader ${number}`, transport, options);
    const dropper = new Member(`dropper ${number}`, transport, options);
    return [
      reader.run(createReader({ member: reader, random: own, contents }), () => own.integer(200)),
      dropper.run(createDropper({ member: dropper, random: own, contents }), () => own.integer(500)),
    ];
  });
  const importer = new Member("importer", "REST", options);
  const importing = importer.run(createImporter({ member: importer, contents, folder }), () => 8000);
  await Promise.all([...writers, ...others, importing]);
}

async function captureShared(options: LoadOptions, contents: Contents): Promise<string[]> {
  const member = new Member("shared", "REST", options);
  const ids: string[] = [];
  for (let number = 0; number < SHARED_MEMORIES; number += 1) {
    const content = contents.next();
    options.journal.attempt(content);
    const { memory } = (await member.call("capture_memory", { content, domain: "user" })) as { memory: Memory };
    options.journal.acknowledge({ id: memory.id, revision: 1, action: "capture", content });
    ids.push(memory.id);
  }
  return ids;
}

interface ScheduleOptions {
  readonly minutes: number;
  readonly seed: number;
  readonly clockFile: string;
  readonly disk: SmallDisk | null;
}

async function runFaults(options: LoadOptions, { minutes, seed, clockFile, disk }: ScheduleOptions): Promise<void> {
  const { application, report, faults } = options;
  const random = createRandom(seed);
  const all = [
    ...createFaults({ application, report, random, faults, clockFile, disk }),
    createDamage(options, random),
    createLoss(options, random),
  ];
  const next = createSchedule(all, random);
  const end = performance.now() + minutes * MINUTE_MS;
  // Pauses that let a run of a minute meet every fault, and a long one collect data between them.
  const longest = Math.min(12_000, (minutes * MINUTE_MS) / 15);
  while (performance.now() < end && report.violations === 0) {
    await sleep(1000 + random.integer(longest));
    const fault = next();
    report.event(fault.name);
    await fault.inflict();
    report.count("faults", fault.name);
  }
}

/** Words of acknowledged memories find them. */
async function checkSearch(options: LoadOptions): Promise<void> {
  const member = new Member("searcher", "HTTP 2026", options);
  const random = createRandom(1);
  const current = [...options.journal.owned.values()].filter(
    ({ deleted, supersededBy }) => !deleted && supersededBy === null,
  );
  for (let number = 0; number < Math.min(SEARCHED_AT_END, current.length); number += 1) {
    const memory = current[random.integer(current.length)];
    if (memory === undefined) continue;
    const query = `"${markerOf(memory.content)}"`;
    const { results } = (await member.call("search_memories", { query, domain: "_", mode: "text" })) as {
      results: { id: string }[];
    };
    if (!results.some(({ id }) => id === memory.id)) {
      options.report.violation(`A search for ${query} does not find ${memory.id}.`);
    }
  }
  await member.disconnect();
}

/** After load, the resident memory of the application returns to the level of a new start with the same data. */
async function checkMemory(options: LoadOptions): Promise<void> {
  const { application, report } = options;
  const pending = async () => {
    const member = new Member("status", "REST", options);
    const { index } = (await member.call("memory_status", {})) as {
      index: { vectors: { pending: number } } & Structured;
    };
    return index.vectors.pending;
  };
  const waitUntilIdle = async () => {
    while ((await pending()) > 0) await sleep(2000);
    await sleep(IDLE_MS);
  };
  await waitUntilIdle();
  const afterLoad = residentMegabytes(application.pid);
  await application.stop();
  await application.start();
  await checkSearch(options);
  await waitUntilIdle();
  const atRest = residentMegabytes(application.pid);
  report.fact(
    "resident memory",
    `${afterLoad.toFixed(0)} MB after the load, ${atRest.toFixed(0)} MB after a new start`,
  );
  if (afterLoad > MAX_GROWTH * atRest) report.violation("The memory of the application did not return to rest.");
}
