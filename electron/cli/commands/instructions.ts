import path from "node:path";
import { insertInstructions, removeInstructions } from "../../clients/instructions/insert-instructions.ts";
import { projectInstructionFile, userInstructionFile } from "../../clients/instructions/instruction-files.ts";
import { TEXT_KINDS, type TextKind } from "../../core/instructions.ts";
import { applyChange, CHANGE_OPTIONS, changeOf } from "../change-option.ts";
import type { Command, CommandCall, CommandContext } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { UsageError } from "../usage-error.ts";

export const instructions: Command = {
  name: "instructions",
  summary: "What tells an assistant to recall and to capture, for its file",
  usage: `<${TEXT_KINDS.join(" | ")}> [options]`,
  details: `claude is CLAUDE.md, agents AGENTS.md, cursor .cursor/rules/recollect.mdc, gemini GEMINI.md, in this folder.
Without --write or --remove the text is printed.`,
  options: {
    ...CHANGE_OPTIONS,
    user: { type: "boolean", short: "u", help: "The user's own file, which holds in every project." },
    file: { type: "string", value: "FILE", help: "Another file." },
  },
  words: [1, 1],
  async run(call, context) {
    const kind = kindOf(call.words[0] ?? "");
    const file = fileOf(kind, call, context);
    const change = changeOf(call, "instructions");
    if (change !== null) {
      const edit = change === "write" ? insertInstructions : removeInstructions;
      return await applyChange(file, (text) => edit(text, kind), call, context.terminal);
    }
    const { text } = insertInstructions("", kind);
    context.terminal.print(call.json ? JSON.stringify({ kind, file, text }, null, 2) : text.trimEnd());
    return EXIT.ok;
  },
};

function kindOf(word: string): TextKind {
  const kind = TEXT_KINDS.find((known) => known === word.toLowerCase());
  if (kind !== undefined) return kind;
  throw new UsageError(`There are instructions for ${TEXT_KINDS.join(", ")}.`, "instructions");
}

function fileOf(kind: TextKind, call: CommandCall, context: CommandContext): string {
  const given = call.text("file");
  if (given !== undefined) return path.resolve(context.folder, given);
  if (!call.flag("user")) return projectInstructionFile(kind, context.folder);
  const file = userInstructionFile(kind, context);
  if (file === null) {
    throw new UsageError(
      "Cursor has no such file for the user: paste the text into its settings, under Rules.",
      "instructions",
    );
  }
  return file;
}
