import { faulty, program } from "../../electron/servers/testing/definitions.ts";
import { Connection } from "../http/connection.ts";
import { callOnce, openSession, type Workload } from "../http/load.ts";
import { median } from "../support/statistics.ts";
import type { Usage } from "./gateway.ts";
import { ECHO } from "./overhead.ts";
import { startGateway } from "./start-gateway.ts";

/** More than the calls that run and wait. */
const CALLS = 200;
const TEXT_LENGTH = 256 * 1024;
const OTHER_CALLS = 500;

interface DeafServer {
  /** The median duration of a call of another server, in milliseconds: before, and while calls wait for the deaf one. */
  readonly before: number;
  readonly during: number;
  readonly usageBefore: Usage;
  readonly usageDuring: Usage;
  /** After all calls ended. */
  readonly usageAfter: Usage;
  readonly sentBytes: number;
  /** How the calls of the deaf server ended. */
  readonly refused: number;
  readonly failed: number;
  readonly answered: number;
}

/** Sends a server that stopped reading more than may be buffered, and calls a second server. */
export async function measureDeafServer(callTimeoutMs: number): Promise<DeafServer> {
  const gateway = await startGateway({
    servers: [faulty("deaf"), program("other", [ECHO])],
    limits: { callTimeoutMs },
  });
  const open = async (tool: string, text: string) => {
    const workload: Workload = {
      url: new URL(gateway.url),
      headers: { authorization: `Bearer ${gateway.token}` },
      revision: "2026",
      tool,
      argumentsOf: () => ({ text }),
    };
    const connection = new Connection(workload.url);
    const within = await openSession(connection, workload);
    return { call: (id: number) => callOnce(connection, workload, within, id), close: () => connection.close() };
  };
  const measureOther = async (): Promise<number> => {
    const other = await open("other__echo", "hello");
    const durations = [];
    for (let id = 1; id <= OTHER_CALLS; id++) {
      const started = performance.now();
      await other.call(id);
      durations.push(performance.now() - started);
    }
    other.close();
    return median(durations);
  };
  try {
    await measureOther();
    const before = await measureOther();
    const usageBefore = await gateway.measureUsage();
    const stop = await open("deaf", "");
    await stop.call(1);
    const text = "x".repeat(TEXT_LENGTH);
    const ends = { refused: 0, failed: 0, answered: 0 };
    const callers = await Promise.all(Array.from({ length: CALLS }, () => open("deaf__echo", text)));
    const calls = callers.map(({ call }, index) =>
      call(index + 2).then(
        () => {
          ends.answered += 1;
        },
        (error: unknown) => {
          if (String(error).includes("which is the maximum")) ends.refused += 1;
          else ends.failed += 1;
        },
      ),
    );
    const during = await measureOther();
    const usageDuring = await gateway.measureUsage();
    await Promise.all(calls);
    for (const { close } of [stop, ...callers]) close();
    // Lets the log write its queue.
    await measureOther();
    const usageAfter = await gateway.measureUsage();
    return { before, during, usageBefore, usageDuring, usageAfter, sentBytes: CALLS * TEXT_LENGTH, ...ends };
  } finally {
    await gateway.stop();
  }
}
