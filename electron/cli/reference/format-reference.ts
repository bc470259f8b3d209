import type { CommandHelp, CommandName } from "../../text/command-line.ts";
import type { Action } from "../command.ts";
import { GROUPS, loadCommand, OTHER_COMMANDS } from "../commands.ts";
import { type ActionHelp, describeAction } from "../help.ts";
import { formatShape, RESULTS, TYPES } from "./json-results.ts";

/** Returns the reference of all commands in Markdown, from the declarations and the English help. */
export async function formatReference(help: CommandHelp): Promise<string> {
  const parts: string[] = [];
  for (const [group, names] of Object.entries(GROUPS)) {
    parts.push(`### ${help.general.groups[group as keyof typeof help.general.groups].replace(/:$/, "")}`);
    for (const name of names) parts.push(await formatCommand(name, help));
  }
  return parts.join("\n\n");
}

/** Returns the forms of the results with `--json` in Markdown. */
export function formatResults(): string {
  const types = Object.entries(TYPES).map(([name, shape]) => `${name} = ${formatShape(shape)}`);
  const results = Object.entries(RESULTS).map(
    ([name, shape]) => `recollect ${name} --json\n  ${formatShape(shape, "  ")}`,
  );
  return `\`\`\`text\n${[...types, ...results].join("\n\n")}\n\`\`\``;
}

async function formatCommand(name: CommandName, help: CommandHelp): Promise<string> {
  const isOther = OTHER_COMMANDS.some((other) => other === name);
  const command: Action = isOther ? {} : ((await loadCommand(name)) ?? {});
  const own = describeAction([name], command, help);
  const actions = actionsOf([name], command, help);
  const options = new Map(
    [own, ...actions].flatMap(({ options: all }) => all.map(([option, text]) => [option.flags, text])),
  );
  const examples = [...new Set([own, ...actions].flatMap((each) => each.examples))];
  return [
    `#### \`recollect ${name}\``,
    `${own.summary}.`,
    actions.length === 0
      ? `\`\`\`text\n${own.usage}\n\`\`\``
      : tableOf(
          ["action", "purpose"],
          actions.map((each) => [`\`${usageOf(each)}\``, each.summary]),
        ),
    details(own),
    ...actions.map((each) =>
      each.details === "" ? "" : `\`${each.usage.split(" ").slice(1, 3).join(" ")}\`: ${details(each)}`,
    ),
    options.size === 0
      ? ""
      : tableOf(
          ["option", "meaning"],
          [...options].map(([flags, text]) => [`\`${flags}\``, text]),
        ),
    examples.length === 0 ? "" : `\`\`\`sh\n${examples.join("\n")}\n\`\`\``,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** All actions of a command that run, including nested ones. */
function actionsOf(path: readonly string[], action: Action, help: CommandHelp): readonly ActionHelp[] {
  return Object.entries(action.actions ?? {}).flatMap(([name, nested]) => {
    const own = [...path, name];
    return nested.actions === undefined ? [describeAction(own, nested, help)] : actionsOf(own, nested, help);
  });
}

function usageOf({ usage, options }: ActionHelp): string {
  const flags = options.map(([{ name }]) => `--${name}`);
  return [usage.replace(/ \[options\]$/, ""), ...flags].join(" ");
}

/** Indented lines are a block of their own. */
function details({ details: text }: ActionHelp): string {
  return text
    .split("\n\n")
    .map((part) => (/^ /m.test(part) ? `\`\`\`text\n${part}\n\`\`\`` : part))
    .join("\n\n");
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const plain = (cell: string) => cell.replaceAll("|", "\\|").replaceAll("\n", " ");
  const line = (cells: readonly string[]) => `| ${cells.map(plain).join(" | ")} |`;
  return [line(head), `|${head.map(() => "---").join("|")}|`, ...rows.map(line)].join("\n");
}
