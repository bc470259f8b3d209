import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { waitForEndpoint } from "../../e2e/testing/data-folder.ts";
import { runHeadless } from "../../e2e/testing/programs.ts";
import type { SearchMode } from "../../electron/core/search.ts";
import { Connection } from "../http/connection.ts";
import { callOnce, openSession, type Workload } from "../http/load.ts";

/** A client session with the built application. */
export interface Session {
  /** @throws if another mode was used than requested */
  search(query: string, mode: SearchMode): Promise<void>;
  /** The smallest request, which shows the cost of the transport. */
  ping(): Promise<void>;
  close(): void;
}

/** The built application in a process of its own. */
export interface RunningApplication {
  openSession(): Promise<Session>;
  /** CPU time used so far, including child processes, in milliseconds; NaN if the system has no /proc. */
  cpu(): number;
  /** Resident memory, including child processes, in megabytes; NaN if the system has no /proc. */
  resident(): number;
  stop(): Promise<void>;
}

/** Starts the headless application on a filled folder and waits until vector search is ready. */
export async function startApplication(folder: string): Promise<RunningApplication> {
  const program = runHeadless(folder);
  const { url, token } = await waitForEndpoint(folder);
  const workload: Omit<Workload, "tool" | "argumentsOf"> = {
    url: new URL(url),
    headers: { authorization: `Bearer ${token}` },
    revision: "2025",
  };
  let id = 0;

  async function open(): Promise<Session> {
    const connection = new Connection(workload.url);
    const status: Workload = { ...workload, tool: "memory_status", argumentsOf: () => ({}) };
    const headers = await openSession(connection, status);
    return {
      async search(query, mode) {
        // Only the complete result names the mode that was used.
        const argumentsOf = () => ({ query, mode, domain: "_", detail: "everything" });
        const body = await callOnce(connection, { ...workload, tool: "search_memories", argumentsOf }, headers, ++id);
        if (!body.includes(`"mode":"${mode}"`)) throw new Error(`Another mode than ${mode} was used.`);
      },
      async ping() {
        const response = await connection.post(JSON.stringify({ jsonrpc: "2.0", id: ++id, method: "ping" }), headers);
        if (response.status !== 200) throw new Error(`ping failed: ${response.status}`);
      },
      close: () => connection.close(),
    };
  }

  const session = await open();
  while (
    !(await session.search("are you ready", "hybrid").then(
      () => true,
      () => false,
    ))
  )
    await pause(50);
  session.close();
  const { pid } = program.process;
  return {
    openSession: open,
    cpu: () => sumOver(pid, cpuOf),
    resident: () => sumOver(pid, residentOf),
    async stop() {
      program.process.kill("SIGTERM");
      await program.exited;
    },
  };
}

/** Sums a measure over a process and its children. */
function sumOver(pid: number | undefined, measure: (pid: number) => number): number {
  if (pid === undefined || process.platform !== "linux") return Number.NaN;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").split(" ").filter(Boolean).map(Number);
  return [pid, ...children].reduce((sum, one) => sum + measure(one), 0);
}

/** User and system time are fields 14 and 15, in hundredths of a second (proc(5)). */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "latin1")
    .replace(/^.*\) /s, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function residentOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1]) / 1024;
}
