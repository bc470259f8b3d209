/**
 * `npm run bench hook`: the run time of `recollect hook SessionStart` and `recollect hook UserPromptSubmit` with the
 * headless application running on a temporary data folder of 10,000 memories in several projects, all embedded, without
 * a running application, and of an empty Node script, in turns.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readLiveEndpoint } from "../electron/platform/endpoint-file.ts";
import { dataFiles } from "../electron/platform/paths.ts";
import { root } from "../scripts/tools.ts";
import { quantile } from "./support/statistics.ts";

const RUNS = 25;
const MEMORIES = 10_000;
const PROJECTS = 20;
const LIMITS_MS = { SessionStart: 100, UserPromptSubmit: 60 } as const;
const RECOLLECT = join(root, "dist", "shim", "recollect-shim.mjs");
const HEADLESS = join(root, "dist", "electron", "headless.js");
type Event = keyof typeof LIMITS_MS;
const EVENTS = Object.keys(LIMITS_MS) as Event[];

/** Each run is a session of its own, because a session gets no memory twice. */
function inputOf(event: Event, run: number): string {
  const prompt = `Why did we choose the parser of fact ${1001 + run * 20}?`;
  return JSON.stringify({ hook_event_name: event, source: "startup", session_id: `bench ${run}`, prompt, cwd: root });
}

if (![RECOLLECT, HEADLESS].every((file) => existsSync(file))) throw new Error("Build first: npm run build");
const folder = mkdtempSync(join(tmpdir(), "recollect-bench-"));
const env = {
  ...process.env,
  RECOLLECT_DATA_DIR: folder,
  RECOLLECT_PORT: "0",
  RECOLLECT_KEYCHAIN: "off",
  RECOLLECT_PROJECT: "owner/project-1",
};
const server = spawn(process.execPath, [HEADLESS], { env, stdio: "ignore" });
try {
  while (readLiveEndpoint(dataFiles(folder).endpoint) === null) {
    if (server.exitCode !== null) throw new Error(`The application exited with ${server.exitCode}.`);
    await sleep(50);
  }
  fill();
  while (pendingVectors() > 0) await sleep(1_000);
  const bare: number[] = [];
  const running: Record<Event, number[]> = { SessionStart: [], UserPromptSubmit: [] };
  const off: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    bare.push(time(["-e", "0"], env));
    for (const event of EVENTS) {
      const taken = time([RECOLLECT, "hook", event], env, /additionalContext/, inputOf(event, run));
      // The first run loads the model.
      if (run > 0) running[event].push(taken);
    }
    const nowhere = { ...env, RECOLLECT_DATA_DIR: join(folder, "none") };
    off.push(time([RECOLLECT, "hook", "UserPromptSubmit"], nowhere, /^$/, inputOf("UserPromptSubmit", run)));
  }
  for (const event of EVENTS) {
    const taken = running[event];
    console.log(
      `hook ${event}, ${MEMORIES} memories: p50 ${ms(taken, 0.5)}, p95 ${ms(taken, 0.95)} of ${taken.length} ` +
        `(limit ${LIMITS_MS[event]} ms at p50); application not running: p50 ${ms(off, 0.5)}; ` +
        `empty Node script: p50 ${ms(bare, 0.5)}`,
    );
  }
} finally {
  if (server.kill()) await once(server, "exit");
  rmSync(folder, { recursive: true, force: true });
}

/** Adds the memories with the product's import. */
function fill(): void {
  const lines = Array.from({ length: MEMORIES }, (_, index) => {
    const domain = index % 10 === 0 ? "user" : `owner/project-${index % PROJECTS}`;
    const content = `Fact ${index}: the ${["cache", "queue", "parser", "index"][index % 4]} was chosen for its speed.`;
    return JSON.stringify({ content, domain, namespace: "decisions" });
  });
  const { status, stderr } = spawnSync(process.execPath, [RECOLLECT, "import", "-"], { env, input: lines.join("\n") });
  if (status !== 0) throw new Error(`The memories could not be imported: ${stderr}`);
}

function pendingVectors(): number {
  const { stdout } = spawnSync(process.execPath, [RECOLLECT, "status", "--json"], { env, encoding: "utf8" });
  return (JSON.parse(stdout) as { index: { vectors: { pending: number } } }).index.vectors.pending;
}

/** Returns the run time of a process in milliseconds. @throws if its output does not match */
function time(args: readonly string[], environment: NodeJS.ProcessEnv, output = /^/, input = ""): number {
  const startedAt = performance.now();
  const { stdout } = spawnSync(process.execPath, args, { env: environment, input, encoding: "utf8" });
  const taken = performance.now() - startedAt;
  if (!output.test(stdout)) throw new Error(`Unexpected output: ${JSON.stringify(stdout.slice(0, 200))}`);
  return taken;
}

function ms(values: readonly number[], share: number): string {
  return `${Math.round(quantile(values, share))} ms`;
}
