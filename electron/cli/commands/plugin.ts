import type { PluginPreview } from "../../core/plugin.ts";
import { type Command, EXIT, UsageError } from "../command.ts";
import { openPlugins } from "../open-plugins.ts";
import { describeTemporaryCopy } from "../own-command.ts";
import { printPluginPlan } from "../print-plugin-plan.ts";
import { formatJson } from "../terminal.ts";

export const plugin: Command = {
  name: "plugin",
  summary: "Install a plugin with hooks and skills in a client",
  usage: "[<client>] [options]",
  details: `Without a client, lists the plugins and their state. A plugin starts Recollect's
stdio server, has the skills, and with the client's hooks recalls memories at the
start of a session and for each prompt. It is generated in the data folder and
installed by the client's own command. If that program is not found, run the
printed commands yourself. A plugin replaces the entry in the client's
configuration file, and removing it restores the entry.`,
  options: {
    remove: { type: "boolean", short: "r", help: "Remove the plugin and restore the client's file." },
    status: { type: "boolean", short: "s", help: "Only print the state of the plugin." },
    "dry-run": { type: "boolean", help: "Only show what would be written and run." },
  },
  words: [0, 1],
  async run(call, context) {
    const { terminal } = context;
    const id = call.words[0]?.toLowerCase();
    const plugins = await openPlugins(context);
    if (id === undefined || call.flag("status")) {
      const known = (await plugins.list()).filter(({ clientId }) => id === undefined || clientId === id);
      if (known.length === 0) throw new UsageError(`There is no plugin for "${id}".`, "plugin");
      if (call.json) terminal.print(formatJson(known));
      else
        for (const each of known) terminal.print(`${each.clientId.padEnd(16)} ${each.title.padEnd(24)} ${each.state}`);
      return EXIT.ok;
    }
    const preview = await plugins.plan(id, call.flag("remove") ? "remove" : "install");
    const applies = !call.flag("dry-run");
    const temporary = preview.action === "remove" || call.json ? null : describeTemporaryCopy(context.entry);
    if (!call.json) await printPluginPlan(preview, terminal);
    if (applies) await plugins.apply(preview.id);
    if (call.json) terminal.print(formatJson({ ...preview, applied: applies && preview.missingProgram === null }));
    else terminal.note([summaryOf(preview, applies), temporary ?? ""].join("\n").trimEnd());
    return EXIT.ok;
  },
};

function summaryOf({ title, action, missingProgram, folder, steps }: PluginPreview, applies: boolean): string {
  if (!applies) return "Nothing was changed.";
  if (steps.every(({ kind }) => kind === "generate"))
    return `The plugin is in ${folder}. Add this folder to your client.`;
  if (missingProgram !== null && steps.some(({ kind }) => kind === "run")) {
    const generated = action === "remove" ? "The folder of the plugin was deleted." : "The plugin was generated.";
    return `${generated} The program ${missingProgram} was not found: run the commands above.`;
  }
  const past = { install: "installed in", update: "updated in", remove: "removed from" }[action];
  return `The plugin was ${past} ${title}. New sessions use it.`;
}
