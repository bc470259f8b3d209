/**
 * `npm run bench start [-- [--tray] <memories> …]`: the time from the start of the built headless application to its
 * first response (a search over HTTP), compared with an empty Node script in the same run, and its resident memory:
 * before the model is loaded, while it embeds, and after the model's process has exited. Default: 0, 10,000 and 100,000
 * memories, all embedded, in a temporary data folder. Resident memory is measured 1 s after the response, and 90 s
 * after 100 more searches; the model's process is still running then, and is unloaded half a minute later. `--tray`
 * measures only the private memory of the desktop application with its window closed; it needs a display (`xvfb-run npm
 * run bench start -- --tray`). Requires a build.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type Endpoint, readLiveEndpoint } from "../electron/platform/endpoint-file.ts";
import { dataFiles } from "../electron/platform/paths.ts";
import { NODE_ARGUMENTS, withAllocatorSettings } from "../electron/platform/process-memory.ts";
import { root } from "../scripts/tools.ts";
import { fillFolder } from "./search/fill-folder.ts";
import { childrenOf, measureResidentMemory, residentMegabytes } from "./start/resident-memory.ts";
import { measureTray, privateMegabytes, searchMany } from "./start/tray.ts";
import { median } from "./support/statistics.ts";

const RUNS = 9;
/**
 * By then the first daily backup, a minute after the start, is done, threads have ended, and an idle application has
 * released unused memory.
 */
const IDLE_MS = 90_000;
const HEADLESS = path.join(root, "dist", "electron", "headless.js");
const { values, positionals } = parseArgs({ options: { tray: { type: "boolean" } }, allowPositionals: true });
const sizes = positionals.length > 0 ? positionals.map(Number) : [0, 10_000, 100_000];

if (!existsSync(HEADLESS)) throw new Error("Build first: npm run build");
if (values.tray === true) await measureTray(sizes);
else await measureHeadless();

async function measureHeadless(): Promise<void> {
  console.log(
    "| memories | start to first response p50 | slowest | empty Node script p50 | resident, 1 s later | 90 s after searches | limit | model's process, private |",
  );
  console.log("|---|---|---|---|---|---|---|---|");
  for (const size of sizes) await measure(size);

  console.log("\n| resident | application | model's process |\n|---|---|---|");
  await measureModel();
}

async function measure(size: number): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "recollect-start-"));
  try {
    await fillFolder(folder, size);
    const starts: number[] = [];
    const bare: number[] = [];
    const resident: number[] = [];
    let idle = Number.NaN;
    let model = Number.NaN;
    for (let run = 0; run < RUNS; run += 1) {
      bare.push(await startEmptyScript());
      const { milliseconds, megabytes, idleMegabytes, modelMegabytes } = await startApplication(
        folder,
        run === RUNS - 1,
      );
      starts.push(milliseconds);
      resident.push(megabytes);
      idle = idleMegabytes;
      model = modelMegabytes;
    }
    const cells = [
      size.toLocaleString("en"),
      `${median(starts).toFixed(0)} ms`,
      `${Math.max(...starts).toFixed(0)} ms`,
      `${median(bare).toFixed(0)} ms`,
      `${median(resident).toFixed(0)} MB`,
      `${idle.toFixed(0)} MB`,
      "300 ms, 100 MB",
      `${model.toFixed(0)} MB`,
    ];
    console.log(`| ${cells.join(" | ")} |`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Measures the memory of the model while it embeds 1,000 memories, and after it is unloaded. */
async function measureModel(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "recollect-start-"));
  const child = spawn(process.execPath, [...NODE_ARGUMENTS, HEADLESS], { env: environment(folder), stdio: "ignore" });
  try {
    const endpoint = await waitForEndpoint(child, dataFiles(folder).endpoint);
    for (const { when, application, model } of await measureResidentMemory(endpoint)) {
      const cells = [when, `${application.toFixed(0)} MB`, model === null ? "–" : `${model.toFixed(0)} MB`];
      console.log(`| ${cells.join(" | ")} |`);
    }
  } finally {
    child.kill("SIGTERM");
    await once(child, "exit");
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startEmptyScript(): Promise<number> {
  const started = performance.now();
  await once(spawn(process.execPath, ["-e", "0"], { stdio: "ignore" }), "exit");
  return performance.now() - started;
}

/** @param waits whether to wait until the application is idle and has released memory */
async function startApplication(
  folder: string,
  waits: boolean,
): Promise<{ milliseconds: number; megabytes: number; idleMegabytes: number; modelMegabytes: number }> {
  const started = performance.now();
  const child = spawn(process.execPath, [...NODE_ARGUMENTS, HEADLESS], { env: environment(folder), stdio: "ignore" });
  const endpoint = await waitForEndpoint(child, dataFiles(folder).endpoint);
  const response = await fetch(new URL("/tools/search_memories", endpoint.url), {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${endpoint.token}` },
    body: JSON.stringify({ query: "cache decision", mode: "text", domain: "_" }),
  });
  if (!response.ok) throw new Error(`The first response was ${response.status}: ${await response.text()}`);
  await response.text();
  const milliseconds = performance.now() - started;
  await sleep(1000);
  const megabytes = residentMegabytes(child.pid);
  if (waits) {
    await searchMany(endpoint);
    await sleep(IDLE_MS);
  }
  const idleMegabytes = residentMegabytes(child.pid);
  const modelMegabytes = childrenOf(endpoint.pid).reduce((sum, pid) => sum + privateMegabytes(pid), 0);
  child.kill("SIGTERM");
  await once(child, "exit");
  return { milliseconds, megabytes, idleMegabytes, modelMegabytes };
}

function environment(folder: string): NodeJS.ProcessEnv {
  return {
    ...withAllocatorSettings(process.env),
    RECOLLECT_DATA_DIR: folder,
    RECOLLECT_PORT: "0",
    RECOLLECT_KEYCHAIN: "off",
  };
}

async function waitForEndpoint(child: ChildProcess, file: string): Promise<Endpoint> {
  for (let attempt = 0; attempt < 20_000; attempt += 1) {
    const endpoint = readLiveEndpoint(file);
    if (endpoint !== null && endpoint.pid === child.pid) return endpoint;
    await sleep(1);
  }
  throw new Error("The application did not start.");
}
