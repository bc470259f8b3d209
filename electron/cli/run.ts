import { homedir } from "node:os";
import path from "node:path";
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { RecollectError, toErrorBody } from "../core/errors.ts";
import { dataFiles, dataFolder } from "../platform/paths.ts";
import { APP_VERSION } from "../platform/version.ts";
import { AppUnavailable } from "../shim/app-locator.ts";
import { createDiagnostics } from "../shim/diagnostics.ts";
import { createAppFinder } from "../shim/find-app.ts";
import { clientFolder, detectProject } from "../shim/project.ts";
import { createAppClient } from "./app-client.ts";
import { type Command, type CommandContext, createCall } from "./command.ts";
import { COMMANDS } from "./commands/catalogue.ts";
import { EXIT, type ExitCode } from "./exit-codes.ts";
import { COMMON_OPTIONS, commandHelp, generalHelp } from "./help.ts";
import { attachOnly } from "./running-app.ts";
import { createTerminal, type Terminal } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";

/**
 * Runs one command line and ends the process with its exit code.
 * @param entry the file that runs, for configurations that name it
 */
export async function runCommandLine(args: readonly string[], entry: string): Promise<void> {
  const terminal = createTerminal(process.stdout, process.stderr, process.env);
  // Whoever reads may have read enough, as head does.
  process.stdout.on("error", (error: NodeJS.ErrnoException) =>
    process.exit(error.code === "EPIPE" ? EXIT.ok : EXIT.failed),
  );
  const json = args.includes("--json");
  process.exitCode = await answer(args, entry, terminal).catch((error: unknown) => tellFailure(error, terminal, json));
}

async function answer(args: readonly string[], entry: string, terminal: Terminal): Promise<ExitCode> {
  const [name = "help", ...rest] = args;
  if (name === "--version" || name === "-v" || name === "version") {
    terminal.print(APP_VERSION);
    return EXIT.ok;
  }
  if (name === "help" || name === "--help" || name === "-h") {
    const about = rest.find((word) => !word.startsWith("-"));
    terminal.print(about === undefined ? generalHelp(COMMANDS) : commandHelp(commandCalled(about)));
    return EXIT.ok;
  }
  const command = commandCalled(name);
  const { values, positionals } = read(command, rest);
  if (values.help === true) {
    terminal.print(commandHelp(command));
    return EXIT.ok;
  }
  const [least, most] = command.words;
  if (positionals.length < least || positionals.length > most) {
    throw new UsageError(positionals.length < least ? "Something is missing." : "That is too much.", command.name);
  }
  const context = createContext(entry, terminal, values["no-start"] === true || command.name === "status");
  try {
    return await command.run(createCall(command.name, values, positionals), context);
  } finally {
    context.app.close();
  }
}

function commandCalled(name: string): Command {
  const command = COMMANDS.find((known) => known.name === name);
  if (command === undefined) throw new UsageError(`There is no command "${name}".`);
  return command;
}

function read(command: Command, args: readonly string[]) {
  try {
    const options: ParseArgsOptionsConfig = { ...command.options, ...COMMON_OPTIONS };
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    if (error instanceof TypeError && "code" in error) throw new UsageError(error.message, command.name);
    throw error;
  }
}

function createContext(entry: string, terminal: Terminal, noStart: boolean): CommandContext {
  const { env, platform } = process;
  const home = homedir();
  const folder = process.cwd();
  const files = dataFiles(dataFolder(env, platform, home));
  const project = detectProject(
    clientFolder(env, () => folder),
    env,
    home,
  );
  const locator = noStart
    ? attachOnly(files.endpoint)
    : createAppFinder(files, createDiagnostics(path.join(files.logs, "shim.log"))).locator;
  const app = createAppClient(locator, project, "recollect-cli");
  return { terminal, stdin: process.stdin, env, platform, home, folder, entry, files, project, app };
}

function tellFailure(error: unknown, terminal: Terminal, json: boolean): ExitCode {
  if (error instanceof UsageError) {
    const hint = `recollect help${error.command === null ? "" : ` ${error.command}`}`;
    terminal.note(json ? asJson("usage", error.message, hint) : `recollect: ${error.message} See: ${hint}`);
    return EXIT.usage;
  }
  if (error instanceof AppUnavailable) {
    terminal.note(json ? asJson("not_running", error.message) : `recollect: ${error.message}`);
    return EXIT.notRunning;
  }
  const known = error instanceof RecollectError || isSystemError(error);
  const { code, message, hint } = error instanceof RecollectError ? toErrorBody(error) : bodyOf(error);
  terminal.note(json ? asJson(code, message, hint) : `recollect: ${[message, hint].filter(Boolean).join(" ")}`);
  if (!known && error instanceof Error && !json) terminal.note(error.stack ?? "");
  return code === "not_found" ? EXIT.notFound : EXIT.failed;
}

function bodyOf(error: unknown): { readonly code: string; readonly message: string; readonly hint?: string } {
  return { code: "failed", message: error instanceof Error ? error.message : String(error) };
}

/** A file that is not there, or may not be written: the message says which. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}

function asJson(code: string, message: string, hint?: string): string {
  return JSON.stringify({ error: { code, message, ...(hint === undefined ? {} : { hint }) } });
}
