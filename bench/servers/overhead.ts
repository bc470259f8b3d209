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
  readonly limit: number;
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
    const pairs = [
      {
        name: "stdio, 2025 session",
        limit: 1,
        direct: overStdio,
        through: await over(gateway.url, "local__echo", "2025", headers),
      },
      {
        name: "stdio, 2026",
        limit: 1,
        direct: overStdio,
        through: await over(gateway.url, "local__echo", "2026", headers),
      },
      ...(await Promise.all(
        (["2025", "2026"] as const).map(async (revision) => ({
          name: revision === "2025" ? "HTTP, 2025 session" : "HTTP, 2026",
          limit: 0.5,
          direct: await over(peerUrl, "echo", revision),
          through: await over(gateway.url, "remote__echo", revision, headers),
        })),
      )),
    ];
    let id = 1;
    const figures = [];
    for (const { name, limit, direct, through } of pairs) {
      const durations = { direct: [] as number[], through: [] as number[] };
      for (let round = -1; round < rounds; round++) {
        for (const [side, call] of [["direct", direct] as const, ["through", through] as const]) {
          for (let count = 0; count < (round < 0 ? WARM_UP_CALLS : callsOfRound); count++) {
            const started = performance.now();
            await call(id++);
            if (round >= 0) durations[side].push(performance.now() - started);
          }
        }
      }
      figures.push({ name, limit, direct: median(durations.direct), through: median(durations.through) });
    }
    return figures;
  } finally {
    for (const close of closers) close();
    await gateway.stop();
  }
}
