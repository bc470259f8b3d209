import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { waitForEndpoint } from "../../e2e/support/data-folder.ts";
import { runHeadless } from "../../e2e/support/programs.ts";
import type { SearchMode } from "../../electron/core/search.ts";
import { Connection } from "../http/connection.ts";
import { callOnce, openSession, type Workload } from "../http/load.ts";

/** A client's session with the built application. */
export interface Session {
  /** @throws where another mode answered than was asked for */
  search(query: string, mode: SearchMode): Promise<void>;
  /** The smallest request there is, for what the way alone costs. */
  ping(): Promise<void>;
  close(): void;
}

/** The built application in a process of its own. */
export interface RunningApplication {
  openSession(): Promise<Session>;
  /** Processor time so far, its own children's included, in milliseconds; NaN where the system has no /proc. */
  cpu(): number;
  /** What all of them keep resident now, in megabytes; NaN likewise. */
  resident(): number;
  stop(): Promise<void>;
}

/** Starts the headless application on a filled folder and waits until it also searches by meaning. */
export async function startApplication(folder: string): Promise<RunningApplication> {
  const program = runHeadless(folder);
  const { url, token } = await waitForEndpoint(folder);
  const workload: Omit<Workload, "tool" | "argumentsOf"> = {
    url: new URL(url),
    headers: { authorization: `Bearer ${token}` },
    era: "2025",
  };
  let id = 0;

  async function open(): Promise<Session> {
    const connection = new Connection(workload.url);
    const status: Workload = { ...workload, tool: "memory_status", argumentsOf: () => ({}) };
    const headers = await openSession(connection, status);
    return {
      async search(query, mode) {
        const argumentsOf = () => ({ query, mode, domain: "_" });
        const body = await callOnce(connection, { ...workload, tool: "search_memories", argumentsOf }, headers, ++id);
        if (!body.includes(`"mode":"${mode}"`)) throw new Error(`Another mode answered than ${mode}.`);
      },
      async ping() {
        const answer = await connection.post(JSON.stringify({ jsonrpc: "2.0", id: ++id, method: "ping" }), headers);
        if (answer.status !== 200) throw new Error(`ping failed: ${answer.status}`);
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

/** Adds up a process and its children. */
function sumOver(pid: number | undefined, measure: (pid: number) => number): number {
  if (pid === undefined || process.platform !== "linux") return Number.NaN;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").split(" ").filter(Boolean).map(Number);
  return [pid, ...children].reduce((sum, one) => sum + measure(one), 0);
}

/** Ticks of user and system time are the 14th and 15th field, a hundredth of a second each (proc(5)). */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "latin1")
    .replace(/^.*\) /s, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function residentOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1]) / 1024;
}
