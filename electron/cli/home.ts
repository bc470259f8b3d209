import { AppUnavailable } from "../shim/app-unavailable.ts";
import { describeError } from "../text/error-text.ts";
import { toErrorBody } from "../text/errors.ts";
import { findRunning } from "./app-client.ts";
import { type CommandContext, EXIT, type ExitCode } from "./command.ts";
import { padWidth } from "./display-width.ts";
import { readWaiting, waitingLines } from "./waiting.ts";

/** `recollect` without a command: the state, the decisions that the owner has to make, and the next commands. Starts nothing. */
export async function home(context: CommandContext): Promise<ExitCode> {
  const { app, files, terminal, text } = context;
  const words = text.home;
  const running = await findRunning(files.endpoint).catch((error: unknown) => {
    if (error instanceof AppUnavailable) return error;
    throw error;
  });
  if (running === null || running instanceof AppUnavailable) {
    terminal.print(running === null ? words.notRunning : describeError(toErrorBody(running), text));
    printNext(
      running === null ? [words.next.setup, words.next.list, words.next.help] : [words.next.doctor, words.next.help],
      context,
    );
    return EXIT.ok;
  }
  const [counts, places, status, waiting] = await Promise.all([
    app.ask("memories.counts", {}),
    app.ask("memories.places", {}),
    app.ask("app.status", {}),
    readWaiting(context),
  ]);
  const projects = places.domains.filter(({ name, memories }) => name !== "user" && memories > 0).length;
  terminal.print(words.running(status.version, counts.memories, projects));
  const lines = waitingLines(waiting, context);
  if (lines.length > 0) {
    terminal.print(`\n${terminal.bold(words.waiting)}`);
    for (const line of lines) terminal.print(`  ${terminal.yellow(line)}`);
  }
  const { next } = words;
  printNext(counts.memories === 0 ? [next.setup, next.add, next.import] : [next.search, next.today, next.add], context);
  return EXIT.ok;
}

/** Prints commands with what they do, as aligned lines. */
function printNext(
  commands: readonly (readonly [command: string, purpose: string])[],
  { terminal, text }: CommandContext,
): void {
  terminal.print(`\n${terminal.bold(text.home.nextTitle)}`);
  const width = Math.max(...commands.map(([command]) => command.length));
  for (const [command, purpose] of commands) {
    terminal.print(`  ${padWidth(command, width)}  ${terminal.faint(purpose)}`);
  }
  terminal.print(`\n${terminal.faint(text.home.all)}`);
}
