import { claudeHooks, insertClaudeHooks, removeClaudeHooks } from "../../connect/instructions/claude-hooks.ts";
import { claudeSettingsFile } from "../../connect/instructions/instruction-files.ts";
import { applyChange, CHANGE_OPTIONS, changeOf } from "../change-option.ts";
import { type Command, EXIT } from "../command.ts";
import { ownCommand } from "../own-command.ts";
import { formatJson } from "../terminal.ts";

export const hooks: Command = {
  name: "hooks",
  summary: "Print or install hooks for Claude Code",
  usage: "[options]",
  details: `The hooks are in the settings of Claude Code, ~/.claude/settings.json.
SessionStart adds memories of the project to the conversation, UserPromptSubmit
what is relevant to a prompt, PreCompact asks the summary to list facts to
capture, and Stop reminds once to capture after files were changed. If Recollect
is not running, they do nothing.
Without --write or --remove, the entries are printed.`,
  options: CHANGE_OPTIONS,
  words: [0, 0],
  async run(call, context) {
    const { platform, terminal } = context;
    const file = claudeSettingsFile(context);
    const target = { path: file, project: null };
    const command = ownCommand(context);
    const change = changeOf(call, "hooks");
    if (change === "write")
      return await applyChange(target, (text) => insertClaudeHooks(text, command, platform), call, context);
    if (change === "remove") return await applyChange(target, removeClaudeHooks, call, context);
    const entries = Object.entries(claudeHooks(command, platform)).map(([event, entry]) => [event, [entry]] as const);
    terminal.note(`For ${file}:`);
    terminal.print(formatJson({ hooks: Object.fromEntries(entries) }));
    return EXIT.ok;
  },
};
