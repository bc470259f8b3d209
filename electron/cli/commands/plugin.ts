import type { PluginPreview } from "../../core/plugin.ts";
import type { CommandText } from "../../text/command-line.ts";
import { type Command, UsageError } from "../command.ts";
import { openPlugins } from "../open-plugins.ts";
import { describeTemporaryCopy } from "../own-command.ts";
import { printPluginPlan } from "../print-plugin-plan.ts";

export const plugin: Command = {
  name: "plugin",
  arguments: "[client]",
  options: ["-r, --remove", "-s, --status", "--dry-run"],
  async run(call, context) {
    const { terminal, text } = context;
    const id = call.words[0]?.toLowerCase();
    const plugins = await openPlugins(context);
    if (id === undefined || call.flag("status")) {
      const known = (await plugins.list()).filter(({ clientId }) => id === undefined || clientId === id);
      if (known.length === 0) throw new UsageError(text.plugin.none(id ?? ""));
      if (call.json) terminal.printJson(known);
      else
        for (const each of known) terminal.print(`${each.clientId.padEnd(16)} ${each.title.padEnd(24)} ${each.state}`);
      return;
    }
    const preview = await plugins.plan(id, call.flag("remove") ? "remove" : "install");
    const applies = !call.flag("dry-run");
    const temporary = preview.action === "remove" || call.json ? null : describeTemporaryCopy(context);
    if (!call.json) await printPluginPlan(preview, terminal);
    if (applies) await plugins.apply(preview.id);
    if (call.json) terminal.printJson({ ...preview, applied: applies && preview.missingProgram === null });
    else terminal.note([summaryOf(preview, applies, text), temporary ?? ""].join("\n").trimEnd());
  },
};

function summaryOf(preview: PluginPreview, applies: boolean, { plugin: words }: CommandText): string {
  const { title, action, missingProgram, folder, steps } = preview;
  if (!applies) return words.unchanged;
  if (steps.every(({ kind }) => kind === "generate")) return words.inFolder(folder);
  if (missingProgram !== null && steps.some(({ kind }) => kind === "run")) {
    return `${action === "remove" ? words.removed : words.generated} ${words.programMissing(missingProgram)}`;
  }
  return words.done[action](title);
}
