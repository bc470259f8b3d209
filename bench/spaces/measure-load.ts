import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { timeOfStamp } from "../../electron/core/replication/stamp.ts";
import { dataFiles } from "../../electron/platform/paths.ts";
import type { PostgresServer } from "../../electron/postgres/testing/postgres-server.ts";
import { addressOf } from "../../electron/postgres/testing/test-database.ts";
import { ReplicaFile } from "../../tests/torture/spaces/replica-file.ts";
import { contentOf } from "../http/contents.ts";
import { childrenOf } from "../start/resident-memory.ts";
import { processorTimeOf } from "../support/processor-time.ts";
import { quantile } from "../support/statistics.ts";
import type { LoadDevicesOptions, LoadDevicesResult } from "./load-devices.ts";
import { receivedIn } from "./measure-first-sync.ts";
import { DOMAIN, join, Member, makeDatabaseSpace, openDatabase } from "./member.ts";

const SAMPLE_MS = 500;
const PATIENCE_MS = 600_000;

export interface LoadOptions {
  readonly devices: number;
  /** How many of the devices are applications. */
  readonly real: number;
  /** Changes of each device in a second. */
  readonly rate: number;
  readonly seconds: number;
}

/** Many devices write to one space at the same time. Returns the cells of the rows. */
export async function measureLoad(root: string, { devices, real, rate, seconds }: LoadOptions): Promise<string[][]> {
  const database = await openDatabase();
  const members = await Promise.all(
    Array.from({ length: real }, (_, number) => Member.start(path.join(root, `real-${number}`))),
  );
  let child: ChildProcess | null = null;
  try {
    const [first, ...others] = members;
    if (first === undefined) throw new Error("At least one device is an application.");
    const { id: space, link } = await makeDatabaseSpace(first, database);
    for (const member of others) await join(member, link);
    for (const member of members) await member.synchronise(space);
    const password = database.ownerPassword;
    const options: LoadDevicesOptions = {
      address: addressOf(database),
      password,
      space,
      devices: devices - real,
      rate,
      seconds,
    };
    child = fork(new URL("./load-devices-process.ts", import.meta.url), [JSON.stringify(options)]);
    await once(child, "message");
    const before = processorTimes(members, database.server);
    const started = performance.now();
    const sampling = new AbortController();
    const ages = sampleAges(members, sampling.signal);
    const latencies = (await Promise.all(members.map((member, number) => write(member, number, rate, seconds)))).flat();
    const spent = difference(processorTimes(members, database.server), before, performance.now() - started);
    sampling.abort();
    const total = devices * rate * seconds;
    const completing = waitUntilComplete(members, total, rate * seconds);
    for (const member of members) await member.synchronise(space);
    child.send("ended");
    const [result] = (await once(child, "message")) as [LoadDevicesResult];
    const drained = await completing;
    const all = await ages;
    return [
      ["changes", `${total} in ${seconds} s`, `${Math.round(total / seconds)}/s`, `${devices * rate}/s`],
      ["lag of protocol-level devices", milliseconds(result.p50), milliseconds(result.p99), "keeps up"],
      [
        "the same, p50 in the first and last quarter",
        milliseconds(result.firstQuarter),
        milliseconds(result.lastQuarter),
        "does not grow",
      ],
      [
        "age of the last change of each other device, applications",
        milliseconds(quantile(all, 0.5)),
        milliseconds(quantile(all, 0.99)),
        `${1000 / rate} ms and the lag`,
      ],
      ["until all had all, protocol-level devices", milliseconds(result.drained), "–", "–"],
      ["until all had all, applications", milliseconds(drained), "–", "–"],
      [
        "captures of the applications",
        milliseconds(quantile(latencies, 0.5)),
        milliseconds(quantile(latencies, 0.99)),
        "–",
      ],
      ["processor of PostgreSQL", `${spent.server.toFixed(0)} % of a core`, "–", "–"],
      ["processor of one application", `${(spent.members / real).toFixed(0)} % of a core`, "–", "–"],
    ];
  } finally {
    child?.kill("SIGKILL");
    await Promise.all(members.map((member) => member.stop()));
    await database.server.close();
  }
}

/** @returns the latencies of the captures, in milliseconds */
async function write(member: Member, number: number, rate: number, seconds: number): Promise<number[]> {
  const latencies: number[] = [];
  const begin = performance.now();
  const running: Promise<void>[] = [];
  for (let change = 0; change < rate * seconds; change++) {
    const started = performance.now();
    const memory = { ...contentOf(10_000_000 + number * 100_000 + change), domain: DOMAIN };
    const capture = member.tool("capture_memory", memory).then(() => {
      latencies.push(performance.now() - started);
    });
    running.push(capture);
    await sleep(Math.max(0, begin + ((change + 1) * 1000) / rate - performance.now()));
  }
  await Promise.all(running);
  return latencies;
}

/** How old the last change of each other device is on the applications, from time to time. */
async function sampleAges(members: readonly Member[], signal: AbortSignal): Promise<number[]> {
  const replicas = members.map(
    ({ folder }, number) => new ReplicaFile(number, dataFiles(folder).memories, { readonly: true }),
  );
  const text = `SELECT last_stamp FROM space_devices d JOIN spaces s ON s.number = d.space
    WHERE d.number <> s.device AND last_stamp <> ''`;
  const statements = replicas.map(({ database }) => database.prepare<[], string>(text).pluck());
  const ages: number[] = [];
  while (!signal.aborted) {
    await sleep(SAMPLE_MS);
    for (const statement of statements) {
      const now = Date.now();
      for (const stamp of statement.all()) ages.push(now - timeOfStamp(stamp));
    }
  }
  for (const replica of replicas) replica.close();
  return ages;
}

/** Waits until each application has all changes of the others. @returns how long that took, in milliseconds */
async function waitUntilComplete(members: readonly Member[], total: number, own: number): Promise<number> {
  const started = performance.now();
  for (const { folder } of members) {
    while (receivedIn(folder) < total - own) {
      if (performance.now() - started > PATIENCE_MS) throw new Error("The applications do not converge.");
      await sleep(50);
    }
  }
  return performance.now() - started;
}

function processorTimes(members: readonly Member[], server: PostgresServer) {
  const applications = members.map(({ endpoint }) => processorTimeOf(endpoint.pid));
  return { members: sum(applications), server: serverTimeOf(server) };
}

/** Of the server with all its processes, also those that have ended (proc(5): fields 14 to 17). */
function serverTimeOf(server: PostgresServer): number {
  const pid = Number(readFileSync(path.join(server.data, "postmaster.pid"), "latin1").split("\n", 1)[0]);
  const fields = readFileSync(`/proc/${pid}/stat`, "latin1")
    .replace(/^.*\) /s, "")
    .split(" ");
  const own = sum(fields.slice(11, 15).map(Number)) * 10;
  return own + sum(childrenOf(pid).map((child) => processorTimeIfRunning(child)));
}

function processorTimeIfRunning(pid: number): number {
  try {
    return processorTimeOf(pid);
  } catch {
    return 0;
  }
}

/** In percent of one core. */
function difference(
  after: ReturnType<typeof processorTimes>,
  before: ReturnType<typeof processorTimes>,
  duration: number,
) {
  const percent = (key: "members" | "server") => ((after[key] - before[key]) / duration) * 100;
  return { members: percent("members"), server: percent("server") };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const milliseconds = (value: number) => `${value.toFixed(0)} ms`;
