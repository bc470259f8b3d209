import { readFileSync } from "node:fs";
import path from "node:path";
import { similarNames } from "../core/util/similar-names.ts";
import { type DataFiles, dataFiles, dataFolder } from "../platform/paths.ts";
import { APP_VERSION } from "../platform/version.ts";
import { AppUnavailable } from "../shim/app-unavailable.ts";
import { clientFolder, detectProject } from "../shim/project.ts";
import {
  type CommandHelp,
  type CommandName,
  type CommandText,
  loadCommandHelp,
  loadCommandText,
} from "../text/command-line.ts";
import { errorText } from "../text/error-text.ts";
import { RecollectError, toErrorBody } from "../text/errors.ts";
import { LANGUAGE_CHOICES, type LanguageChoice } from "../text/language.ts";
import { type AppClient, attachOnly, createAppClient, startingLocator } from "./app-client.ts";
import {
  type Action,
  type Command,
  type CommandCall,
  type CommandContext,
  type CommandProcess,
  EXIT,
  type ExitCode,
  InputEnded,
  UsageError,
} from "./command.ts";
import { CATALOGUE, FORMER_NAMES, GROUPS, loadCommand, OTHER_COMMANDS } from "./commands.ts";
import { COMMON_OPTIONS, findAction, readOption } from "./declaration.ts";
import { DryRunEnded, withoutWrites } from "./dry-run.ts";
import { parseCall, withSuggestion } from "./parse.ts";
import { COLOR_CHOICES, createTerminal, formatJson, type Terminal } from "./terminal.ts";

type Output = Pick<CommandContext, "terminal" | "text" | "loadHelp">;

/** Runs a command line. Errors are printed. */
export async function runCommandLine(args: readonly string[], own: CommandProcess): Promise<ExitCode> {
  const { stdout, stderr, env, platform, home } = own;
  const files = dataFiles(dataFolder(env, platform, home));
  const color = COLOR_CHOICES.find((choice) => choice === colorIn(args));
  const pager = args.includes("--no-pager") ? null : (own.page ?? undefined);
  const terminal = createTerminal(stdout, stderr, env, { color, pager });
  const output = { terminal, text: await loadOwnText(files, own), loadHelp: () => loadOwnHelp(files, own) };
  return await execute(args, own, files, output).catch((error: unknown) => printError(error, args, output));
}

/** Returns the words of the command line in the owner's language. */
export function loadOwnText({ settings }: DataFiles, system: System): Promise<CommandText> {
  return loadCommandText(readLanguage(settings), systemLanguages(system));
}

function loadOwnHelp({ settings }: DataFiles, system: System): Promise<CommandHelp> {
  return loadCommandHelp(readLanguage(settings), systemLanguages(system));
}

type System = Pick<CommandProcess, "env" | "platform">;

/** On Linux the variables of the locale say the language, as in `zh_CN.UTF-8`. Elsewhere `Intl` does, which loads slowly. */
function systemLanguages({ env, platform }: System): readonly string[] {
  if (platform !== "linux") return [Intl.DateTimeFormat().resolvedOptions().locale];
  const [locale = ""] = (env.LC_ALL || env.LC_MESSAGES || env.LANG || "en").split(/[.@]/);
  return [locale === "C" || locale === "POSIX" ? "en" : locale.replaceAll("_", "-")];
}

/** The value of `--color`, which the terminal needs before the command line is parsed. */
function colorIn(args: readonly string[]): string | undefined {
  const end = args.indexOf("--");
  const own = end === -1 ? args : args.slice(0, end);
  const at = own.lastIndexOf("--color");
  return (
    own.findLast((word) => word.startsWith("--color="))?.slice("--color=".length) ??
    (at === -1 ? undefined : own[at + 1])
  );
}

/** The owner's choice in the application's settings, which may be missing. */
function readLanguage(settingsFile: string): LanguageChoice {
  try {
    const { language } = JSON.parse(readFileSync(settingsFile, "utf8")) as { readonly language?: unknown };
    return LANGUAGE_CHOICES.find((choice) => choice === language) ?? "system";
  } catch {
    return "system";
  }
}

async function execute(
  args: readonly string[],
  own: CommandProcess,
  files: DataFiles,
  output: Output,
): Promise<ExitCode> {
  const [name] = args;
  if (name === "--version" || name === "-v" || name === "version") {
    output.terminal.print(APP_VERSION);
    return EXIT.ok;
  }
  let code: ExitCode = EXIT.ok;
  if (name === undefined) {
    const { home } = await import("./home.ts");
    const context = createContext(own, files, output, true);
    return await home(context).finally(() => context.app.close());
  }
  await runProgram(args, output, async (action, call, command) => {
    call.choice("color", COLOR_CHOICES);
    const context = createContext(own, files, output, call.flag("no-start") || command.neverStarts === true);
    const isPreview = action.stopsBeforeWriting === true && call.flag("dry-run");
    try {
      const result = await action.run?.(call, isPreview ? { ...context, app: withoutWrites(context.app) } : context);
      if (typeof result === "number") code = result;
    } catch (error) {
      if (!(error instanceof DryRunEnded)) throw error;
      const line = args.filter((word) => word !== "--dry-run" && word !== "--json").join(" ");
      if (call.json) output.terminal.printJson({ would: line, written: false });
      else output.terminal.print(output.text.usage.dryRun(`recollect ${line}`));
    } finally {
      context.app.close();
    }
  });
  return code;
}

type Run = (action: Action, call: CommandCall, command: Command) => Promise<void>;

/**
 * Parses a command line, and runs its command or prints the requested help.
 * @throws UsageError, and the errors of `run`
 */
async function runProgram(args: readonly string[], output: Output, run: Run): Promise<void> {
  const given = withCurrentName(withNameFirst(args));
  const [name = "help", ...rest] = given;
  if (name === "help" || name === "--help" || name === "-h") return await printHelp(withCurrentName(rest), output);
  const command = await findCommand(name, output.text);
  const end = rest.indexOf("--");
  const own = end === -1 ? rest : rest.slice(0, end);
  if (own.includes("--help") || own.includes("-h")) return await printHelp([name, ...own], output);
  const { action, rest: left, unknown } = findAction(command, rest, [name]);
  if (action.run === undefined) throw new UsageError(actionProblem(action, unknown, output.text));
  await run(action, parseCall(action, left, output.text), command);
}

/** Returns a command by its name. @throws UsageError, which names similar commands */
async function findCommand(name: string, { usage }: CommandText): Promise<Command> {
  const command = await loadCommand(name);
  if (command !== null) return command;
  const similar = similarNames(name, commandNames(), 2);
  throw new UsageError(withSuggestion(usage.unknownCommand(name), similar, usage));
}

/** Every name that a person can enter as a command. */
function commandNames(): readonly string[] {
  return [...new Set([...Object.values(GROUPS).flat(), ...Object.keys(FORMER_NAMES), "help", "version"])];
}

function actionProblem({ actions = {} }: Action, unknown: string | null, { usage }: CommandText): string {
  const names = Object.keys(actions);
  if (unknown === null) return usage.pass(names);
  return withSuggestion(usage.unknownAction(unknown), similarNames(unknown, names, 2), usage);
}

async function printHelp(args: readonly string[], { terminal, text, loadHelp }: Output): Promise<void> {
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
function isCommandName(name: string): name is CommandName {
  return Object.values(GROUPS)
    .flat()
    .some((known) => known === name);
}

function createContext(own: CommandProcess, files: DataFiles, output: Output, noStart: boolean): CommandContext {
  const { stdout, stderr, env, platform, home, folder, entry } = own;
  const project = detectProject(
    clientFolder(env, () => folder),
    env,
    home,
  );
  const locator = noStart
    ? attachOnly(files.endpoint)
    : startingLocator(files.endpoint, async () => {
        const [{ createAppLocator }, { Diagnostics }] = await Promise.all([
          import("../shim/app-locator.ts"),
          import("../shim/diagnostics.ts"),
        ]);
        return createAppLocator(files, new Diagnostics(path.join(files.logs, "shim.log"), stderr), env);
      });
  const app =
    own.openApp?.(project) ?? withWaitingNote(createAppClient(locator, project), output.terminal, output.text);
  return {
    ...output,
    ...{ stdout, stderr, env, platform, home, folder, entry, files, app },
    commands: CATALOGUE,
    get stdin() {
      return own.stdin;
    },
  };
}

/** Requests that can take longer than a second, and whose command shows no progress of its own. */
const SLOW_REQUESTS =
  /^(?:servers\.(?:add|restart|move|return)|backups\.(?:make|verify|restore|compare)|updates\.(?:check|download)|conversations\.(?:survey|forget)|clientMemories\.(?:survey|scan)|memories\.movePlace|remoteDomains\.(?:add|status))$/;
const NOTE_INTERVAL_MS = 1_000;

/** Returns a client that shows on a terminal how long a request has taken, from the first second on. */
function withWaitingNote(app: AppClient, terminal: Terminal, { usage }: CommandText): AppClient {
  if (!terminal.showsProgress) return app;
  return {
    ...app,
    async ask(method, input) {
      if (!SLOW_REQUESTS.test(method)) return await app.ask(method, input);
      let seconds = 0;
      const timer = setInterval(() => {
        seconds += 1;
        terminal.progress(usage.working(seconds));
      }, NOTE_INTERVAL_MS);
      try {
        return await app.ask(method, input);
      } finally {
        clearInterval(timer);
        if (seconds > 0) terminal.progress("");
      }
    },
  };
}

function printError(error: unknown, args: readonly string[], { terminal, text }: Output): ExitCode {
  const json = args.includes("--json");
  if (error instanceof UsageError) {
    const [command = ""] = withCurrentName(args.filter((word) => !word.startsWith("-")));
    const help = `recollect help${isCommandName(command) ? ` ${command}` : ""}`;
    if (json) terminal.note(formatError("usage", error.message, help));
    else terminal.problem(`${error.message}${text.usage.gap}${text.usage.see(help)}`);
    return EXIT.usage;
  }
  if (error instanceof InputEnded) {
    terminal.note(json ? formatError("cancelled", text.input.unchanged) : text.input.unchanged);
    return EXIT.failed;
  }
  const isKnown = error instanceof RecollectError;
  const { message, hint } = isKnown
    ? errorText(toErrorBody(error), text)
    : { message: error instanceof Error ? error.message : String(error), hint: undefined };
  const code = error instanceof AppUnavailable ? "not_running" : isKnown ? error.code : "failed";
  const words = [message, hint].filter(Boolean).join(" ");
  if (json) terminal.note(formatError(code, message, hint));
  else terminal.problem(words);
  // A system error, such as a missing file, names its cause.
  const isExpected = isKnown || (error instanceof Error && "syscall" in error);
  if (!isExpected && error instanceof Error && !json) terminal.note(error.stack ?? "");
  return code === "not_running" ? EXIT.notRunning : code === "not_found" ? EXIT.notFound : EXIT.failed;
}

function formatError(code: string, message: string, hint?: string): string {
  return formatJson({ error: { code, message, hint } }, 0);
}
