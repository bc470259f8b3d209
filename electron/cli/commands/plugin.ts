import type { PluginPreview } from "../../core/plugin.ts";
import { similarNames } from "../../core/util/similar-names.ts";
import type { CommandText } from "../../text/command-line.ts";
import { type Command, type CommandCall, type CommandContext, UsageError } from "../command.ts";
import { openPlugins } from "../open-plugins.ts";
import { LIST_OUTPUT, printList } from "../output.ts";
import { describeTemporaryCopy } from "../own-command.ts";
import { withSuggestion } from "../parse.ts";
import { printPluginPlan } from "../print-plugin-plan.ts";

export const plugins: Command = {
  name: "plugins",
  examples: ["recollect plugins", "recollect plugins install claude-code --dry-run"],
  actions: {
    list: { arguments: "[CLIENT]", options: LIST_OUTPUT, examples: ["recollect plugins list"], run: list },
    install: {
      arguments: "<CLIENT>",
      options: ["--dry-run"],
      examples: ["recollect plugins install codex --dry-run"],
      run: (call, context) => change("install", call, context),
    },
    remove: {
      arguments: "<CLIENT>",
      options: ["--dry-run"],
      examples: ["recollect plugins remove codex --dry-run"],
      run: (call, context) => change("remove", call, context),
    },
  },
};

async function list(call: CommandCall, context: CommandContext): Promise<void> {
  const { terminal, text } = context;
  const id = call.words[0]?.toLowerCase();
  const all = await (await openPlugins(context)).list();
  const known = all.filter(({ clientId }) => id === undefined || clientId === id);
  if (known.length === 0)
    throw new UsageError(
      unknownPlugin(
        id ?? "",
        all.map(({ clientId }) => clientId),
        text,
      ),
    );
  const { states } = text.plugin;
  await printList(call, context, {
    json: known,
    items: known,
    form: {
      columns: [
        { title: text.columns.client, min: 16 },
        { title: text.columns.id },
        {
          title: text.columns.state,
          style: (state) =>
            state === states.installed
              ? terminal.green(state)
              : state === states.outdated
                ? terminal.yellow(state)
                : terminal.faint(state),
        },
      ],
      cells: ({ clientId, title, state }) => [title, clientId, states[state]],
    },
    empty: "",
  });
}

async function change(action: "install" | "remove", call: CommandCall, context: CommandContext): Promise<void> {
  const { terminal, text } = context;
  const id = (call.words[0] ?? "").toLowerCase();
  const opened = await openPlugins(context);
  const ids = (await opened.list()).map(({ clientId }) => clientId);
  if (!ids.includes(id)) throw new UsageError(unknownPlugin(id, ids, text));
  const preview = await opened.plan(id, action);
  const applies = !call.flag("dry-run");
  const temporary = preview.action === "remove" || call.json ? null : describeTemporaryCopy(context);
  if (!call.json) await printPluginPlan(preview, terminal);
  if (applies) await opened.apply(preview.id);
  if (call.json) terminal.printJson({ ...preview, applied: applies && preview.missingProgram === null });
  else terminal.note([summaryOf(preview, applies, text), temporary ?? ""].join("\n").trimEnd());
}

function unknownPlugin(id: string, known: readonly string[], text: CommandText): string {
  const similar = similarNames(id, known, 2);
  return withSuggestion(text.plugin.none(id), similar, text.usage);
}

function summaryOf(preview: PluginPreview, applies: boolean, { plugin: words }: CommandText): string {
  const { title, action, missingProgram, folder, steps } = preview;
  if (!applies) return words.unchanged;
  if (steps.every(({ kind }) => kind === "generate")) return words.inFolder(folder);
  if (missingProgram !== null && steps.some(({ kind }) => kind === "run")) {
    return `${action === "remove" ? words.removed : words.generated} ${words.programMissing(missingProgram)}`;
  }
  return words.done[action](title);
}
