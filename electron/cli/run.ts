import { homedir } from "node:os";
import path from "node:path";
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { dataFiles, dataFolder } from "../platform/paths.ts";
import { APP_VERSION } from "../platform/version.ts";
import { createAppLocator } from "../shim/app-locator.ts";
import { Diagnostics } from "../shim/diagnostics.ts";
import { AppUnavailable } from "../shim/http-channel.ts";
import { clientFolder, detectProject } from "../shim/project.ts";
import { RecollectError, toErrorBody } from "../text/errors.ts";
import { attachOnly, createAppClient } from "./app-client.ts";
import {
  type Command,
  type CommandContext,
  createCall,
  EXIT,
  type ExitCode,
  type Options,
  UsageError,
} from "./command.ts";
import { backup } from "./commands/backup.ts";
import { capture } from "./commands/capture.ts";
import { clientMemories } from "./commands/client-memories.ts";
import { connect, disconnect } from "./commands/connect.ts";
import { conversations } from "./commands/conversations.ts";
import { domain } from "./commands/domain.ts";
import { exportMemories } from "./commands/export.ts";
import { hooks } from "./commands/hooks.ts";
import { importMemories } from "./commands/import.ts";
import { inbox } from "./commands/inbox.ts";
import { instructions } from "./commands/instructions.ts";
import { list } from "./commands/list.ts";
import { newKey } from "./commands/new-key.ts";
import { plugin } from "./commands/plugin.ts";
import { search } from "./commands/search.ts";
import { servers } from "./commands/servers.ts";
import { setup } from "./commands/setup.ts";
import { show } from "./commands/show.ts";
import { space } from "./commands/space.ts";
import { status } from "./commands/status.ts";
import { trash } from "./commands/trash.ts";
import { update } from "./commands/update.ts";
import { createTerminal, formatJson, type Terminal } from "./terminal.ts";

/** Every command, in the order of the help. */
const COMMANDS: readonly Command[] = [
  setup,
  status,
  search,
  capture,
  list,
  show,
  exportMemories,
  importMemories,
  inbox,
  trash,
  backup,
  update,
  connect,
  disconnect,
  instructions,
  hooks,
  plugin,
  servers,
  space,
  conversations,
  clientMemories,
  domain,
  newKey,
];

/** The options of every command. */
const COMMON_OPTIONS = {
  json: { type: "boolean", help: "Print the result as JSON." },
  "no-start": { type: "boolean", help: "Do not start Recollect if it is not running." },
  help: { type: "boolean", short: "h", help: "Show this help." },
} as const satisfies Options;

/**
 * Runs a command line and sets the exit code of the process.
 * @param entry the running file, for configurations that name it
 */
export async function runCommandLine(args: readonly string[], entry: string): Promise<void> {
  const terminal = createTerminal(process.stdout, process.stderr, process.env);
  // A reader such as head may close the pipe early.
  process.stdout.on("error", (error: NodeJS.ErrnoException) =>
    process.exit(error.code === "EPIPE" ? EXIT.ok : EXIT.failed),
  );
  const json = args.includes("--json");
  process.exitCode = await execute(args, entry, terminal).catch((error: unknown) => printError(error, terminal, json));
}

async function execute(args: readonly string[], entry: string, terminal: Terminal): Promise<ExitCode> {
  const [name = "help", ...rest] = args;
  if (name === "--version" || name === "-v" || name === "version") {
    terminal.print(APP_VERSION);
    return EXIT.ok;
  }
  if (name === "help" || name === "--help" || name === "-h") {
    const topic = rest.find((word) => !word.startsWith("-"));
    terminal.print(topic === undefined ? generalHelp() : commandHelp(findCommand(topic)));
    return EXIT.ok;
  }
  const command = findCommand(name);
  const { values, positionals } = parse(command, rest);
  if (values.help === true) {
    terminal.print(commandHelp(command));
    return EXIT.ok;
  }
  const [minimum, maximum] = command.words;
  if (positionals.length < minimum) throw new UsageError("Missing argument.", command.name);
  if (positionals.length > maximum) throw new UsageError("Too many arguments.", command.name);
  const context = createContext(entry, terminal, values["no-start"] === true || command.name === "status");
  try {
    return await command.run(createCall(command.name, values, positionals), context);
  } finally {
    context.app.close();
  }
}

function findCommand(name: string): Command {
  const command = COMMANDS.find((known) => known.name === name);
  if (command === undefined) throw new UsageError(`There is no command "${name}".`);
  return command;
}

function parse(command: Command, args: readonly string[]) {
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
    : createAppLocator(files, new Diagnostics(path.join(files.logs, "shim.log")));
  const app = createAppClient(locator, project);
  return { terminal, stdin: process.stdin, env, platform, home, folder, entry, files, app };
}

/** Commands without an entry in COMMANDS. */
const OTHER_COMMANDS = [
  { name: "hook <event>", summary: "Respond to a hook of a client" },
  { name: "mcp", summary: "Run the stdio server for MCP clients" },
  { name: "serve", summary: "Run Recollect without a window, with its interface in the browser" },
  { name: "help", summary: "Show this help, or the help of a command" },
];

function generalHelp(): string {
  const commands = [...COMMANDS, ...OTHER_COMMANDS];
  const width = Math.max(...commands.map(({ name }) => name.length)) + 2;
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}${summary}`);
  return `Usage: recollect <command> [options]

The memory of your AI assistants, from the command line.

Commands:
${lines.join("\n")}

All commands accept --json and --help. Commands that read or capture use the
project of the current folder, as assistants in that folder do; --domain and
--all override it. Recollect is started if it is not running.

Exit codes:
  0  success
  1  failure
  2  usage error
  3  Recollect is not running
  4  a memory or another thing that the command names does not exist

Environment:
  RECOLLECT_DATA_DIR  the data folder
  RECOLLECT_PROJECT   the project instead of the folder's; empty for none
  RECOLLECT_FOLDER    the folder to use instead of the current one
  NO_COLOR            disables colours

'recollect help <command>' describes a command.`;
}

function commandHelp(command: Command): string {
  const details = command.details === undefined ? "" : `\n${command.details}\n`;
  const options = Object.entries({ ...command.options, ...COMMON_OPTIONS } as Options).map(([name, option]) => {
    const short = option.short === undefined ? "    " : `-${option.short}, `;
    const long = `--${name}${option.value === undefined ? "" : ` ${option.value}`}`;
    return `  ${short}${long.padEnd(22)}${option.help}`;
  });
  return `Usage: recollect ${[command.name, command.usage].filter(Boolean).join(" ")}

${command.summary}.
${details}
Options:
${options.join("\n")}`;
}

function printError(error: unknown, terminal: Terminal, json: boolean): ExitCode {
  if (error instanceof UsageError) {
    const help = `recollect help${error.command === null ? "" : ` ${error.command}`}`;
    terminal.note(json ? formatError("usage", error.message, help) : `recollect: ${error.message} See '${help}'.`);
    return EXIT.usage;
  }
  const { code, message, hint } =
    error instanceof AppUnavailable
      ? { ...toErrorBody(error), code: "not_running" }
      : error instanceof RecollectError
        ? toErrorBody(error)
        : { code: "failed", message: error instanceof Error ? error.message : String(error), hint: undefined };
  const words = [message, hint].filter(Boolean).join(" ");
  terminal.note(json ? formatError(code, message, hint) : `recollect: ${words}`);
  const isExpected = error instanceof RecollectError || isSystemError(error);
  if (!isExpected && error instanceof Error && !json) terminal.note(error.stack ?? "");
  return code === "not_running" ? EXIT.notRunning : code === "not_found" ? EXIT.notFound : EXIT.failed;
}

/** Such as a missing file, which the message names. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}

function formatError(code: string, message: string, hint?: string): string {
  return formatJson({ error: { code, message, hint } }, 0);
}
