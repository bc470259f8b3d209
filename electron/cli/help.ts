import type { CommandHelp, CommandName } from "../text/command-line.ts";
import type { Action } from "./command.ts";
import { COMMON_OPTIONS, type OptionDeclaration, readOption } from "./declaration.ts";
import { displayWidth, padWidth } from "./display-width.ts";
import type { Terminal } from "./terminal.ts";

/** The texts of a command. Its options and actions are by name. */
interface HelpText {
  readonly summary: string;
  readonly details?: string;
  readonly options?: Readonly<Record<string, string>>;
  readonly actions?: Readonly<Record<string, string>>;
  readonly actionDetails?: Readonly<Record<string, string>>;
}

/** The help of an action, for the terminal and the guide. */
export interface ActionHelp {
  readonly usage: string;
  readonly summary: string;
  readonly details: string;
  readonly actions: readonly (readonly [name: string, summary: string])[];
  readonly options: readonly (readonly [option: OptionDeclaration, description: string])[];
  readonly examples: readonly string[];
}

const MAX_WIDTH = 100;
const INDENT = "  ";

/** Collects the help of an action. @param path the command's name and the words that lead to the action */
export function describeAction(path: readonly string[], action: Action, help: CommandHelp): ActionHelp {
  const [command = "", ...rest] = path;
  const texts = help.commands[command as CommandName] as HelpText;
  const name = rest.at(-1);
  const isCommand = name === undefined;
  const actions = Object.keys(action.actions ?? {}).map((each) => [each, texts.actions?.[each] ?? ""] as const);
  const options = (action.options ?? []).map((flags) => {
    const option = readOption(flags);
    const description = texts.options?.[option.name] ?? help.options[option.name as keyof typeof help.options];
    if (description === undefined) throw new Error(`The option --${option.name} of ${path.join(" ")} has no help.`);
    return [option, description] as const;
  });
  return {
    usage: [
      "recollect",
      ...path,
      actions.length === 0 ? null : "<action>",
      action.arguments,
      options.length === 0 ? null : "[options]",
    ]
      .filter(Boolean)
      .join(" "),
    summary: isCommand ? texts.summary : (texts.actions?.[name] ?? ""),
    details: (isCommand ? texts.details : texts.actionDetails?.[name]) ?? "",
    actions,
    options,
    examples: action.examples ?? [],
  };
}

/** Formats the help of a command or action. */
export function formatHelp(path: readonly string[], action: Action, help: CommandHelp, terminal: Terminal): string {
  const width = Math.min(MAX_WIDTH, terminal.width);
  const { usage, summary, details, actions, options, examples } = describeAction(path, action, help);
  const { titles, fullStop } = help.general;
  const title = (text: string) => terminal.bold(text);
  const common = COMMON_OPTIONS.map((flags) => `--${readOption(flags).name}`);
  return [
    `${summary}${fullStop}`,
    `${title(titles.usage)}\n${INDENT}${usage}`,
    details === ""
      ? ""
      : details
          .split("\n\n")
          .map((part) => formatPart(part, width))
          .join("\n\n"),
    listOf(title(titles.actions), actions, width),
    listOf(
      title(titles.options),
      options.map(([{ flags }, text]) => [flags, text] as const),
      width,
    ),
    examples.length === 0
      ? ""
      : `${title(titles.examples)}\n${examples.map((line) => `${INDENT}$ ${line}`).join("\n")}`,
    wrap(help.general.commonOptions([...common, "--help"].join(", ")), width).join("\n"),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** Formats the list of all commands. @param groups the commands by the keys of their titles */
export function formatOverview(
  groups: Readonly<Record<string, readonly CommandName[]>>,
  help: CommandHelp,
  terminal: Terminal,
): string {
  const width = Math.min(MAX_WIDTH, terminal.width);
  const { general, commands, options } = help;
  const names = Object.values(groups).flat();
  const longest = Math.max(...names.map((name) => name.length));
  const lists = Object.entries(groups).map(([group, members]) =>
    listOf(
      terminal.bold(general.groups[group as keyof typeof general.groups]),
      members.map((name) => [name, commands[name].summary] as const),
      width,
      longest,
    ),
  );
  const common = [...COMMON_OPTIONS, "-h, --help"].map((flags) => {
    const { name } = readOption(flags);
    return [flags, options[name as keyof typeof options]] as const;
  });
  return [
    `${general.description}`,
    `${terminal.bold(general.titles.usage)}\n${INDENT}recollect <command> [<action>] [options]`,
    ...lists,
    listOf(terminal.bold(general.titles.options), common, width),
    general.footer,
  ].join("\n\n");
}

function listOf(
  title: string,
  entries: readonly (readonly [term: string, text: string])[],
  width: number,
  atLeast = 0,
): string {
  if (entries.length === 0) return "";
  const terms = Math.min(34, Math.max(atLeast, ...entries.map(([term]) => displayWidth(term))));
  const column = INDENT.length + terms + 2;
  const lines = entries.flatMap(([term, text]) => {
    const [first = "", ...others] = wrap(text, Math.max(24, width - column));
    const isLong = displayWidth(term) > terms;
    const start = isLong
      ? [`${INDENT}${term}`, " ".repeat(column) + first]
      : [`${INDENT}${padWidth(term, terms)}  ${first}`.trimEnd()];
    return [...start, ...others.map((line) => " ".repeat(column) + line)];
  });
  return `${title}\n${lines.join("\n")}`;
}

/** Lines that start with spaces stay as they are. */
function formatPart(part: string, width: number): string {
  const lines = part.split("\n");
  if (lines.some((line) => line.startsWith(" "))) return part;
  return wrap(lines.join("\n"), width).join("\n");
}

/** Wraps a text at spaces, and between wide characters. Line feeds between words are spaces. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of wordsOf(text)) {
    if (line !== "" && displayWidth(line + word.trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = "";
    }
    line += line === "" ? word.trimStart() : word;
  }
  return [...lines, line.trimEnd()];
}

/** Words with their following spaces; each wide character is a word, with the punctuation that follows it. */
function wordsOf(text: string): readonly string[] {
  const joined = text
    .replace(/(?<=[\u3000-\u9fff\uff00-\uffef])\n(?=[\u3000-\u9fff\uff00-\uffef])/g, "")
    .replace(/\n/g, " ");
  return (
    joined.match(
      /[\u3041-\u9fff][\u3000-\u3003\u3009\u300b\u300d\u300f\u3011\uff01\uff09\uff0c\uff1a\uff1b\uff1f\u201d]*|[^\s\u3041-\u9fff]+\s*|\s+/g,
    ) ?? []
  );
}
