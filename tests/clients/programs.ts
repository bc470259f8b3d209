import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runProgram } from "./run-program.ts";

/** The tested clients, and the server that Recollect is compared with, in the versions of the registry. */
export const PROGRAMS = {
  "claude-code": { package: "@anthropic-ai/claude-code", version: "2.1.329", command: "claude" },
  codex: { package: "@openai/codex", version: "0.169.0", command: "codex" },
  "gemini-cli": { package: "@google/gemini-cli", version: "0.61.0", command: "gemini" },
  opencode: { package: "opencode-ai", version: "1.18.33", command: "opencode" },
  "qwen-code": { package: "@qwen-code/qwen-code", version: "0.24.4", command: "qwen" },
  cline: { package: "cline", version: "3.0.65", command: "cline" },
  continue: { package: "@continuedev/cli", version: "1.5.47", command: "cn" },
  inspector: { package: "@modelcontextprotocol/inspector", version: "2.12.0", command: "mcp-inspector" },
  "mcp-remote": { package: "mcp-remote", version: "0.15.1", command: "mcp-remote" },
  "server-memory": {
    package: "@modelcontextprotocol/server-memory",
    version: "2026.8.31",
    command: "mcp-server-memory",
  },
} as const;

export type ProgramName = keyof typeof PROGRAMS;

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
 * Installs a program unless it is present, and returns its executable. @throws Error if anything but the registry fails
 */
export async function installProgram(folder: string, name: ProgramName): Promise<Installed> {
  const { package: packageName, version, command } = PROGRAMS[name];
  const prefix = programFolder(folder, name);
  const file = path.join(prefix, "node_modules", ".bin", process.platform === "win32" ? `${command}.cmd` : command);
  if (existsSync(file)) return { file };
  await mkdir(prefix, { recursive: true });
  for (let attempt = 1; ; attempt += 1) {
    const problem = await install(prefix, `${packageName}@${version}`);
    if (problem === null && existsSync(file)) return { file };
    const reason = problem ?? `it has no ${command}`;
    if (attempt === MAX_ATTEMPTS) {
      if (problem === null || !REGISTRY_ERROR.test(problem)) {
        throw new Error(`${packageName}@${version} could not be installed: ${reason}`);
      }
      return { unreachable: reason };
    }
    console.log(`- ${packageName}@${version}: attempt ${attempt} of ${MAX_ATTEMPTS} to install it failed: ${reason}`);
    await sleep(RETRY_DELAY_MS);
  }
}

/** Returns npm's error; null if it succeeded. */
async function install(prefix: string, specifier: string): Promise<string | null> {
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const args = [
    "install",
    "--prefix",
    prefix,
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

/** The folder of a program in its version. */
export function programFolder(folder: string, name: ProgramName): string {
  return path.join(folder, `${name}-${PROGRAMS[name].version}`);
}
