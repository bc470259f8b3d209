import { Command as CommanderCommand, CommanderError, Option } from "commander";
import type { CommandText } from "../text/command-line.ts";
import { type Action, type Command, type CommandCall, createCall, UsageError } from "./command.ts";
import type { Terminal } from "./terminal.ts";

/** The options of every command. */
const COMMON_OPTIONS = ["--json", "--no-start"];
/** Commands that the entry runs without this parser. */
const OTHER_COMMANDS = ["hook", "mcp", "serve"] as const;
const HELP_WIDTH = 90;

interface Help {
  readonly summary: string;
  readonly details?: string;
  readonly options?: Readonly<Record<string, string>>;
  readonly actions?: Readonly<Record<string, string>>;
}

type Run = (action: Action, call: CommandCall) => Promise<void>;

/**
 * Parses a command line, and runs its command or prints the requested help.
 * @throws UsageError, and the errors of `run`
 */
export async function runProgram(
  args: readonly string[],
  commands: readonly Command[],
  { terminal, text }: { readonly terminal: Terminal; readonly text: CommandText },
  run: Run,
): Promise<void> {
  const program = new CommanderCommand("recollect")
    .description(text.help.description)
    .addHelpText("after", `\n${text.help.footer}`)
    .helpCommand(false)
    .helpOption("-h, --help", text.options.help)
    .exitOverride()
    .configureOutput({
      writeOut: (help) => terminal.print(help.trimEnd()),
      writeErr: () => undefined,
      outputError: () => undefined,
      getOutHelpWidth: () => HELP_WIDTH,
      getOutHasColors: () => false,
    })
    .configureHelp({
      subcommandTerm: (command) => command.name(),
      styleTitle: (title) => text.help.titles[title as keyof typeof text.help.titles] ?? title,
    });
  for (const command of commands) add(program, command.name, command, text.commands[command.name], text, run);
  for (const name of OTHER_COMMANDS) program.command(name).description(text.commands[name].summary);
  const [name = ""] = args;
  const command = commands.find((known) => known.name === name);
  const all = command === undefined ? args : [name, ...withAction(args.slice(1), command)];
  try {
    await program.parseAsync([...all], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) throw new UsageError(describeProblem(error, command !== undefined, text));
  }
}

function add(parent: CommanderCommand, name: string, action: Action, help: Help, text: CommandText, run: Run): void {
  const command = parent.command(name);
  const isAction = parent.parent !== null;
  const summary = isAction ? (help.actions?.[name] ?? "") : help.summary;
  const details = isAction || help.details === undefined ? "" : `\n\n${help.details}`;
  command.summary(summary).description(`${summary}${text.help.fullStop}${details}`).helpCommand(false);
  for (const [each, nested] of Object.entries(action.actions ?? {})) add(command, each, nested, help, text, run);
  if (action.run === undefined) return;
  const options = [...(action.options ?? []), ...COMMON_OPTIONS].map((flags) => {
    const option = new Option(flags);
    const key = option.name() as keyof typeof text.options;
    const description = help.options?.[key] ?? text.options[key];
    if (description === undefined) throw new Error(`The option --${key} of ${name} has no help.`);
    option.description = description;
    if (!option.variadic) return option;
    // A repeatable option has one value each time.
    option.variadic = false;
    return option.argParser((value: string, values: readonly string[] = []) => [...values, value]);
  });
  for (const option of options) command.addOption(option);
  if (action.arguments !== undefined) command.arguments(action.arguments);
  command.action(async () => {
    const values = Object.fromEntries(
      options.map((option) => [option.name(), command.getOptionValue(option.attributeName())]),
    );
    await run(action, createCall(values, command.args, text));
  });
}

/** Puts the action in front of options that precede it. Without an action, adds the default. */
function withAction(args: readonly string[], { actions }: Action): readonly string[] {
  if (actions === undefined || args.includes("--help") || args.includes("-h")) return args;
  const startsWithWord = args[0]?.startsWith("-") === false;
  const at = startsWithWord ? 0 : args.findIndex((word) => Object.hasOwn(actions, word));
  const isDefault = args.every((word) => word.startsWith("-"));
  const name = (isDefault ? Object.keys(actions)[0] : args[at]) ?? "";
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (action === undefined) return args;
  return [name, ...withAction(isDefault ? args : args.toSpliced(at, 1), action)];
}

function describeProblem({ code, message }: CommanderError, isAction: boolean, { usage }: CommandText): string {
  const [, named = ""] = /'([^']*)'/.exec(message) ?? [];
  const [, similar = null] = /Did you mean (?:one of )?([^?]{0,200})\?\)/.exec(message) ?? [];
  const suggestion = similar === null ? "" : ` ${usage.didYouMean(similar)}`;
  switch (code) {
    case "commander.unknownCommand":
      return `${isAction ? usage.unknownAction(named) : usage.unknownCommand(named)}${suggestion}`;
    case "commander.unknownOption":
      return `${usage.unknownOption(named)}${suggestion}`;
    case "commander.missingArgument":
      return usage.missingArgument(named);
    case "commander.optionMissingArgument":
      return usage.missingValue(named);
    case "commander.excessArguments":
      return usage.tooManyArguments;
    default:
      return message.replace(/^error: /, "");
  }
}
