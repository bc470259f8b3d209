import type { ConnectionScope } from "./client-connection.ts";
import type { FilePreview } from "./file-preview.ts";

/** The files assistants read on their own: CLAUDE.md, AGENTS.md, a rule of Cursor's, GEMINI.md. */
export const TEXT_KINDS = ["claude", "agents", "cursor", "gemini"] as const;
export type TextKind = (typeof TEXT_KINDS)[number];

/** What makes assistants recall and capture: texts they read, and the hooks of Claude Code. */
export const INSTRUCTION_KINDS = [...TEXT_KINDS, "claude-hooks"] as const;
export type InstructionKind = (typeof INSTRUCTION_KINDS)[number];

/** One file that holds instructions or may, as it stands. */
export interface InstructionFile {
  readonly kind: InstructionKind;
  readonly scope: ConnectionScope;
  readonly path: string;
  /** `outdated`: they are there, in the words of another version or for a program that is elsewhere now. */
  readonly state: "absent" | "present" | "outdated" | "unreadable";
  /** Why it cannot be read, and what to do; null where it can. */
  readonly problem: string | null;
}

export interface InstructionList {
  /** What the files get, for whatever else is to read it. */
  readonly text: string;
  readonly files: readonly InstructionFile[];
}

export interface InstructionPreview extends FilePreview {
  readonly action: "write" | "remove";
  readonly kind: InstructionKind;
  readonly scope: ConnectionScope;
}
