import path from "node:path";
import { type Installed, installPackage } from "../testing/npm-packages.ts";

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

/** Installs a program unless it is present, and returns its executable. @throws as {@link installPackage} */
export function installProgram(folder: string, name: ProgramName): Promise<Installed> {
  return installPackage(programFolder(folder, name), PROGRAMS[name], { scripts: true });
}

/** The folder of a program in its version. */
export function programFolder(folder: string, name: ProgramName): string {
  return path.join(folder, `${name}-${PROGRAMS[name].version}`);
}
