import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Memory } from "../../../electron/core/memory.ts";
import { PostgresServer } from "../../../electron/postgres/testing/postgres-server.ts";
import { createDatabase } from "../../../electron/postgres/testing/test-database.ts";
import { createRandom } from "../../../electron/search/testing/random-vectors.ts";
import { markerOf } from "../contents.ts";
import { createSchedule } from "../faults.ts";
import { Gate } from "../gate.ts";
import type { Member } from "../load.ts";
import { Report } from "../report.ts";
import { Refused } from "../tool-clients.ts";
import { SECRET_OWNER, SHARED_DOMAINS, secretWord } from "./domains.ts";
import { type Instance, startInstance } from "./instance.ts";
import { type MadeSpace, shareDatabase, shareFolder } from "./join-spaces.ts";
import { openCarriers } from "./open-carriers.ts";
import { isWordIn, verifyNoWord, verifyNoWordIn } from "./secrecy.ts";
import { SpaceFaults } from "./space-faults.ts";
import { SpaceJournal } from "./space-journal.ts";
import {
  captureEarlier,
  type MakeMember,
  memberOf,
  openReplica,
  runWriters,
  type World,
  waitUntilConverged,
} from "./spaces-world.ts";
import { SyncedFolders } from "./synced-folders.ts";
import { verifySpaces } from "./verify-spaces.ts";

const INSTANCES = 5;
const MINUTE_MS = 60_000;
/** In each domain. */
const SEARCHED_AT_END = 20;
const PASSPHRASE = "five instances and a passphrase";

export interface SpaceTortureOptions {
  readonly minutes: number;
  readonly seed: number;
  /** Keeps the data folders. */
  readonly keep: boolean;
}

/**
 * Runs five installations that share memories through a synced folder and through PostgreSQL, under random changes and
 * faults. Then all must be equal and have every acknowledged write, and only its owner may have the secret domain.
 * @returns the report; a run without violations has passed
 */
export async function tortureSpaces({ minutes, seed, keep }: SpaceTortureOptions): Promise<Report> {
  const report = new Report((line) => console.log(line));
  const root = mkdtempSync(path.join(tmpdir(), "recollect-spaces-torture-"));
  const random = createRandom(seed);
  const server = await PostgresServer.start(["max_connections=300"]);
  const instances: Instance[] = [];
  const views = Array.from({ length: INSTANCES }, (_, number) => path.join(root, "synced", String(number)));
  const folders = new SyncedFolders(views, createRandom(seed + 1));
  try {
    const database = await createDatabase(server);
    const numbers = Array.from({ length: INSTANCES }, (_, number) => number);
    instances.push(...(await Promise.all(numbers.map((number) => startInstance(root, number, server.port, report)))));
    folders.start();
    const world: World = { root, seed, server, database, folders, instances, journal: new SpaceJournal(), report };
    const gate = new Gate();
    const load = (number: number, transport: string) => memberOf(world, gate, number, transport);
    await captureEarlier(world, load);
    // Both kinds of spaces are plain or encrypted, in all combinations.
    const passphrase = (bit: number) => ((seed & bit) === 0 ? null : PASSPHRASE);
    const spaces = [
      await shareFolder(instances, folders, passphrase(1)),
      await shareDatabase(instances, database, passphrase(2)),
    ] as const;
    report.event(
      `joined; encrypted: ${spaces.map(({ passphrase }) => (passphrase === null ? "no" : "yes")).join(", ")}`,
    );
    const running = runWriters(world, load);
    const faults = new SpaceFaults({ ...world, database: database.database, random, longestMs: minutes * 12_000 });
    await runFaults(faults, { minutes, random, report });
    gate.end();
    await running;
    await faults.heal();
    report.event("healed");
    await waitUntilConverged(world);
    await checkSearch(world, load);
    for (const { application } of instances) await application.stop();
    await verifyEnd(world, spaces);
  } catch (error) {
    report.violation(error instanceof Error ? (error.stack ?? error.message) : String(error));
  } finally {
    await folders.close();
    for (const { application, proxy } of instances) {
      if (application.endpoint !== null) await application.kill();
      await proxy.close();
    }
    await server.close();
    if (keep) console.log(`The data is in ${root}.`);
    else rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  }
  return report;
}

async function runFaults(
  faults: SpaceFaults,
  { minutes, random, report }: { minutes: number; random: ReturnType<typeof createRandom>; report: Report },
): Promise<void> {
  const next = createSchedule(faults.all, random);
  const end = performance.now() + minutes * MINUTE_MS;
  const longest = Math.min(6000, (minutes * MINUTE_MS) / 25);
  while (performance.now() < end && report.violations === 0) {
    await sleep(200 + random.integer(longest));
    const fault = next();
    report.event(fault.name);
    await fault.inflict();
    report.count("faults", fault.name);
  }
}

/** The words of current memories of one instance find them on another one. */
export async function checkSearch({ journal, report, instances }: World, load: MakeMember): Promise<void> {
  for (const [index, domain] of SHARED_DOMAINS.entries()) {
    const [one, other] = [load(index % instances.length, "REST"), load((index + 2) % instances.length, "HTTP 2026")];
    const { memories } = (await one.call("list_memories", { domain, limit: SEARCHED_AT_END })) as {
      memories: Memory[];
    };
    for (const { id } of memories) {
      const memory = await readMemory(other, id);
      if (memory === null) {
        // One that was merged when its instance joined is of that instance only, also after the other one was purged. An
        // instance that moved one out of the space can purge its own, and others can restore theirs.
        const isExplained = journal.identical.has(id) || journal.purged.has(id);
        if (!isExplained) report.violation(`${other.name} does not have ${id} of ${domain}`);
        continue;
      }
      const { content, deletedAt, supersededBy, validUntil } = memory;
      // By another clock it may have expired, and a successor can be a memory of that instance only.
      if (deletedAt !== null || supersededBy !== null || validUntil !== null) continue;
      // An instance that moved it out of the space has it in a domain of its own, also where others have restored it.
      if (memory.domain !== domain && SHARED_DOMAINS.includes(memory.domain)) {
        report.violation(`${other.name} has ${id} in ${memory.domain}, not in ${domain}`);
      }
      const args = { query: `"${markerOf(content)}"`, domain: memory.domain, mode: "text" };
      const { results } = (await other.call("search_memories", args)) as { results: { id: string }[] };
      report.count("search on another instance", "found");
      if (!results.some((result) => result.id === id)) {
        report.violation(`A search of ${other.name} for ${args.query} in ${args.domain} does not find ${id}`);
      }
    }
    await Promise.all([one.disconnect(), other.disconnect()]);
  }
}

/** Null if it is missing. */
async function readMemory(member: Member, id: string): Promise<Memory | null> {
  try {
    return ((await member.call("get_memory", { id })) as { memory: Memory }).memory;
  } catch (error) {
    if (error instanceof Refused && error.code === "not_found") return null;
    throw error;
  }
}

async function verifyEnd(world: World, spaces: readonly [MadeSpace, MadeSpace]): Promise<void> {
  const { instances, journal, report, root, seed, server } = world;
  const replicas = instances.map(({ number, application }) => openReplica(number, application.folder, false));
  try {
    verifySpaces(replicas, journal, report);
  } finally {
    for (const replica of replicas) replica.close();
  }
  const word = secretWord(seed);
  const owner = instances[SECRET_OWNER];
  if (owner === undefined || !isWordIn(owner.application.folder, word)) {
    report.violation("The secret domain has no memories: nothing was tested.");
  }
  for (const { application, number } of instances) {
    if (number !== SECRET_OWNER) verifyNoWord(application.folder, word, report);
  }
  verifyNoWord(path.join(root, "synced"), word, report);
  const carriers = await openCarriers(world, spaces);
  for (const carrier of carriers) {
    await verifyNoWordIn(carrier, word, report);
    await carrier.close();
  }
  await server.stop();
  verifyNoWord(server.data, word, report);
}
