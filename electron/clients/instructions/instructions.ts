import type { ConnectionScope } from "../../core/client-connection.ts";
import { invalidArgument, toErrorBody } from "../../core/errors.ts";
import {
  type InstructionFile,
  type InstructionKind,
  type InstructionPreview,
  TEXT_KINDS,
} from "../../core/instructions.ts";
import type { Clock } from "../../core/ports.ts";
import type { Machine, ShimCommand } from "../connect/client.ts";
import {
  backupPathOf,
  type ConfigurationFile,
  linkWarning,
  readConfigurationFile,
  replaceConfigurationFile,
} from "../install/configuration-file.ts";
import { keepPlans } from "../install/kept-plans.ts";
import { checkProjectFolder } from "../install/targets.ts";
import { type ChangedText, holdsInstructions, insertInstructions, removeInstructions } from "./insert-instructions.ts";
import { claudeSettingsFile, projectInstructionFile, userInstructionFile } from "./instruction-files.ts";
import { INSTRUCTIONS } from "./texts.ts";

/** What reads JSON and compares texts is loaded with the first file that needs it: it would delay every start. */
const loadHooks = () => import("./claude-hooks.ts");
const loadDifference = () => import("../install/difference.ts");

/** Permission bits of a file that is not there yet: it holds no secret. */
const NEW_MODE = 0o644;

export interface InstructionDependencies extends Machine {
  /** How Claude Code starts the program its hooks call. */
  readonly shim: ShimCommand;
  readonly clock: Clock;
  newId(): string;
}

export interface InstructionChoice {
  readonly kind: InstructionKind;
  readonly scope: ConnectionScope;
  /** The project's folder, absolute, for the scope `project`. */
  readonly project?: string | undefined;
}

/** Puts instructions for assistants into the files they read, and takes them out again. */
export interface Instructions {
  /** What assistants are told, without markers. */
  readonly text: string;
  /** The user's files, and those of a project where one is named. @throws invalid_argument for what is no folder */
  list(project?: string): Promise<InstructionFile[]>;
  /** What writing or removing would change; changes nothing. @throws invalid_argument, storage */
  plan(choice: InstructionChoice & { readonly action: InstructionPreview["action"] }): Promise<InstructionPreview>;
  /** Does what a preview showed, once. @throws not_found, conflict where the file changed since, storage */
  apply(planId: string): InstructionPreview;
}

interface InstructionPlan {
  readonly preview: InstructionPreview;
  readonly file: ConfigurationFile;
  readonly text: string;
}

/** How one kind stands in a text. */
interface Editing {
  holds(text: string): boolean;
  insert(text: string): ChangedText;
  remove(text: string): ChangedText;
}

export function createInstructions(dependencies: InstructionDependencies): Instructions {
  const { shim, platform, clock, newId } = dependencies;
  const { keep, take } = keepPlans<InstructionPlan>();

  async function editing(kind: InstructionKind): Promise<Editing> {
    if (kind !== "claude-hooks") {
      return {
        holds: holdsInstructions,
        insert: (text) => insertInstructions(text, kind),
        remove: (text) => removeInstructions(text, kind),
      };
    }
    const { holdsClaudeHooks, insertClaudeHooks, removeClaudeHooks } = await loadHooks();
    return {
      holds: holdsClaudeHooks,
      insert: (text) => insertClaudeHooks(text, shim, platform),
      remove: removeClaudeHooks,
    };
  }

  /** @throws invalid_argument where there is no such file */
  function fileOf({ kind, scope, project }: InstructionChoice): string {
    if (scope === "project" && kind !== "claude-hooks")
      return projectInstructionFile(kind, checkProjectFolder(project));
    const file = kind === "claude-hooks" ? claudeSettingsFile(dependencies) : userInstructionFile(kind, dependencies);
    if (scope === "user" && file !== null) return file;
    throw invalidArgument(
      "scope",
      kind === "cursor"
        ? "Cursor has no such file for the user."
        : "A project shares no hooks: they name this computer.",
      kind === "cursor" ? "Paste the text into Cursor's settings, under Rules." : "Add them for every folder.",
    );
  }

  async function stateOf(choice: InstructionChoice): Promise<InstructionFile> {
    const { kind, scope } = choice;
    const path = fileOf(choice);
    try {
      const { text } = readConfigurationFile(path);
      const { holds, insert } = await editing(kind);
      const state = !holds(text) ? "absent" : insert(text).changed ? "outdated" : "present";
      return { kind, scope, path, state, problem: null };
    } catch (error) {
      const { message, hint } = toErrorBody(error);
      return { kind, scope, path, state: "unreadable", problem: [message, hint].filter(Boolean).join(" ") };
    }
  }

  return {
    text: INSTRUCTIONS,

    async list(project) {
      const ofUser = TEXT_KINDS.filter((kind) => userInstructionFile(kind, dependencies) !== null);
      const choices: InstructionChoice[] = [
        ...[...ofUser, "claude-hooks" as const].map((kind) => ({ kind, scope: "user" as const })),
        ...(project === undefined ? [] : TEXT_KINDS.map((kind) => ({ kind, scope: "project" as const, project }))),
      ];
      return await Promise.all(choices.map(stateOf));
    },

    async plan(choice) {
      const { kind, scope, action } = choice;
      const file = readConfigurationFile(fileOf(choice));
      const { insert, remove } = await editing(kind);
      const { text, changed } = action === "write" ? insert(file.text) : remove(file.text);
      const { differenceOf } = await loadDifference();
      const isOver = changed && text === "" && file.bytes !== null;
      const preview: InstructionPreview = {
        id: newId(),
        action,
        kind,
        scope,
        path: file.path,
        exists: file.bytes !== null,
        difference: differenceOf(file.text, text),
        backupPath: changed && file.bytes !== null ? backupPathOf(file.path, clock.now()) : null,
        warnings: [...linkWarning(file), ...(isOver ? ["Nothing else is in this file. It is removed."] : [])],
      };
      return keep({ preview, file, text });
    },

    apply(planId) {
      const { preview, file, text } = take(planId);
      if (text === file.text) return preview;
      const { backupPath } = preview;
      replaceConfigurationFile(file, text === "" ? null : text, { backupPath, newMode: NEW_MODE });
      return preview;
    },
  };
}
