/**
 * `npm run bench http`: the speed of MCP over HTTP. Each server runs in its own process and is measured once per round;
 * the output shows medians over the rounds next to the upper limit (plain node:http) and the peer (an echo server of
 * the SDK). Environment variables: ROUNDS, MILLISECONDS, MEMORIES, SESSIONS, REQUESTS.
 */
import { fork } from "node:child_process";
import { Connection } from "./http/connection.ts";
import { contentOf, queryOf } from "./http/contents.ts";
import { callOnce, type Figures, measure, openSession, type Workload } from "./http/load.ts";
import { median } from "./support/statistics.ts";

const ROUNDS = Number(process.env.ROUNDS ?? 3);
const MILLISECONDS = Number(process.env.MILLISECONDS ?? 2000);
const MEMORIES = Number(process.env.MEMORIES ?? 10_000);
const SESSIONS = Number(process.env.SESSIONS ?? 10_000);
const REQUESTS = Number(process.env.REQUESTS ?? 100_000);
const CONNECTIONS = [1, 16];

/** Microseconds. */
interface ProcessorTime {
  readonly cpu: number;
  readonly mainThread: number;
}

interface Usage {
  readonly heap: number;
  readonly sessions: number;
}

interface Started {
  readonly url: string;
  readonly token: string;
  measureTime(): Promise<ProcessorTime>;
  measureUsage(): Promise<Usage>;
  stop(): void;
}

async function start(...args: string[]): Promise<Started> {
  const child = fork(new URL("./http/server.ts", import.meta.url), args, { execArgv: ["--expose-gc"] });
  const { url, token } = await new Promise<{ url: string; token: string }>((resolve, reject) => {
    child.once("message", (message) => resolve(message as { url: string; token: string }));
    child.once("exit", (code) => reject(new Error(`The server ${args.join(" ")} exited with ${code}.`)));
  });
  const ask = <Response>(question: "cpu" | "usage") =>
    new Promise<Response>((resolve) => {
      child.once("message", (message) => resolve(message as Response));
      child.send(question);
    });
  return {
    url,
    token,
    measureTime: () => ask("cpu"),
    measureUsage: () => ask("usage"),
    stop: () => child.disconnect(),
  };
}

/**
 * Opens sessions without closing them, as most clients do, and prints the heap size before, with open sessions, after
 * they expired, and after many requests.
 */
async function measureMemory(count: number): Promise<void> {
  const server = await start("sessions");
  const connection = new Connection(new URL(server.url));
  const headers = { authorization: `Bearer ${server.token}` };
  const workload: Workload = {
    url: new URL(server.url),
    headers,
    revision: "2025",
    tool: "memory_status",
    argumentsOf: () => ({}),
  };
  // The first session loads code and fills caches that remain.
  await openSession(connection, workload);
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  const before = await server.measureUsage();
  for (let opened = 0; opened < count; opened++) await openSession(connection, workload);
  let now = await server.measureUsage();
  console.log(`${now.sessions} sessions of ${count} live: heap ${megabytes(before.heap)} -> ${megabytes(now.heap)}`);
  while (now.sessions > 0) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    now = await server.measureUsage();
  }
  console.log(`all ${count} sessions expired: heap ${megabytes(now.heap)}`);
  for (const revision of ["2025", "2026"] as const) {
    const within = await openSession(connection, { ...workload, revision });
    for (let id = 1; id <= REQUESTS / 2; id++) await callOnce(connection, { ...workload, revision }, within, id);
    const { heap } = await server.measureUsage();
    console.log(`${REQUESTS / 2} more requests, ${revision}: heap ${megabytes(heap)}`);
  }
  connection.close();
  server.stop();
}

const raw = await start("raw");
const sdk = await start("sdk");
const recollect = await start("recollect", String(MEMORIES));

const echo = { tool: "echo", argumentsOf: () => ({ text: "hello" }) };
const ours = { url: new URL(recollect.url), headers: { authorization: `Bearer ${recollect.token}` } };
const peer = { url: new URL(sdk.url), headers: {} };
const workloads: readonly (readonly [string, Workload, Started])[] = [
  ["plain node:http echo", { url: new URL(raw.url), headers: {}, revision: "plain", ...echo }, raw],
  ["SDK echo, 2025 session", { ...peer, revision: "2025", ...echo }, sdk],
  ["Recollect echo, 2025 session", { ...ours, revision: "2025", ...echo }, recollect],
  ["SDK echo, 2026", { ...peer, revision: "2026", ...echo }, sdk],
  ["Recollect echo, 2026", { ...ours, revision: "2026", ...echo }, recollect],
  [
    `search_memories at ${MEMORIES}, 2025 session`,
    {
      ...ours,
      revision: "2025",
      tool: "search_memories",
      argumentsOf: (call) => ({ query: queryOf(call), domain: "_" }),
    },
    recollect,
  ],
  [
    `capture_memory at ${MEMORIES}, 2025 session`,
    { ...ours, revision: "2025", tool: "capture_memory", argumentsOf: (call) => contentOf(MEMORIES + call) },
    recollect,
  ],
];

/** Microseconds of processor time for each call: of the process, and of its main thread. */
type Measured = Figures & { readonly cpuPerCall: number; readonly mainThreadPerCall: number };
const figures = new Map<string, Measured[]>();
const keyOf = (name: string, connections: number) => `${name.padEnd(46)} c=${String(connections).padEnd(2)}`;
for (let round = 0; round < ROUNDS; round++) {
  for (const connections of CONNECTIONS) {
    for (const [name, workload, server] of workloads) {
      const key = keyOf(name, connections);
      const measured = figures.get(key) ?? [];
      const before = await server.measureTime();
      const result = await measure(workload, connections, MILLISECONDS);
      const after = await server.measureTime();
      measured.push({
        ...result,
        cpuPerCall: (after.cpu - before.cpu) / result.calls,
        mainThreadPerCall: (after.mainThread - before.mainThread) / result.calls,
      });
      figures.set(key, measured);
    }
  }
}

for (const [key, measured] of figures) {
  const rate = median(measured.map(({ perSecond }) => perSecond));
  const p50 = median(measured.map((figure) => figure.p50)).toFixed(2);
  const p99 = median(measured.map((figure) => figure.p99)).toFixed(2);
  // CPU time per call does not depend on the load of the machine.
  const cpu = Math.round(median(measured.map((figure) => figure.cpuPerCall)));
  const main = Math.round(median(measured.map((figure) => figure.mainThreadPerCall)));
  const rates = `${String(rate).padStart(6)}/s  p50 ${p50.padStart(6)} ms  p99 ${p99.padStart(7)} ms`;
  console.log(`${key} ${rates}  cpu ${String(cpu).padStart(5)} µs, main thread ${String(main).padStart(5)} µs`);
}
// The two were measured one after the other in each round, so that the load of the machine is similar.
for (const revision of ["2025 session", "2026"]) {
  for (const connections of CONNECTIONS) {
    const peers = figures.get(keyOf(`SDK echo, ${revision}`, connections)) ?? [];
    const own = figures.get(keyOf(`Recollect echo, ${revision}`, connections)) ?? [];
    const ratio = (pick: (figure: Measured) => number) =>
      median(own.map((figure, round) => pick(figure) / pick(peers[round] ?? figure))).toFixed(2);
    const cpu = `cpu ${ratio(({ cpuPerCall }) => cpuPerCall)}, main thread ${ratio((one) => one.mainThreadPerCall)}`;
    console.log(`Recollect / SDK, ${revision}, c=${connections}: calls ${ratio(({ perSecond }) => perSecond)}, ${cpu}`);
  }
}
for (const server of [raw, sdk, recollect]) server.stop();
await measureMemory(SESSIONS);
