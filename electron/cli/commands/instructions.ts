import path from "node:path";
import { insertInstructions, removeInstructions } from "../../connect/instructions/insert-instructions.ts";
import { projectInstructionFile, userInstructionFile } from "../../connect/instructions/instruction-files.ts";
import { TEXT_KINDS, type TextKind } from "../../core/instructions.ts";
import type { CommandText } from "../../text/command-line.ts";
import { applyChange, CHANGE_OPTIONS, changeOf } from "../change-option.ts";
import { type Command, type CommandCall, type CommandContext, UsageError } from "../command.ts";
import { formatJson } from "../terminal.ts";

export const instructions: Command = {
  name: "instructions",
  examples: ["recollect instructions agents", "recollect instructions agents --write --dry-run"],
  arguments: `<${TEXT_KINDS.join("|")}>`,
  options: [...CHANGE_OPTIONS, "-u, --user", "--file <FILE>"],
  async run(call, context) {
    const kind = parseKind(call.words[0] ?? "", context.text);
    const file = fileOf(kind, call, context);
    const change = changeOf(call, context.text);
    if (change !== null) {
      const edit = change === "write" ? insertInstructions : removeInstructions;
      const isProject = call.text("file") === undefined && !call.flag("user");
      const target = { path: file, project: isProject ? context.folder : null };
      return await applyChange(target, (text) => edit(text, kind), call, context);
    }
    const { text } = insertInstructions("", kind);
    context.terminal.print(call.json ? formatJson({ kind, file, text }) : text.trimEnd());
  },
};

function parseKind(word: string, { usage }: CommandText): TextKind {
  const kind = TEXT_KINDS.find((known) => known === word.toLowerCase());
  if (kind !== undefined) return kind;
  throw new UsageError(usage.pass(TEXT_KINDS));
}

function fileOf(kind: TextKind, call: CommandCall, context: CommandContext): string {
  const given = call.text("file");
  if (given !== undefined) return path.resolve(context.folder, given);
  if (!call.flag("user")) return projectInstructionFile(kind, context.folder);
  const file = userInstructionFile(kind, context);
  if (file === null) throw new UsageError(context.text.connect.noCursorFile);
  return file;
}
