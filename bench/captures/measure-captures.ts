import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { waitForEndpoint } from "../../e2e/testing/data-folder.ts";
import { runHeadless } from "../../e2e/testing/programs.ts";
import type { GeneratedMemory } from "../http/contents.ts";
import { measure, type Workload } from "../http/load.ts";
import { processorTimeOf } from "../support/processor-time.ts";

const CLIENTS = 16;
const LIMIT = "500/s";
/** Continues after the memories of the previous measurement. */
let captured = 0;

/** Measures captures of 16 concurrent clients. Returns the cells of a row. */
export async function measureCaptures(
  folder: string,
  memoryOf: (call: number) => GeneratedMemory,
  milliseconds: number,
): Promise<string[]> {
  const program = runHeadless(folder);
  const { url, token } = await waitForEndpoint(folder);
  const pid = program.process.pid ?? 0;
  const workload: Workload = {
    url: new URL(url),
    headers: { authorization: `Bearer ${token}` },
    revision: "2025",
    tool: "capture_memory",
    argumentsOf: () => ({ ...memoryOf(captured++) }),
  };
  // The first captures read what the search for similar memories keeps.
  await measure(workload, CLIENTS, 1_000);
  const before = { time: processorTimeOf(pid), thread: threadTimeOf(pid) };
  const figures = await measure(workload, CLIENTS, milliseconds);
  const spent = (processorTimeOf(pid) - before.time) / figures.calls;
  const serving = (threadTimeOf(pid) - before.thread) / figures.calls;
  program.process.kill("SIGTERM");
  await program.exited;
  await pause(100);
  return [
    `captures, ${CLIENTS} at once`,
    `${figures.perSecond}/s`,
    `${figures.p50.toFixed(1)} ms`,
    `p99 ${figures.p99.toFixed(1)} ms`,
    `${spent.toFixed(2)} ms, serving thread ${serving.toFixed(2)} ms: ${(1000 / serving).toFixed(0)}/s`,
    LIMIT,
  ];
}

/** The processor time of the main thread, in milliseconds. */
function threadTimeOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "latin1").split(" ");
  return Number(fields[0]) / 1e6;
}
