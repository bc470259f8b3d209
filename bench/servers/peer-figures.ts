import { fork } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { Connection } from "../http/connection.ts";
import { callOnce, openSession, type Workload } from "../http/load.ts";
import { median, quantile } from "../support/statistics.ts";
import { ECHO } from "./overhead.ts";
import { type Call, type OpenCall, openPeers, type Peer, type RunningPeer } from "./peers.ts";
import { StdioConnection } from "./stdio-connection.ts";

const CLIENTS = 16;
/** V8 optimises code that was called some hundred times. */
const WARM_UP_CALLS = 1000;
const IDLE_STEP_MS = 250;
const MAX_IDLE_STEPS = 40;
/** Without /proc. mcp-hub works for 1.5 seconds after sixteen clients have closed their connections. */
const UNMEASURED_IDLE_MS = 2000;

/** What a gateway adds to a direct call, in milliseconds. */
interface Added {
  readonly p50: number;
  readonly p99: number;
}

interface PeerFigures {
  readonly name: string;
  readonly stdio: Added;
  /** Null if the gateway cannot connect to a server over HTTP. */
  readonly http: Added | null;
  /** Calls of the echo server on stdio by sixteen clients. */
  readonly perSecond: number;
  /** From the start of the gateway to the first response of the echo server on stdio. */
  readonly startMs: number;
  /** Megabytes after the measurements. */
  readonly resident: number;
}

/**
 * Measures Recollect next to other gateways, with the same echo servers, in alternating rounds, each in another order;
 * each figure is the median of the rounds. All gateways run at the same time: only one of them is called, after the
 * others have finished their work.
 */
export async function measurePeers(
  rounds: number,
  callsOfRound: number,
  millisecondsOfRound: number,
): Promise<readonly PeerFigures[]> {
  const remote = fork(new URL("../http/server.ts", import.meta.url), ["sdk"]);
  const { url } = await new Promise<{ url: string }>((resolve) => remote.once("message", resolve as () => void));
  const { peers, close } = await openPeers(url);
  const stdio = await StdioConnection.open([ECHO]);
  const running: { readonly peer: Peer; readonly process: RunningPeer }[] = [];
  const starts = new Map<Peer, number[]>(peers.map((peer) => [peer, []]));
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const peer of rotate(peers, round)) {
        const process = await peer.start();
        starts.get(peer)?.push(process.startMs);
        if (round === rounds - 1) running.push({ peer, process });
        else await process.stop();
      }
    }
    const openStdio = async (): Promise<OpenCall> => ({
      call: (id) => stdio.request(id, "tools/call", { name: "echo", arguments: { text: "hello" } }),
      close: () => undefined,
    });
    const added = {
      stdio: await measureAdded(openStdio, "stdio", running, rounds, callsOfRound),
      HTTP: await measureAdded(() => openDirect(url), "HTTP", running, rounds, callsOfRound),
    };
    const throughput = new Map<RunningPeer, number[]>();
    for (let round = 0; round < rounds; round += 1) {
      for (const { process } of rotate(running, round)) {
        await waitUntilIdle(running);
        const perSecond = await measureThroughput(process, millisecondsOfRound / rounds);
        throughput.set(process, [...(throughput.get(process) ?? []), perSecond]);
      }
    }
    const inOrder = running.toSorted((one, other) => peers.indexOf(one.peer) - peers.indexOf(other.peer));
    return inOrder.map(({ peer, process }) => ({
      name: peer.name,
      stdio: added.stdio.get(process) ?? { p50: Number.NaN, p99: Number.NaN },
      http: added.HTTP.get(process) ?? null,
      perSecond: median(throughput.get(process) ?? []),
      startMs: median(starts.get(peer) ?? []),
      resident: process.resident(),
    }));
  } finally {
    for (const { process } of running) await process.stop();
    stdio.close();
    remote.disconnect();
    close();
  }
}

let nextId = 10;

/** Returns the items in the order of a round, so that no item is always the first. */
function rotate<Item>(items: readonly Item[], round: number): readonly Item[] {
  const first = round % Math.max(items.length, 1);
  return [...items.slice(first), ...items.slice(0, first)];
}

async function measureAdded(
  openDirect: () => Promise<OpenCall>,
  server: "stdio" | "HTTP",
  running: readonly { readonly process: RunningPeer }[],
  rounds: number,
  calls: number,
): Promise<ReadonlyMap<RunningPeer, Added>> {
  const added = new Map<RunningPeer, Added[]>();
  const targets = [null, ...running.map(({ process }) => process)];
  for (let round = 0; round < rounds; round += 1) {
    const figures = new Map<RunningPeer | null, Added>();
    for (const target of rotate(targets, round)) {
      await waitUntilIdle(running);
      const opened = await (target === null ? openDirect() : target.open(server));
      if (opened !== null) figures.set(target, await measureRound(opened, calls));
    }
    const base = figures.get(null);
    for (const [target, { p50, p99 }] of figures) {
      if (target === null || base === undefined) continue;
      added.set(target, [...(added.get(target) ?? []), { p50: p50 - base.p50, p99: p99 - base.p99 }]);
    }
  }
  const medianOf = (figures: readonly Added[]): Added => ({
    p50: median(figures.map(({ p50 }) => p50)),
    p99: median(figures.map(({ p99 }) => p99)),
  });
  return new Map([...added].map(([process, figures]) => [process, medianOf(figures)]));
}

/** Waits until no gateway uses the processor, or for a fixed time if the system has no /proc. */
async function waitUntilIdle(running: readonly { readonly process: RunningPeer }[]): Promise<void> {
  const processorTime = () => running.reduce((sum, { process }) => sum + process.processorTime(), 0);
  let before = processorTime();
  if (Number.isNaN(before)) return await sleep(UNMEASURED_IDLE_MS);
  for (let step = 0; step < MAX_IDLE_STEPS; step += 1) {
    await sleep(IDLE_STEP_MS);
    const after = processorTime();
    // The processor time has a resolution of 10 milliseconds.
    if (after - before <= 10) return;
    before = after;
  }
}

/** Measures with a connection of its own: servers close the ones that are idle while others are measured. */
async function measureRound({ call, close }: OpenCall, calls: number): Promise<Added> {
  await measureCalls(call, WARM_UP_CALLS);
  const figures = await measureCalls(call, calls);
  close();
  return figures;
}

async function measureCalls(call: Call, count: number): Promise<Added> {
  const durations = [];
  for (let index = 0; index < count; index += 1) {
    nextId += 1;
    const started = performance.now();
    await call(nextId);
    durations.push(performance.now() - started);
  }
  return { p50: median(durations), p99: quantile(durations, 0.99) };
}

/** Returns the calls a second of sixteen clients. */
async function measureThroughput(process: RunningPeer, milliseconds: number): Promise<number> {
  const clients = await Promise.all(Array.from({ length: CLIENTS }, () => process.open("stdio")));
  const started = performance.now();
  let answered = 0;
  await Promise.all(
    clients.map(async (client) => {
      while (client !== null && performance.now() - started < milliseconds) {
        nextId += 1;
        await client.call(nextId);
        answered += 1;
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  for (const client of clients) client?.close();
  return answered / seconds;
}

async function openDirect(url: string): Promise<OpenCall> {
  const workload: Workload = {
    url: new URL(url),
    headers: {},
    revision: "2025",
    tool: "echo",
    argumentsOf: () => ({ text: "hello" }),
  };
  const connection = new Connection(workload.url);
  const within = await openSession(connection, workload);
  return { call: (id) => callOnce(connection, workload, within, id), close: () => connection.close() };
}
