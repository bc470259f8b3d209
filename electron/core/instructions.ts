import type { ErrorBody } from "../text/errors.ts";
import type { ConnectionScope } from "./client-connection.ts";
import type { FilePreview } from "./file-preview.ts";

/** The instruction files that assistants read: CLAUDE.md, AGENTS.md, a Cursor rule, GEMINI.md. */
export const TEXT_KINDS = ["claude", "agents", "cursor", "gemini"] as const;
export type TextKind = (typeof TEXT_KINDS)[number];

/** Everything that makes assistants recall and capture: the instruction files, and Claude Code's hooks. */
export const INSTRUCTION_KINDS = [...TEXT_KINDS, "claude-hooks"] as const;
export type InstructionKind = (typeof INSTRUCTION_KINDS)[number];

/** The state of one file that may contain instructions. */
export interface InstructionFile {
  readonly kind: InstructionKind;
  readonly scope: ConnectionScope;
  readonly path: string;
  /** `outdated`: the instructions are of another version, or the hooks start a program at another path. */
  readonly state: "absent" | "present" | "outdated" | "unreadable";
  /** Why the file is unreadable; null otherwise. */
  readonly problem: ErrorBody | null;
}

export interface InstructionList {
  /** The instructions, for a file that is not listed. */
  readonly text: string;
  readonly files: readonly InstructionFile[];
}

/** A skill that ships with the application. */
export interface ShippedSkill {
  readonly name: string;
  /** Its purpose, and when to use it. */
  readonly description: string;
  /** `SKILL.md`, with its front matter. */
  readonly content: string;
}

export interface InstructionPreview extends FilePreview {
  readonly action: "write" | "remove";
  readonly kind: InstructionKind;
  readonly scope: ConnectionScope;
}
