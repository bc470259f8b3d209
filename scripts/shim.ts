/**
 * `npm run --silent shim`: the stdio shim, built first if it is missing. stdout carries the protocol, so the build
 * writes to stderr.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./tools.ts";

const shim = path.join(root, "dist", "shim", "recollect-shim.mjs");
const headless = path.join(root, "dist", "electron", "headless.js");
if (![shim, headless].every((file) => existsSync(file))) {
  const { status } = spawnSync(process.execPath, [path.join(root, "scripts", "build.ts")], {
    stdio: ["ignore", process.stderr.fd, process.stderr.fd],
  });
  if (status !== 0) process.exit(status ?? 1);
}
// npm changes the current folder to the checkout. The shim works in the folder where npm was started.
if (process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);
await import(pathToFileURL(shim).href);
