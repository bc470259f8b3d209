/**
 * `npm run test:e2e`: drives the application in Chromium and in Electron, as a person and a client do.
 * `npm run test:e2e -- screenshots`: takes pictures of every place and dialog instead (`e2e/screenshots.ts --gallery`).
 */
import { spawnSync } from "node:child_process";
import path from "node:path";
import { build } from "./build.ts";
import { findChromium, findElectron, hasDisplay, root } from "./tools.ts";

/** The report that Playwright writes. */
export const END_TO_END_RESULTS: string = path.join(root, "test-results", "end-to-end.json");

/** Returns what the end-to-end tests lack on this machine, each with its remedy; empty if they can run. */
export function missingForEndToEnd(env: NodeJS.ProcessEnv): string[] {
  const missing: string[] = [];
  if (findChromium(env) === null) missing.push("Chromium (apt-get install chromium, or name it in RECOLLECT_CHROMIUM)");
  if (findElectron(env) === null)
    missing.push("Electron (npm run electron:fetch on linux-x64, else npx install-electron)");
  if (!hasDisplay(env) && !canRun("xvfb-run")) missing.push("a display (apt-get install xvfb xauth)");
  return missing;
}

/** Runs Playwright, on a virtual display if there is none. Returns the exit code. */
export function runEndToEnd(args: readonly string[]): number {
  const playwright = [
    process.execPath,
    path.join(root, "node_modules", "@playwright", "test", "cli.js"),
    "test",
    ...args,
  ];
  const session = canRun("dbus-run-session") ? ["dbus-run-session", "--", ...playwright] : playwright;
  const [command = "", ...rest] = hasDisplay(process.env)
    ? playwright
    : ["xvfb-run", "--auto-servernum", "--server-args=-screen 0 1600x1000x24", ...session];
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: END_TO_END_RESULTS };
  return spawnSync(command, rest, { cwd: root, stdio: "inherit", env }).status ?? 1;
}

function canRun(program: string): boolean {
  return spawnSync(program, ["--help"], { stdio: "ignore" }).error === undefined;
}

/** Takes the pictures of the gallery. Returns the exit code. */
function takeGallery(args: readonly string[]): number {
  const script = path.join(root, "e2e", "screenshots.ts");
  return spawnSync(process.execPath, [script, "--gallery", ...args], { cwd: root, stdio: "inherit" }).status ?? 1;
}

if (import.meta.main) {
  const [first, ...others] = process.argv.slice(2);
  const missing = first === "screenshots" ? [] : missingForEndToEnd(process.env);
  if (missing.length > 0) {
    console.error(`The end-to-end tests need ${missing.join(" and ")}.`);
    process.exitCode = 1;
  } else if (first === "screenshots") {
    process.exitCode = takeGallery(others);
  } else {
    build();
    process.exitCode = runEndToEnd(process.argv.slice(2));
  }
}
