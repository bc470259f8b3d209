import path from "node:path";
import { insertInstructions, removeInstructions } from "../../connect/instructions/insert-instructions.ts";
import { projectInstructionFile, userInstructionFile } from "../../connect/instructions/instruction-files.ts";
import { TEXT_KINDS, type TextKind } from "../../core/instructions.ts";
import { applyChange, CHANGE_OPTIONS, changeOf } from "../change-option.ts";
import { type Command, type CommandCall, type CommandContext, EXIT, UsageError } from "../command.ts";
import { formatJson } from "../terminal.ts";

export const instructions: Command = {
  name: "instructions",
  summary: "Print or install instructions for assistants",
  usage: `<${TEXT_KINDS.join(" | ")}> [options]`,
  details: `The instructions tell an assistant when to recall and to capture. The files are
CLAUDE.md, AGENTS.md, .cursor/rules/recollect.mdc and GEMINI.md in this folder.
Without --write or --remove, the text is printed.`,
  options: {
    ...CHANGE_OPTIONS,
    user: { type: "boolean", short: "u", help: "Use your own file, which applies to every project." },
    file: { type: "string", value: "FILE", help: "Use another file." },
  },
  words: [1, 1],
  async run(call, context) {
    const kind = parseKind(call.words[0] ?? "");
    const file = fileOf(kind, call, context);
    const change = changeOf(call, "instructions");
    if (change !== null) {
      const edit = change === "write" ? insertInstructions : removeInstructions;
      const isProject = call.text("file") === undefined && !call.flag("user");
      const target = { path: file, project: isProject ? context.folder : null };
      return await applyChange(target, (text) => edit(text, kind), call, context);
    }
    const { text } = insertInstructions("", kind);
    context.terminal.print(call.json ? formatJson({ kind, file, text }) : text.trimEnd());
    return EXIT.ok;
  },
};

function parseKind(word: string): TextKind {
  const kind = TEXT_KINDS.find((known) => known === word.toLowerCase());
  if (kind !== undefined) return kind;
  throw new UsageError(`There are instructions only for ${TEXT_KINDS.join(", ")}.`, "instructions");
}

function fileOf(kind: TextKind, call: CommandCall, context: CommandContext): string {
  const given = call.text("file");
  if (given !== undefined) return path.resolve(context.folder, given);
  if (!call.flag("user")) return projectInstructionFile(kind, context.folder);
  const file = userInstructionFile(kind, context);
  if (file === null) {
    throw new UsageError("Cursor has no such file. Paste the text into Cursor's settings under Rules.", "instructions");
  }
  return file;
}
