import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runProgram } from "../clients/run-program.ts";

/** A program of a package of the npm registry, in one version. */
export interface NpmProgram {
  readonly package: string;
  readonly version: string;
  /** The name of the program in `node_modules/.bin`. */
  readonly command: string;
}

interface InstallOptions {
  /** Whether install scripts run, which some programs need. */
  readonly scripts: boolean;
  /** Whether peers of the dependencies are installed too. Default: true. */
  readonly peers?: boolean;
}

/** Long, because the packages are large: together they take more than a gigabyte. */
const INSTALL_TIMEOUT_MS = 300_000;
const MAX_ATTEMPTS = 3;
const RETRY_DELAY_MS = 10_000;

/** The error codes of npm for a registry that is unreachable or does not have the package. */
const REGISTRY_ERROR =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENETUNREACH|EHOSTUNREACH|E40[134]|E429|E5\d\d)\b/;

/** `unreachable`: why the registry did not provide the package. */
export type Installed = { readonly file: string } | { readonly unreachable: string };

/**
 * Installs a package into a folder unless it is present, and returns its program.
 * @throws Error if anything but the registry fails
 */
export async function installPackage(
  prefix: string,
  { package: name, version, command }: NpmProgram,
  options: InstallOptions,
): Promise<Installed> {
  const file = path.join(prefix, "node_modules", ".bin", process.platform === "win32" ? `${command}.cmd` : command);
  if (existsSync(file)) return { file };
  await mkdir(prefix, { recursive: true });
  for (let attempt = 1; ; attempt += 1) {
    const problem = await install(prefix, `${name}@${version}`, options);
    if (problem === null && existsSync(file)) return { file };
    const reason = problem ?? `it has no ${command}`;
    if (attempt === MAX_ATTEMPTS) {
      if (problem === null || !REGISTRY_ERROR.test(problem)) {
        throw new Error(`${name}@${version} could not be installed: ${reason}`);
      }
      return { unreachable: reason };
    }
    console.log(`- ${name}@${version}: attempt ${attempt} of ${MAX_ATTEMPTS} to install it failed: ${reason}`);
    await sleep(RETRY_DELAY_MS);
  }
}

/** Returns npm's error; null if it succeeded. */
async function install(prefix: string, specifier: string, { scripts, peers }: InstallOptions): Promise<string | null> {
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const args = [
    "install",
    "--prefix",
    prefix,
    ...(scripts ? [] : ["--ignore-scripts"]),
    ...(peers === false ? ["--legacy-peer-deps"] : []),
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
    "--fetch-retries=1",
    "--fetch-retry-maxtimeout=1000",
    "--fetch-retry-mintimeout=500",
    specifier,
  ];
  const { code, output } = await runProgram(npm, args, {
    env: process.env,
    cwd: prefix,
    timeoutMs: INSTALL_TIMEOUT_MS,
  });
  if (code === 0) return null;
  if (code === null) return `ETIMEDOUT: it was not installed within ${INSTALL_TIMEOUT_MS / 60_000} minutes`;
  const reason = /npm error (?!code|syscall|errno)(.+)/.exec(output)?.[1] ?? `npm exited with ${code}`;
  const registry = REGISTRY_ERROR.exec(output)?.[0];
  return registry === undefined || reason.includes(registry) ? reason : `${registry}: ${reason}`;
}
