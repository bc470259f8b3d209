import { similarNames } from "../core/util/similar-names.ts";
import type { CommandHelp, CommandName, CommandText } from "../text/command-line.ts";
import { type Action, type Command, type CommandCall, UsageError } from "./command.ts";
import { FORMER_NAMES, GROUPS, loadCommand, OTHER_COMMANDS } from "./commands.ts";
import { COMMON_OPTIONS, findAction, readOption } from "./declaration.ts";
import { parseCall, withSuggestion } from "./parse.ts";
import type { Terminal } from "./terminal.ts";

interface Words {
  readonly terminal: Terminal;
  readonly text: CommandText;
  /** The help is loaded only if it is printed. */
  loadHelp(): Promise<CommandHelp>;
}

type Run = (action: Action, call: CommandCall, command: Command) => Promise<void>;

/**
 * Parses a command line, and runs its command or prints the requested help.
 * @throws UsageError, and the errors of `run`
 */
export async function runProgram(args: readonly string[], words: Words, run: Run): Promise<void> {
  const given = withCurrentName(withNameFirst(args));
  const [name = "help", ...rest] = given;
  if (name === "help" || name === "--help" || name === "-h") return await printHelp(withCurrentName(rest), words);
  const command = await findCommand(name, words.text);
  const end = rest.indexOf("--");
  const own = end === -1 ? rest : rest.slice(0, end);
  if (own.includes("--help") || own.includes("-h")) return await printHelp([name, ...own], words);
  const { action, rest: left, unknown } = findAction(command, rest, [name]);
  if (action.run === undefined) throw new UsageError(actionProblem(action, unknown, words.text));
  await run(action, parseCall(action, left, words.text), command);
}

/** Returns a command by its name. @throws UsageError, which names similar commands */
async function findCommand(name: string, { usage }: CommandText): Promise<Command> {
  const command = await loadCommand(name);
  if (command !== null) return command;
  const similar = similarNames(name, commandNames(), 2);
  throw new UsageError(withSuggestion(usage.unknownCommand(name), similar, usage));
}

/** Every name that a person can enter as a command. */
export function commandNames(): readonly string[] {
  return [...new Set([...Object.values(GROUPS).flat(), ...Object.keys(FORMER_NAMES), "help", "version"])];
}

function actionProblem({ actions = {} }: Action, unknown: string | null, { usage }: CommandText): string {
  const names = Object.keys(actions);
  if (unknown === null) return usage.pass(names);
  return withSuggestion(usage.unknownAction(unknown), similarNames(unknown, names, 2), usage);
}

async function printHelp(args: readonly string[], { terminal, text, loadHelp }: Words): Promise<void> {
  const { formatHelp, formatOverview } = await import("./help.ts");
  const help = await loadHelp();
  const [name, ...rest] = args.filter((word) => !word.startsWith("-"));
  if (name === undefined) return await terminal.page(formatOverview(GROUPS, help, terminal));
  if (OTHER_COMMANDS.some((other) => other === name)) {
    return await terminal.page(formatHelp([name], {}, help, terminal));
  }
  const command = await findCommand(name, text);
  let [action, path]: [Action, string[]] = [command, [name]];
  for (const word of rest) {
    const current = action.formerActions?.[word] ?? word;
    const nested: Action | undefined = Object.hasOwn(action.actions ?? {}, current)
      ? action.actions?.[current]
      : undefined;
    // Further words are arguments of the action.
    if (nested === undefined && action.actions === undefined) break;
    if (nested === undefined) throw new UsageError(actionProblem(action, word, text));
    [action, path] = [nested, [...path, current]];
  }
  await terminal.page(formatHelp(path, action, help, terminal));
}

/** Moves common options before the command to its end of the line: `recollect --json list`. */
function withNameFirst(args: readonly string[]): readonly string[] {
  const common = COMMON_OPTIONS.map(readOption);
  const before: string[] = [];
  let at = 0;
  for (; at < args.length; at++) {
    const [flag = ""] = (args[at] ?? "").split("=");
    const option = common.find(({ name }) => `--${name}` === flag);
    if (option === undefined) break;
    before.push(args[at] ?? "");
    if (option.value !== null && args[at] === flag) before.push(args[++at] ?? "");
  }
  const name = args[at];
  return name === undefined ? ["help"] : [name, ...before, ...args.slice(at + 1)];
}

/** Replaces a former name of a command by the present words. */
function withCurrentName(args: readonly string[]): readonly string[] {
  const [name = "", ...rest] = args;
  const current = Object.hasOwn(FORMER_NAMES, name) ? FORMER_NAMES[name as keyof typeof FORMER_NAMES] : undefined;
  if (current === undefined) return args;
  return typeof current === "function" ? current(rest) : [...current, ...rest];
}

/** Whether a name is a command that has help. */
export function isCommandName(name: string): name is CommandName {
  return Object.values(GROUPS)
    .flat()
    .some((known) => known === name);
}
