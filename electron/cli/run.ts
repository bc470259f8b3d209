import { readFileSync } from "node:fs";
import path from "node:path";
import { type DataFiles, dataFiles, dataFolder } from "../platform/paths.ts";
import { APP_VERSION } from "../platform/version.ts";
import { createAppLocator } from "../shim/app-locator.ts";
import { Diagnostics } from "../shim/diagnostics.ts";
import { AppUnavailable } from "../shim/http-channel.ts";
import { clientFolder, detectProject } from "../shim/project.ts";
import { type CommandText, loadCommandText } from "../text/command-line.ts";
import { errorText } from "../text/error-text.ts";
import { RecollectError, toErrorBody } from "../text/errors.ts";
import { LANGUAGE_CHOICES, type LanguageChoice } from "../text/language.ts";
import { attachOnly, createAppClient } from "./app-client.ts";
import { type Command, type CommandContext, type CommandProcess, EXIT, type ExitCode, UsageError } from "./command.ts";
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
import { domains, namespaces } from "./commands/places.ts";
import { plugin } from "./commands/plugin.ts";
import { search } from "./commands/search.ts";
import { servers } from "./commands/servers.ts";
import { setup } from "./commands/setup.ts";
import { show } from "./commands/show.ts";
import { space } from "./commands/space.ts";
import { status } from "./commands/status.ts";
import { trash } from "./commands/trash.ts";
import { update } from "./commands/update.ts";
import { runProgram } from "./program.ts";
import { createTerminal, formatJson } from "./terminal.ts";

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
  domains,
  namespaces,
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

type Output = Pick<CommandContext, "terminal" | "text">;

/** Runs a command line. Errors are printed. */
export async function runCommandLine(args: readonly string[], own: CommandProcess): Promise<ExitCode> {
  const { stdout, stderr, env, platform, home } = own;
  const files = dataFiles(dataFolder(env, platform, home));
  const output = { terminal: createTerminal(stdout, stderr, env), text: await loadOwnText(files) };
  return await execute(args, own, files, output).catch((error: unknown) => printError(error, args, output));
}

/** Returns the words of the command line in the owner's language. */
export function loadOwnText({ settings }: DataFiles): Promise<CommandText> {
  return loadCommandText(readLanguage(settings), [Intl.DateTimeFormat().resolvedOptions().locale]);
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
  const [name = "help", ...rest] = args;
  if (name === "--version" || name === "-v" || name === "version") {
    output.terminal.print(APP_VERSION);
    return EXIT.ok;
  }
  let code: ExitCode = EXIT.ok;
  const given = name === "help" || name === "-h" ? [...rest.filter((word) => !word.startsWith("-")), "--help"] : args;
  await runProgram(given, COMMANDS, output, async (action, call) => {
    const context = createContext(own, files, output, call.flag("no-start") || action === status);
    try {
      const result = await action.run?.(call, context);
      if (typeof result === "number") code = result;
    } finally {
      context.app.close();
    }
  });
  return code;
}

function createContext(own: CommandProcess, files: DataFiles, output: Output, noStart: boolean): CommandContext {
  const { env, home, folder, stderr } = own;
  const project = detectProject(
    clientFolder(env, () => folder),
    env,
    home,
  );
  const locator = noStart
    ? attachOnly(files.endpoint)
    : createAppLocator(files, new Diagnostics(path.join(files.logs, "shim.log"), stderr), env);
  const app = createAppClient(locator, project);
  return { ...output, ...own, files, app };
}

function printError(error: unknown, args: readonly string[], { terminal, text }: Output): ExitCode {
  const json = args.includes("--json");
  if (error instanceof UsageError) {
    const command = COMMANDS.find(({ name }) => name === args[0]);
    const help = `recollect help${command === undefined ? "" : ` ${command.name}`}`;
    terminal.note(
      json ? formatError("usage", error.message, help) : `recollect: ${error.message} ${text.usage.see(help)}`,
    );
    return EXIT.usage;
  }
  const isKnown = error instanceof RecollectError;
  const { message, hint } = isKnown
    ? errorText(toErrorBody(error), text)
    : { message: error instanceof Error ? error.message : String(error), hint: undefined };
  const code = error instanceof AppUnavailable ? "not_running" : isKnown ? error.code : "failed";
  const words = [message, hint].filter(Boolean).join(" ");
  terminal.note(json ? formatError(code, message, hint) : `recollect: ${words}`);
  // A system error, such as a missing file, names its cause.
  const isExpected = isKnown || (error instanceof Error && "syscall" in error);
  if (!isExpected && error instanceof Error && !json) terminal.note(error.stack ?? "");
  return code === "not_running" ? EXIT.notRunning : code === "not_found" ? EXIT.notFound : EXIT.failed;
}

function formatError(code: string, message: string, hint?: string): string {
  return formatJson({ error: { code, message, hint } }, 0);
}
