import { claudeHooks, insertClaudeHooks, removeClaudeHooks } from "../../connect/instructions/claude-hooks.ts";
import { claudeSettingsFile } from "../../connect/instructions/instruction-files.ts";
import { applyChange, CHANGE_OPTIONS, changeOf } from "../change-option.ts";
import type { Command } from "../command.ts";
import { ownCommand } from "../own-command.ts";

export const hooks: Command = {
  name: "hooks",
  examples: ["recollect hooks", "recollect hooks --write --dry-run"],
  options: CHANGE_OPTIONS,
  async run(call, context) {
    const { platform, terminal, text } = context;
    const file = claudeSettingsFile(context);
    const target = { path: file, project: null };
    const command = ownCommand(context);
    const change = changeOf(call, text);
    if (change === "write")
      return await applyChange(target, (settings) => insertClaudeHooks(settings, command, platform), call, context);
    if (change === "remove") return await applyChange(target, removeClaudeHooks, call, context);
    const entries = Object.entries(claudeHooks(command, platform)).map(([event, entry]) => [event, [entry]] as const);
    terminal.note(text.connect.hooksFor(file));
    terminal.printJson({ hooks: Object.fromEntries(entries) });
  },
};
