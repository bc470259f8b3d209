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
  inspector: { package: "@modelcontextprotocol/inspector", version: "2.12.0", command: "mcp-inspector" },
  "mcp-remote": { package: "mcp-remote", version: "0.15.1", command: "mcp-remote" },
} as const;

export type ProgramName = keyof typeof PROGRAMS;

const INSTALL_LIMIT_MS = 300_000;

/** A program's executable, installed where it is missing; the reason where that fails. */
export async function installProgram(
  folder: string,
  name: ProgramName,
): Promise<{ readonly file: string } | { readonly reason: string }> {
  const { package: packageName, version, command } = PROGRAMS[name];
  const prefix = path.join(folder, `${name}-${version}`);
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
  const reason = /npm error (?!code|syscall|errno)(.+)/.exec(output)?.[1] ?? `npm ended with ${code}`;
  return { reason };
}
