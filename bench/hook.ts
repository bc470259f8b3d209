/**
 * Measures `recollect hook SessionStart` against a running application: `npm run bench:hook`. It starts the headless
 * application on a data folder of its own with 10,000 memories of several projects, and reports the time from the start
 * of the process to its end, beside the start and end of a bare Node, and where nothing runs, in turns of one run.
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

const RUNS = 25;
const MEMORIES = 10_000;
const PROJECTS = 20;
const LIMIT_MS = 100;
const RECOLLECT = join(root, "dist", "shim", "recollect-shim.mjs");
const HEADLESS = join(root, "dist", "electron", "headless.js");
const INPUT = JSON.stringify({ hook_event_name: "SessionStart", source: "startup", session_id: "bench", cwd: root });

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
    if (server.exitCode !== null) throw new Error(`The application ended with ${server.exitCode}.`);
    await sleep(50);
  }
  fill();
  const bare: number[] = [];
  const answered: number[] = [];
  const off: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    bare.push(time(["-e", "0"], env));
    answered.push(time([RECOLLECT, "hook", "SessionStart"], env, /additionalContext/));
    off.push(time([RECOLLECT, "hook", "SessionStart"], { ...env, RECOLLECT_DATA_DIR: join(folder, "none") }, /^$/));
  }
  console.log(
    `hook SessionStart, ${MEMORIES} memories: p50 ${ms(answered, 0.5)}, p95 ${ms(answered, 0.95)} of ${RUNS} (limit ${LIMIT_MS} ms at p50); ` +
      `where nothing runs: p50 ${ms(off, 0.5)}; a bare Node: p50 ${ms(bare, 0.5)}`,
  );
} finally {
  if (server.kill()) await once(server, "exit");
  rmSync(folder, { recursive: true, force: true });
}

/** Through the product's own import. */
function fill(): void {
  const lines = Array.from({ length: MEMORIES }, (_, index) => {
    const domain = index % 10 === 0 ? "user" : `owner/project-${index % PROJECTS}`;
    const content = `Fact ${index}: the ${["cache", "queue", "parser", "index"][index % 4]} was chosen for its speed.`;
    return JSON.stringify({ content, domain, namespace: "decisions" });
  });
  const { status, stderr } = spawnSync(process.execPath, [RECOLLECT, "import", "-"], { env, input: lines.join("\n") });
  if (status !== 0) throw new Error(`The memories could not be imported: ${stderr}`);
}

/** Milliseconds from start to end of a process, whose output must match. */
function time(args: readonly string[], environment: NodeJS.ProcessEnv, output = /^/): number {
  const begun = performance.now();
  const { stdout } = spawnSync(process.execPath, args, { env: environment, input: INPUT, encoding: "utf8" });
  const taken = performance.now() - begun;
  if (!output.test(stdout)) throw new Error(`It answered ${JSON.stringify(stdout.slice(0, 200))}`);
  return taken;
}

function ms(values: readonly number[], share: number): string {
  const sorted = [...values].sort((one, other) => one - other);
  return `${Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)} ms`;
}
