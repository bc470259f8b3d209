import { claudeHooks, insertClaudeHooks, removeClaudeHooks } from "../../clients/instructions/claude-hooks.ts";
import { claudeSettingsFile } from "../../clients/instructions/instruction-files.ts";
import { applyChange, CHANGE_OPTIONS, changeOf } from "../change-option.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { ownCommand } from "../own-command.ts";

export const hooks: Command = {
  name: "hooks",
  summary: "Claude Code's hooks: recall at the start, reminders later",
  usage: "[options]",
  details: `They are in the settings of Claude Code, ~/.claude/settings.json. SessionStart tells what is known about the project,
PreCompact has the summary keep what should be captured, Stop reminds once of capturing after files were changed.
Where Recollect does not run they do nothing. Without --write or --remove the entries are printed.`,
  options: CHANGE_OPTIONS,
  words: [0, 0],
  async run(call, context) {
    const { platform, terminal } = context;
    const file = claudeSettingsFile(context);
    const command = ownCommand(context);
    const change = changeOf(call, "hooks");
    if (change === "write")
      return await applyChange(file, (text) => insertClaudeHooks(text, command, platform), call, terminal);
    if (change === "remove") return await applyChange(file, removeClaudeHooks, call, terminal);
    const entries = Object.entries(claudeHooks(command, platform)).map(([event, entry]) => [event, [entry]] as const);
    terminal.note(`For ${file}:`);
    terminal.print(JSON.stringify({ hooks: Object.fromEntries(entries) }, null, 2));
    return EXIT.ok;
  },
};
