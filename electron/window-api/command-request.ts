/** `POST` with a {@link CommandRequest} and the owner's token; the response is a {@link CommandAnswer}, or null. */
export const COMMAND_PATH = "/owner/command";

/** A command line that the application runs, because loading the command takes longer than running it. */
export interface CommandRequest {
  readonly args: readonly string[];
  /** The text of standard input, for a hook. */
  readonly input: string;
  /** The current folder. */
  readonly folder: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdout: OutputState;
  readonly stderr: OutputState;
}

/** An output of the command line: what its command needs to know to format text. */
export interface OutputState {
  readonly isTTY: boolean;
  readonly columns?: number;
  readonly rows?: number;
}

/** Null: the application cannot run it, and the command line runs it itself. */
export type CommandAnswer = {
  readonly code: number;
  /** In the order in which the command wrote it. */
  readonly output: readonly (readonly [to: "stdout" | "stderr" | "pager", text: string])[];
} | null;

/** Variables that change the result of a command. Others, which can be secrets, are not sent. */
const VARIABLES =
  /^(?:RECOLLECT_|LC_|GIT_CONFIG_|(?:LANG|NO_COLOR|TERM|COLUMNS|TZ|XDG_CONFIG_HOME|CLAUDE_PROJECT_DIR)$)/;

export function sentVariables(env: NodeJS.ProcessEnv): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && VARIABLES.test(entry[0]),
    ),
  );
}

/** Commands that only read, without standard input and without files of the current folder. */
const READING_COMMANDS = ["search", "list", "show", "today"];

export function isHook([command]: readonly string[]): boolean {
  return command === "hook";
}

/** Whether the application runs a command line for the owner. */
export function runsInApplication(args: readonly string[]): boolean {
  const [command = "", action] = args;
  return READING_COMMANDS.includes(command) || (command === "completion" && action === "words");
}
