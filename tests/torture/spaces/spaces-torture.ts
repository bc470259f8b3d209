import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Memory } from "../../../electron/core/memory.ts";
import { dataFiles } from "../../../electron/platform/paths.ts";
import { PostgresServer } from "../../../electron/postgres/testing/postgres-server.ts";
import { createDatabase, type TestDatabase } from "../../../electron/postgres/testing/test-database.ts";
import { createRandom } from "../../../electron/search/testing/random-vectors.ts";
import { createContents, markerOf } from "../contents.ts";
import { createSchedule } from "../faults.ts";
import { Gate } from "../gate.ts";
import { type LoadOptions, Member } from "../load.ts";
import { Report } from "../report.ts";
import { Refused } from "../tool-clients.ts";
import { localDomain, SECRET_OWNER, SHARED_DOMAINS, secretDomain, secretWord } from "./domains.ts";
import { type Instance, startInstance } from "./instance.ts";
import { type MadeSpace, shareDatabase, shareFolder } from "./join-spaces.ts";
import { openCarriers } from "./open-carriers.ts";
import { ReplicaFile } from "./replica-file.ts";
import { isWordIn, verifyNoWord, verifyNoWordIn } from "./secrecy.ts";
import { SpaceFaults } from "./space-faults.ts";
import { SpaceJournal } from "./space-journal.ts";
import { SpaceWriter } from "./space-writer.ts";
import { SyncedFolders } from "./synced-folders.ts";
import { verifySpaces } from "./verify-spaces.ts";

const INSTANCES = 5;
const MINUTE_MS = 60_000;
/** Before a space is joined. */
const EARLIER_MEMORIES = 12;
/** Two of five instances have the same memories before they join. */
const IDENTICAL_MEMORIES = 4;
/** In each domain. */
const SEARCHED_AT_END = 20;
/** If nothing changes for this time, the instances do not converge. */
const STUCK_MS = 180_000;
const PASSPHRASE = "five instances and a passphrase";
/** What a change of a memory that others change too can meet. */
const MAY_REFUSE = ["invalid_argument"];
const TRANSPORTS = ["REST", "HTTP 2026"];

interface SpaceTortureOptions {
  readonly minutes: number;
  readonly seed: number;
  /** Keeps the data folders. */
  readonly keep: boolean;
}

interface World {
  readonly root: string;
  readonly seed: number;
  readonly server: PostgresServer;
  readonly database: TestDatabase;
  readonly folders: SyncedFolders;
  readonly instances: readonly Instance[];
  readonly journal: SpaceJournal;
  readonly report: Report;
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

function memberOf({ instances, journal, report }: World, gate: Gate, number: number, transport: string): Member {
  const instance = instances[number];
  if (instance === undefined) throw new Error("There is no such instance.");
  const { application } = instance;
  const faults = { diskFull: false };
  const options: LoadOptions = { application, gate, journal, report, faults, mayRefuse: MAY_REFUSE };
  return new Member(`writer ${number} over ${transport}`, transport, options);
}

type MakeMember = (number: number, transport: string) => Member;

/** Memories in the domains before they are shared; some of them are on two instances. */
async function captureEarlier({ seed, journal }: World, load: MakeMember): Promise<void> {
  for (let number = 0; number < INSTANCES; number += 1) {
    const own = createContents(seed * 1000 + 900 + number);
    const common = createContents(seed * 1000 + 950);
    const member = load(number, "REST");
    for (let index = 0; index < EARLIER_MEMORIES; index += 1) {
      const isCommon = index < IDENTICAL_MEMORIES && number < 2;
      const content = (isCommon ? common : own).next();
      const domain = [...SHARED_DOMAINS, localDomain(number)][index % (SHARED_DOMAINS.length + 1)] ?? "";
      const { memory } = (await member.call("capture_memory", { content, domain })) as { memory: { id: string } };
      // What joining merges with an identical memory is not shared under its own id.
      if (isCommon) journal.identical.add(memory.id);
      else journal.acknowledgeEarlier({ id: memory.id, instance: number, domain, content });
    }
    if (number !== SECRET_OWNER) continue;
    // On a slow machine the writers of this instance may have no time to make one.
    await member.call("capture_memory", { content: `${own.next()} ${secretWord(seed)}`, domain: secretDomain(seed) });
  }
}

async function runWriters({ instances, seed, journal }: World, load: MakeMember): Promise<void> {
  const running = instances.flatMap(({ number, owner }) =>
    TRANSPORTS.map((transport, index) => {
      const key = seed * 1000 + 10 * number + index;
      const random = createRandom(key);
      const contents = createContents(key);
      const member = load(number, transport);
      const writer = new SpaceWriter({ instance: number, member, owner, journal, random, contents, seed });
      return member.run(
        () => writer.step(),
        () => random.integer(300),
      );
    }),
  );
  await Promise.all(running);
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

/** Waits until every instance has the changes of all others, while it makes progress. */
async function waitUntilConverged({ instances, folders, report }: World): Promise<void> {
  const started = performance.now();
  const replicas = instances.map(({ number, application }) => openReplica(number, application.folder, true));
  try {
    let last = Number.NaN;
    for (let changedAt = started; ; await sleep(200)) {
      const missing = missingChanges(replicas);
      const count = missing.reduce((sum, [, number]) => sum + number, 0);
      if (count === 0 && folders.isSettled) break;
      if (count !== last) {
        last = count;
        changedAt = performance.now();
      } else if (performance.now() - changedAt > STUCK_MS) {
        const states = await Promise.all(instances.map(({ owner }) => owner.call<unknown>("spaces.list")));
        report.violation(`The instances do not converge: ${missing.map(([what]) => what).join("; ")}`);
        for (const [number, state] of states.entries()) report.event(`${number}: ${JSON.stringify(state)}`);
        break;
      }
    }
  } finally {
    for (const replica of replicas) replica.close();
  }
  report.fact("converged after", `${((performance.now() - started) / 1000).toFixed(1)} s`);
}

function missingChanges(replicas: readonly ReplicaFile[]): (readonly [string, number])[] {
  const found: (readonly [string, number])[] = [];
  for (const one of replicas) {
    for (const { id, device, last, published } of one.spaces()) {
      if (published < last) found.push([`${one.number} has not published ${last - published}`, last - published]);
      for (const other of replicas) {
        if (other === one) continue;
        const received = other.received().get(`${id} ${device}`) ?? 0;
        const missing = last - received;
        if (missing > 0) found.push([`${other.number} misses ${missing} of ${one.number} in ${id}`, missing]);
      }
    }
  }
  return found;
}

/** The words of current memories of one instance find them on another one. */
async function checkSearch({ journal, report }: World, load: MakeMember): Promise<void> {
  for (const [index, domain] of SHARED_DOMAINS.entries()) {
    const [one, other] = [load(index, "REST"), load((index + 2) % INSTANCES, "HTTP 2026")];
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

function openReplica(number: number, folder: string, readonly: boolean): ReplicaFile {
  return new ReplicaFile(number, dataFiles(folder).memories, { readonly });
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
