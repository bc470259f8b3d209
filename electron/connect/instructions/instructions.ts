import type { ConnectionScope } from "../../core/client-connection.ts";
import type { ClientNote } from "../../core/client-note.ts";
import {
  type InstructionFile,
  type InstructionKind,
  type InstructionPreview,
  TEXT_KINDS,
} from "../../core/instructions.ts";
import type { Clock } from "../../core/ports.ts";
import { RecollectError, toErrorBody } from "../../text/errors.ts";
import type { Machine, ShimCommand } from "../client.ts";
import { checkProjectFolder } from "../install/client-file.ts";
import {
  backupPathOf,
  type ConfigurationFile,
  formerText,
  linkWarning,
  readConfigurationFile,
  replaceConfigurationFile,
} from "../install/configuration-file.ts";
import { PlanStore } from "../install/plan-store.ts";
import {
  type ChangedText,
  hasInstructions,
  INSTRUCTIONS,
  insertInstructions,
  removeInstructions,
} from "./insert-instructions.ts";
import { claudeSettingsFile, projectInstructionFile, userInstructionFile } from "./instruction-files.ts";

/** The JSON parser and the difference are loaded on first use, because they would delay every start. */
const loadHooks = () => import("./claude-hooks.ts");
const loadDifference = () => import("../install/difference.ts");

/** The permission bits of a new file, which contains no secret. */
const NEW_MODE = 0o644;

export interface InstructionDependencies extends Machine {
  /** The command that Claude Code's hooks start. */
  readonly shim: ShimCommand;
  /** The folder for backups of changed files. */
  readonly backupFolder: string;
  readonly clock: Clock;
  newId(): string;
}

export interface InstructionChoice {
  readonly kind: InstructionKind;
  readonly scope: ConnectionScope;
  /** The absolute path of the project's folder, for the scope `project`. */
  readonly project?: string;
}

interface InstructionPlan {
  readonly preview: InstructionPreview;
  readonly file: ConfigurationFile;
  /** The new text; null removes the file. */
  readonly text: string | null;
}

/** The edits of one kind of file. */
interface InstructionEditor {
  has(text: string): boolean;
  insert(text: string): ChangedText;
  remove(text: string): ChangedText;
}

/** Adds instructions for assistants to the files that they read, and removes them. */
export class Instructions {
  /** The instructions, without markers. */
  readonly text = INSTRUCTIONS;
  readonly #dependencies: InstructionDependencies;
  readonly #plans = new PlanStore<InstructionPlan>();

  constructor(dependencies: InstructionDependencies) {
    this.#dependencies = dependencies;
  }

  /** The user's files, and the project's if one is given. @throws invalid_argument if the project is not a folder */
  async list(project?: string): Promise<InstructionFile[]> {
    const ofUser = TEXT_KINDS.filter((kind) => userInstructionFile(kind, this.#dependencies) !== null);
    const choices: InstructionChoice[] = [
      ...[...ofUser, "claude-hooks" as const].map((kind) => ({ kind, scope: "user" as const })),
      ...(project === undefined ? [] : TEXT_KINDS.map((kind) => ({ kind, scope: "project" as const, project }))),
    ];
    return await Promise.all(choices.map((choice) => this.#stateOf(choice)));
  }

  /** Plans to write or remove the instructions; changes nothing. @throws invalid_argument, storage */
  async plan(choice: InstructionChoice & { readonly action: InstructionPreview["action"] }) {
    const { kind, scope, action } = choice;
    const file = this.#read(choice);
    const { insert, remove } = await this.#editorOf(kind);
    const { text: edited, changed } = action === "write" ? insert(file.text) : remove(file.text);
    const { differenceOf } = await loadDifference();
    const { backupFolder, clock } = this.#dependencies;
    const text = changed && action === "remove" ? formerText(file, edited, backupFolder) : edited;
    const removesFile = text === null && file.bytes !== null;
    const warnings: ClientNote[] = [
      ...linkWarning(file),
      ...(removesFile ? [{ reason: "file_removed" } as const] : []),
    ];
    const preview: InstructionPreview = {
      id: this.#dependencies.newId(),
      action,
      kind,
      scope,
      path: file.path,
      exists: file.bytes !== null,
      difference: differenceOf(file.text, text ?? ""),
      backupPath: changed && file.bytes !== null ? backupPathOf(backupFolder, file.path, clock.now()) : null,
      warnings,
    };
    return this.#plans.add({ preview, file, text });
  }

  /** Applies a plan, once. @throws not_found, conflict if the file changed since the preview, storage */
  apply(planId: string): InstructionPreview {
    const { preview, file, text } = this.#plans.take(planId);
    if (text === file.text) return preview;
    const { backupPath } = preview;
    replaceConfigurationFile(file, text, { backupPath, newMode: NEW_MODE });
    return preview;
  }

  async #stateOf(choice: InstructionChoice): Promise<InstructionFile> {
    const { kind, scope } = choice;
    const path = this.#fileOf(choice);
    try {
      const { text } = this.#read(choice);
      const { has, insert } = await this.#editorOf(kind);
      const state = !has(text) ? "absent" : insert(text).changed ? "outdated" : "present";
      return { kind, scope, path, state, problem: null };
    } catch (error) {
      return { kind, scope, path, state: "unreadable", problem: toErrorBody(error) };
    }
  }

  async #editorOf(kind: InstructionKind): Promise<InstructionEditor> {
    if (kind !== "claude-hooks") {
      return {
        has: hasInstructions,
        insert: (text) => insertInstructions(text, kind),
        remove: (text) => removeInstructions(text, kind),
      };
    }
    const { shim, platform } = this.#dependencies;
    const { hasClaudeHooks, insertClaudeHooks, removeClaudeHooks } = await loadHooks();
    return {
      has: hasClaudeHooks,
      insert: (text) => insertClaudeHooks(text, shim, platform),
      remove: removeClaudeHooks,
    };
  }

  #read(choice: InstructionChoice): ConfigurationFile {
    return readConfigurationFile(this.#fileOf(choice), choice.scope === "project" ? (choice.project ?? null) : null);
  }

  /** @throws invalid_argument if this kind has no file in this scope */
  #fileOf({ kind, scope, project }: InstructionChoice): string {
    if (kind === "claude-hooks") {
      if (scope === "user") return claudeSettingsFile(this.#dependencies);
      throw new RecollectError("hooks_not_shared", {}, { field: "scope" });
    }
    if (scope === "project") return projectInstructionFile(kind, checkProjectFolder(project));
    const file = userInstructionFile(kind, this.#dependencies);
    if (file !== null) return file;
    throw new RecollectError("instructions_without_user_file", {}, { field: "scope" });
  }
}
