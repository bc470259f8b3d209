import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Endpoint } from "../../electron/platform/endpoint-file.ts";
import { contentOf } from "../http/contents.ts";

const MEMORIES = 1000;
const SEARCHES = 100;

/** Resident megabytes of both processes; `model` is null while its process does not run. */
interface ResidentMemory {
  readonly when: string;
  readonly application: number;
  readonly model: number | null;
}

/** Captures and searches memories in a running, empty application and measures its memory at each step. */
export async function measureResidentMemory({ url, token, pid }: Endpoint): Promise<ResidentMemory[]> {
  const call = async (tool: string, input: unknown): Promise<unknown> => {
    const response = await fetch(new URL(`/tools/${tool}`, url), {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify(input),
    });
    if (!response.ok) throw new Error(`${tool}: ${response.status} ${await response.text()}`);
    return await response.json();
  };
  const measured: ResidentMemory[] = [];
  const measure = (when: string) => {
    const [child] = childrenOf(pid);
    const model = child === undefined ? null : residentMegabytes(child);
    measured.push({ when, application: residentMegabytes(pid), model });
  };

  await sleep(1000);
  measure("no memories, no model");
  for (let index = 0; index < MEMORIES; index += 1) {
    await call("capture_memory", { content: `${index}: ${contentOf(index).content}`, domain: "user" });
    if (index === MEMORIES / 2) measure("while memories are captured and embedded");
  }
  while (!(await isEverythingEmbedded(call))) await sleep(200);
  for (let index = 0; index < SEARCHES; index += 1) {
    await call("search_memories", { query: `${contentOf(index * 7).content.slice(0, 60)}`, domain: "_" });
  }
  measure(`model loaded, after ${MEMORIES} captures and ${SEARCHES} searches`);
  await sleep(60_000);
  measure("a minute later");
  // The state after two idle minutes: the process of the model has exited.
  for (const child of childrenOf(pid)) process.kill(child, "SIGKILL");
  await sleep(1000);
  measure("model unloaded, as after two idle minutes");
  return measured;
}

async function isEverythingEmbedded(call: (tool: string, input: unknown) => Promise<unknown>): Promise<boolean> {
  const { index } = (await call("memory_status", {})) as { index: { vectors: { state: string; pending: number } } };
  if (index.vectors.state === "failed") throw new Error("The model failed.");
  return index.vectors.pending === 0;
}

/** Reads /proc (Linux); NaN on other systems. */
export function residentMegabytes(pid: number | undefined): number {
  if (process.platform !== "linux") return Number.NaN;
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

/** Returns the child processes of a process; none if the system has no /proc. */
export function childrenOf(pid: number): number[] {
  if (process.platform !== "linux") return [];
  const threads = readdirSync(`/proc/${pid}/task`);
  const children = threads.map((thread) => {
    try {
      return readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8");
    } catch {
      // The thread has ended since it was listed.
      return "";
    }
  });
  return children.join(" ").split(" ").filter(Boolean).map(Number);
}
