import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { program } from "../../electron/servers/testing/definitions.ts";
import { Connection } from "../http/connection.ts";
import { callOnce, openSession, type Workload } from "../http/load.ts";
import { median } from "../support/statistics.ts";
import { startGateway } from "./start-gateway.ts";
import { StdioConnection } from "./stdio-connection.ts";

export const ECHO = fileURLToPath(new URL("./echo.ts", import.meta.url));
const WARM_UP_CALLS = 200;

/** Makes one call. */
type Call = (id: number) => Promise<unknown>;

interface Overhead {
  readonly name: string;
  /** The median duration of a call, in milliseconds. */
  readonly direct: number;
  readonly through: number;
  /** The median over the rounds of what Recollect adds to the median of a round, in milliseconds. */
  readonly added: number;
  readonly limit: number;
  /** Recollect's processor time for a call, in microseconds: of all threads, and of the main thread. */
  readonly cpu: number;
  readonly mainThread: number;
}

/** Calls one server directly and through Recollect in turns, one call at a time, over stdio and over HTTP. */
export async function measureOverhead(rounds: number, callsOfRound: number): Promise<readonly Overhead[]> {
  const peer = fork(new URL("../http/server.ts", import.meta.url), ["sdk"]);
  const { url: peerUrl } = await new Promise<{ url: string }>((resolve) => peer.once("message", resolve as () => void));
  const gateway = await startGateway({
    servers: [
      program("local", [ECHO]),
      { name: "remote", transport: { kind: "http", url: peerUrl, headers: {} }, secrets: {} },
    ],
  });
  const stdio = await StdioConnection.open([ECHO]);
  const text = "hello";
  const headers = { authorization: `Bearer ${gateway.token}` };
  const closers: (() => void)[] = [() => stdio.close(), () => peer.disconnect()];
  const over = async (url: string, tool: string, revision: "2025" | "2026", own = {}): Promise<Call> => {
    const workload: Workload = { url: new URL(url), headers: own, revision, tool, argumentsOf: () => ({ text }) };
    const connection = new Connection(workload.url);
    closers.push(() => connection.close());
    const within = await openSession(connection, workload);
    return (id) => callOnce(connection, workload, within, id);
  };
  const overStdio: Call = (id) => stdio.request(id, "tools/call", { name: "echo", arguments: { text } });
  try {
    // A pair is opened when it is measured: servers close connections that are idle.
    const pairs = (["stdio", "HTTP"] as const).flatMap((transport) =>
      (["2025", "2026"] as const).map((revision) => ({
        name: `${transport}, ${revision}${revision === "2025" ? " session" : ""}`,
        limit: transport === "stdio" ? 1 : 0.5,
        open: async () => ({
          direct: transport === "stdio" ? overStdio : await over(peerUrl, "echo", revision),
          through: await over(gateway.url, transport === "stdio" ? "local__echo" : "remote__echo", revision, headers),
        }),
      })),
    );
    let id = 1;
    const figures = [];
    for (const { name, limit, open } of pairs) {
      const { direct, through } = await open();
      const measure = async (call: Call, calls: number): Promise<readonly number[]> => {
        const durations = [];
        for (let count = 0; count < calls; count++) {
          const started = performance.now();
          await call(id++);
          durations.push(performance.now() - started);
        }
        return durations;
      };
      for (const call of [direct, through]) await measure(call, WARM_UP_CALLS);
      const measured = [];
      for (let round = 0; round < rounds; round++) {
        const ofDirect = await measure(direct, callsOfRound);
        const before = await gateway.measureTime();
        const ofThrough = await measure(through, callsOfRound);
        const after = await gateway.measureTime();
        const cpu = (after.cpu - before.cpu) / callsOfRound;
        const mainThread = (after.mainThread - before.mainThread) / callsOfRound;
        measured.push({ ofDirect, ofThrough, cpu, mainThread });
      }
      figures.push({
        name,
        limit,
        direct: median(measured.flatMap(({ ofDirect }) => ofDirect)),
        through: median(measured.flatMap(({ ofThrough }) => ofThrough)),
        added: median(measured.map(({ ofDirect, ofThrough }) => median(ofThrough) - median(ofDirect))),
        cpu: median(measured.map(({ cpu }) => cpu)),
        mainThread: median(measured.map(({ mainThread }) => mainThread)),
      });
    }
    return figures;
  } finally {
    for (const close of closers) close();
    await gateway.stop();
  }
}
