import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ListedSpace } from "../../../electron/core/spaces.ts";
import { PostgresServer } from "../../../electron/postgres/testing/postgres-server.ts";
import { createDatabase } from "../../../electron/postgres/testing/test-database.ts";
import { createRandom } from "../../../electron/search/testing/random-vectors.ts";
import { parseInvitation } from "../../../electron/spaces/invitation.ts";
import { createSchedule, type Fault } from "../faults.ts";
import { Gate } from "../gate.ts";
import type { Faults } from "../load.ts";
import { Report } from "../report.ts";
import { mountSmallDisk, type SmallDisk } from "../small-disk.ts";
import { type Answer, Answers, describeAnswers, slowestAnswer } from "./answers.ts";
import { createDiskFaults } from "./broken-disk.ts";
import { HostileMember } from "./hostile-member.ts";
import { type Instance, startInstance } from "./instance.ts";
import { type MadeSpace, shareDatabase, shareFolder } from "./join-spaces.ts";
import type { ReplicaFile } from "./replica-file.ts";
import { SpaceJournal } from "./space-journal.ts";
import { checkSearch, type SpaceTortureOptions } from "./spaces-torture.ts";
import { captureEarlier, memberOf, openReplica, runWriters, type World, waitUntilConverged } from "./spaces-world.ts";
import { SyncedFolders } from "./synced-folders.ts";
import { verifySpaces } from "./verify-spaces.ts";

const INSTANCES = 3;
const MINUTE_MS = 60_000;
/** The part of the time without attacks, with which the answers are compared. */
const CALM = 0.2;
const DISORDER = { late: 0.3, partial: 0.1, conflictCopy: 0.02, lie: 0.2 };
const PASSPHRASE = "three instances and a passphrase";
/** What an answer should take, and what it may take while hostile members write, in milliseconds of processor time. */
const GOAL_MS = 100;
const MAX_ANSWER_MS = 400;
const MAX_RATIO = 6;
const SETTLED_MS = 120_000;
const LOGIN = "hostile";

/**
 * Runs three honest installations while a member of their spaces writes hostile entries, files and rows, the program that
 * syncs their folder loses, cuts, replaces and copies files, and disks fail. Then the honest ones are equal, have every
 * acknowledged write, served all the time, and report the hostile devices and no other ones.
 * @returns the report; a run without violations has passed
 */
export async function tortureHostile({ minutes, seed, keep }: SpaceTortureOptions): Promise<Report> {
  const report = new Report((line) => console.log(line));
  const root = mkdtempSync(path.join(tmpdir(), "recollect-hostile-torture-"));
  const server = await PostgresServer.start(["max_connections=300"]);
  const instances: Instance[] = [];
  const views = Array.from({ length: INSTANCES + 1 }, (_, number) => path.join(root, "synced", String(number)));
  const folderDisk = mountSmallDisk(views[1] ?? "");
  const dataDisk = mountSmallDisk(path.join(root, "instance-2"));
  if (folderDisk === null) console.log("No disk is full or read-only: this process may not mount a file system.");
  const folders = new SyncedFolders(views, createRandom(seed + 1));
  let hostile: HostileMember | null = null;
  let asking: Answers | null = null;
  try {
    const database = await createDatabase(server);
    const numbers = Array.from({ length: INSTANCES }, (_, number) => number);
    instances.push(...(await Promise.all(numbers.map((number) => startInstance(root, number, server.port, report)))));
    folders.start();
    const journal = new SpaceJournal();
    const world: World = { root, seed, server, database, folders, instances, journal, report };
    const [gate, faults] = [new Gate(), { diskFull: false }];
    const load = (number: number, transport: string) => memberOf(world, gate, number, transport, faults);
    await captureEarlier(world, load);
    const passphrase = (bit: number) => ((seed & bit) === 0 ? null : PASSPHRASE);
    const spaces = [
      await shareFolder(instances, folders, passphrase(1)),
      await shareDatabase(instances, database, passphrase(2)),
    ] as const;
    const [owner] = instances;
    if (owner === undefined) throw new Error("There is no instance.");
    const login = { name: `${database.database}_${LOGIN}`, password: "" };
    const invited = await owner.owner.call<{ link: string }>("spaces.invite", {
      id: spaces[1].id,
      role: "writer",
      login: login.name,
    });
    login.password = passwordIn(invited.link);
    const onPurge = (memory: string) => journal.notePurge(memory, INSTANCES);
    hostile = new HostileMember({ folder: views[INSTANCES] ?? "", database, login, spaces, seed, report, onPurge });

    const running = runWriters(world, load);
    asking = new Answers(instances.map(({ application }) => application));
    await sleep(minutes * MINUTE_MS * CALM);
    asking.setPhase("attack");
    report.event("attack");
    await attack(hostile, { ...world, folderDisk, dataDisk, faults, space: spaces[0].id, minutes });
    asking.setPhase("healed");
    gate.end();
    await running;
    folders.heal();
    report.event("healed");
    await waitUntilConverged(world);
    await waitUntilEqual(world);
    await checkCulprits(world, hostile, login.name);
    await removeHostile(world, hostile, login.name, spaces);
    await waitUntilEqual(world);
    checkAnswers(await asking.end(), report);
    await checkSearch(world, load);
    for (const { application } of instances) await application.stop();
    const replicas = instances.map(({ number, application }) => openReplica(number, application.folder, false));
    verifySpaces(replicas, journal, report);
    for (const replica of replicas) replica.close();
    for (const [name, count] of Object.entries(folders.counts)) report.count("files", name, count);
  } catch (error) {
    report.violation(error instanceof Error ? (error.stack ?? error.message) : String(error));
  } finally {
    await asking?.close();
    await hostile?.close();
    await folders.close();
    for (const { application, proxy } of instances) {
      if (application.endpoint !== null) await application.kill();
      await proxy.close();
    }
    await server.close();
    if (keep) console.log(`The data is in ${root}.`);
    else {
      folderDisk?.unmount();
      dataDisk?.unmount();
      rmSync(root, { recursive: true, force: true, maxRetries: 5 });
    }
  }
  return report;
}

interface AttackOptions extends World {
  readonly folderDisk: SmallDisk | null;
  readonly dataDisk: SmallDisk | null;
  readonly faults: Faults;
  readonly space: string;
  readonly minutes: number;
}

async function attack(hostile: HostileMember, options: AttackOptions): Promise<void> {
  const { folders, instances, report, faults, space, minutes } = options;
  const [, second, third] = instances;
  if (second === undefined || third === undefined) throw new Error("An instance is missing.");
  folders.disturb(DISORDER);
  const disks = createDiskFaults({
    folders,
    random: createRandom(options.seed),
    faults,
    space,
    folderDisk: { instance: second, disk: options.folderDisk },
    dataDisk: { instance: third, disk: options.dataDisk },
  });
  const end = performance.now() + minutes * MINUTE_MS * (1 - CALM);
  const run = async (all: readonly Fault[], number: number, longest: number) => {
    const random = createRandom(options.seed * 1000 + 600 + number);
    const next = createSchedule(all, random);
    while (performance.now() < end && report.violations === 0) {
      const one = next();
      report.event(one.name);
      await one.inflict();
      report.count("faults", one.name.replace(/:.*/, ""));
      await sleep(random.integer(longest));
    }
  };
  await Promise.all([...hostile.attacks.map((all, number) => run(all, number, 300)), run(disks, 9, 2_000)]);
}

/** Waits until all have the same changes of the hostile devices too. */
async function waitUntilEqual({ instances, report }: World): Promise<void> {
  const replicas = instances.map(({ number, application }) => openReplica(number, application.folder, true));
  const until = performance.now() + SETTLED_MS;
  try {
    for (;;) {
      await Promise.all(instances.map(({ owner }) => syncAll(owner)));
      const counts = replicas.map((replica) => replica.entries().length);
      if (new Set(counts).size === 1) return;
      if (performance.now() > until) {
        report.violation(
          `The instances have other numbers of changes: ${counts.join(", ")}; ${describeMissing(replicas)}`,
        );
        return;
      }
      await sleep(200);
    }
  } finally {
    for (const replica of replicas) replica.close();
  }
}

/** For each instance, the changes that only others have: their number, and the first ones by space and device. */
function describeMissing(replicas: readonly ReplicaFile[]): string {
  const keysOf = (replica: ReplicaFile) =>
    replica.entries().map(({ space, device, sequence, stamp }) => `${space} ${device} ${sequence} ${stamp}`);
  const all = new Set(replicas.flatMap(keysOf));
  const missing = replicas.map((replica) => {
    const keys = new Set(keysOf(replica));
    const others = [...all].filter((key) => !keys.has(key));
    return `${replica.number} lacks ${others.length}: ${others.slice(0, 3).join(", ")}`;
  });
  return missing.join("; ");
}

async function syncAll(owner: Instance["owner"]): Promise<readonly ListedSpace[]> {
  const spaces = await owner.call<readonly ListedSpace[]>("spaces.list");
  for (const { id } of spaces) await owner.call("spaces.sync", { id });
  return await owner.call("spaces.list");
}

/** The problems name the hostile devices and login, and no honest device. */
async function checkCulprits({ instances, report }: World, hostile: HostileMember, login: string): Promise<void> {
  for (const { number, owner } of instances) {
    const reported = new Set<string>();
    for (const { name, sync } of await syncAll(owner)) {
      if (sync.state === "stopped") report.violation(`${number} is stopped in ${name}: ${sync.error?.message}`);
      for (const { device, error } of sync.problems) {
        reported.add(device.id);
        const isHostile = hostile.devices.some((ids) => ids.has(device.id)) || device.id.startsWith(login);
        if (!isHostile && !device.id.startsWith("key-")) {
          report.violation(`${number} reports ${device.id} (${device.name}): ${error.message}`);
        }
      }
    }
    report.fact(`reported by ${number}`, `${reported.size} of ${hostile.invalid} sources of invalid changes`);
    if (reported.size === 0 && hostile.invalid > 0) report.violation(`${number} reports no hostile device.`);
  }
}

/** The owner removes the member, whose later entries and files have no effect. */
async function removeHostile(
  { instances, report, folders }: World,
  hostile: HostileMember,
  login: string,
  [inFolder, inDatabase]: readonly [MadeSpace, MadeSpace],
): Promise<void> {
  const owner = instances[0]?.owner;
  const devices =
    (await owner?.call<readonly { id: string; isThis?: boolean }[]>("spaces.devices", { id: inFolder.id })) ?? [];
  for (const { id } of devices.filter(({ id }) => hostile.devices[0].has(id))) {
    await owner?.call("spaces.revokeDevice", { id: inFolder.id, device: id });
  }
  await owner?.call("spaces.removeMember", { id: inDatabase.id, login });
  report.event("removed");
  while (!folders.isSettled) await sleep(100);
  await hostile.goOn();
  await sleep(1_000);
  while (!folders.isSettled) await sleep(100);
}

function checkAnswers(answers: readonly Answer[], report: Report): void {
  for (const phase of ["calm", "attack", "healed"]) report.fact(`answers, ${phase}`, describeAnswers(answers, phase));
  const [calm, slowest] = [slowestAnswer(answers, "calm"), slowestAnswer(answers, "attack")];
  report.fact("slowest answer", `${slowest.toFixed(0)} ms of processor time, goal ${GOAL_MS} ms`);
  if (slowest > Math.max(MAX_ANSWER_MS, MAX_RATIO * calm)) {
    report.violation(
      `An answer took ${slowest.toFixed(0)} ms of processor time, and ${calm.toFixed(0)} ms before the attack.`,
    );
  }
}

function passwordIn(link: string): string {
  return parseInvitation(link).secret?.password ?? "";
}
