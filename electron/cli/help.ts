import type { Command, Options } from "./command.ts";

/** Options that every command takes. */
export const COMMON_OPTIONS = {
  json: { type: "boolean", help: "The answer as JSON." },
  "no-start": { type: "boolean", help: "Do not start Recollect where it does not run." },
  help: { type: "boolean", short: "h", help: "This help." },
} as const satisfies Options;

/** The list of commands. */
export function generalHelp(commands: readonly Command[]): string {
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(13)} ${summary}`);
  return `Recollect: the memory of your AI assistants.

Usage: recollect <command> [options]

${lines.join("\n")}
  hook <event>  For Claude Code: recall at the start, reminders later
  mcp           The stdio server that clients start; also without any command
  help          This help, or that of a command

Every command takes --json and --help. What reads or captures means the project of the folder it runs in, as the
assistants working there do; --domain and --all say otherwise. Where Recollect does not run, it is started.

Exit codes: 0 done, 1 failed, 2 written wrongly, 3 Recollect does not run, 4 no such memory.
Environment: RECOLLECT_DATA_DIR, RECOLLECT_PROJECT (empty: none), RECOLLECT_FOLDER, NO_COLOR.`;
}

/** All about one command. */
export function commandHelp(command: Command): string {
  const details = command.details === undefined ? "" : `\n${command.details}\n`;
  const options = Object.entries({ ...command.options, ...COMMON_OPTIONS } as Options).map(([name, option]) => {
    const short = option.short === undefined ? "    " : `-${option.short}, `;
    const long = `--${name}${option.value === undefined ? "" : ` ${option.value}`}`;
    return `  ${short}${long.padEnd(20)} ${option.help}`;
  });
  return `${command.summary}.

Usage: recollect ${[command.name, command.usage].filter(Boolean).join(" ")}
${details}
${options.join("\n")}`;
}
