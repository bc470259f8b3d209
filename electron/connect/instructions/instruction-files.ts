import path from "node:path";
import type { TextKind } from "../../core/instructions.ts";
import type { Machine } from "../client.ts";
import { homePath, joinPath } from "../folders.ts";

const PROJECT_FILES: Readonly<Record<TextKind, readonly string[]>> = {
  claude: ["CLAUDE.md"],
  agents: ["AGENTS.md"],
  cursor: [".cursor", "rules", "recollect.mdc"],
  gemini: ["GEMINI.md"],
};

/** The instruction file of a project. @param folder the absolute path of the project's folder */
export function projectInstructionFile(kind: TextKind, folder: string): string {
  return path.join(folder, ...PROJECT_FILES[kind]);
}

/** The user's instruction file, for every project; null for Cursor, which stores its rules in its settings. */
export function userInstructionFile(kind: TextKind, machine: Machine): string | null {
  switch (kind) {
    case "claude":
      return joinPath(machine, claudeFolder(machine), "CLAUDE.md");
    case "agents":
      return joinPath(machine, machine.env.CODEX_HOME || homePath(machine, ".codex"), "AGENTS.md");
    case "gemini":
      return homePath(machine, ".gemini", "GEMINI.md");
    case "cursor":
      return null;
  }
}

/** Claude Code's settings of the user, which contain the hooks. */
export function claudeSettingsFile(machine: Machine): string {
  return joinPath(machine, claudeFolder(machine), "settings.json");
}

function claudeFolder(machine: Machine): string {
  return machine.env.CLAUDE_CONFIG_DIR || homePath(machine, ".claude");
}
