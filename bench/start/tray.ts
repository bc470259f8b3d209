import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { waitForEndpoint } from "../../e2e/testing/data-folder.ts";
import { electronProgram, environment, run } from "../../e2e/testing/programs.ts";
import type { Endpoint } from "../../electron/platform/endpoint-file.ts";
import { root } from "../../scripts/tools.ts";
import { queryOf } from "../http/contents.ts";
import { fillFolder } from "../search/fill-folder.ts";
import { childrenOf } from "./resident-memory.ts";

const SEARCHES = 100;
/** The application has released its memory a minute after the last request, and the model is unloaded after two. */
const PAUSES_S = [1, 61, 70];

/** Prints the private memory of the desktop application, which runs without its window, by process. */
export async function measureTray(sizes: readonly number[]): Promise<void> {
  console.log("| memories | after searches | private, total | by process |\n|---|---|---|---|");
  for (const size of sizes) await measure(size);
}

/** Searches by words and meaning, which loads model and vectors. */
export async function searchMany({ url, token }: Endpoint): Promise<void> {
  for (let number = 0; number < SEARCHES; number += 1) {
    const response = await fetch(new URL("/tools/search_memories", url), {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify({ query: queryOf(number), domain: "_" }),
    });
    if (!response.ok) throw new Error(`A search failed: ${response.status} ${await response.text()}`);
    await response.arrayBuffer();
  }
}

async function measure(size: number): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "recollect-tray-"));
  await fillFolder(folder, size);
  const { executable, args } = electronProgram();
  const program = run(executable, [...args, root, "--hidden"], environment(folder));
  try {
    const endpoint = await waitForEndpoint(folder);
    await searchMany(endpoint);
    let seconds = 0;
    for (const pause of PAUSES_S) {
      await sleep(pause * 1000);
      seconds += pause;
      const processes = processesOf(endpoint.pid).map((pid) => [nameOf(pid), privateMegabytes(pid)] as const);
      const total = processes.reduce((sum, [, megabytes]) => sum + megabytes, 0);
      const parts = processes.map(([name, megabytes]) => `${name} ${megabytes.toFixed(0)}`).join(", ");
      console.log(`| ${size.toLocaleString("en")} | ${seconds} s | ${total.toFixed(0)} MB | ${parts} |`);
    }
  } finally {
    program.process.kill("SIGTERM");
    await program.exited;
    rmSync(folder, { recursive: true, force: true });
  }
}

function processesOf(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(processesOf)];
}

/** The kind of a Chromium process: `gpu-process`; `model`; else `main`. */
function nameOf(pid: number): string {
  const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
  if (command.includes("embedding-worker")) return "model";
  return /--utility-sub-type=\w+\.\w+\.(\w+)/.exec(command)?.[1] ?? /--type=([\w-]+)/.exec(command)?.[1] ?? "main";
}

/** Reads /proc (Linux). */
export function privateMegabytes(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  return [...rollup.matchAll(/^Private_\w+:\s+(\d+) kB$/gm)].reduce((sum, [, size]) => sum + Number(size), 0) / 1024;
}
