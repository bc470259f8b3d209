import type { Readable } from "node:stream";
import type { DataFiles } from "../platform/paths.ts";
import type { DetectedProject } from "../shim/project.ts";
import type { CommandHelp, CommandName, CommandText } from "../text/command-line.ts";
import type { AppClient } from "./app-client.ts";
import type { OutputStream, Terminal } from "./terminal.ts";

/** The exit codes, for scripts. */
export const EXIT = {
  ok: 0,
  /** The command failed; the message says why. */
  failed: 1,
  /** The command line is wrong; nothing was done. */
  usage: 2,
  /** Recollect is not running, and could not or must not be started. */
  notRunning: 3,
  /** The memory, conversation or other thing that the command names does not exist. */
  notFound: 4,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The command line is wrong. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The person cancelled the input with Ctrl+C, Ctrl+D or "no". Nothing was changed. */
export class InputEnded extends Error {
  override readonly name = "InputEnded";
}

/** The input of a command line; the members of a terminal are missing if it is a file or a pipe. */
export type InputStream = Readable & Partial<Pick<NodeJS.ReadStream, "isTTY">>;

/** The process of a command line. */
export interface CommandProcess {
  readonly stdin: InputStream;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** The current folder. */
  readonly folder: string;
  /** The running file: the bundle of shim and command line. */
  readonly entry: string;
  /** Shows long text on a terminal. Default: the owner's pager. */
  readonly page?: (text: string) => void;
  /** Opens the application for a folder's project. Default: over HTTP, and it is started if it does not run. */
  readonly openApp?: (project: DetectedProject | null) => AppClient;
}

/** The environment of a command. */
export interface CommandContext extends CommandProcess {
  readonly terminal: Terminal;
  readonly text: CommandText;
  /** The help is loaded on demand. */
  loadHelp(): Promise<CommandHelp>;
  readonly files: DataFiles;
  readonly commands: CommandCatalogue;
  /** Located, and started if it does not run, on the first call. */
  readonly app: AppClient;
}

/** What runs: a command, or an action of a command. The catalogue has its help. */
export interface Action {
  /** The arguments, for example `<NAME> [TOOL...]`: required and optional ones. */
  readonly arguments?: string;
  /** Further arguments that are not in the help. */
  readonly hiddenArguments?: string;
  /** Options, for example `-t, --tag <TAG...>`; `...` marks a repeatable option. */
  readonly options?: readonly string[];
  /** Options that still work for scripts and are not in the help. */
  readonly hidden?: readonly string[];
  /** Command lines that the help and the guide show. A test runs each of them. */
  readonly examples?: readonly string[];
  /** Whether `--dry-run` runs it up to its first write, which is not sent. Other actions preview their writes themselves. */
  readonly stopsBeforeWriting?: true;
  /** The first one runs if the command line names none. */
  readonly actions?: Readonly<Record<string, Action>>;
  /** Former names of actions, which still work. */
  readonly formerActions?: Readonly<Record<string, string>>;
  /** Returns the exit code, or nothing for 0. */
  run?(call: CommandCall, context: CommandContext): Promise<ExitCode | undefined> | Promise<void>;
}

export interface Command extends Action {
  readonly name: CommandName;
  /** Whether it never starts the application. */
  readonly neverStarts?: true;
}

/** All commands. */
export interface CommandCatalogue {
  /** The names of the commands by the groups of the help, in its order. */
  readonly groups: Readonly<Record<string, readonly CommandName[]>>;
  /** Former names of commands, and the words that replace them. */
  readonly formerNames: Readonly<Record<string, readonly string[] | ((args: readonly string[]) => readonly string[])>>;
  /** Returns a command by its present name; null if there is none. */
  load(name: string): Promise<Command | null>;
}

/** A parsed command line. */
export interface CommandCall {
  /** The arguments after the command and its action. */
  readonly words: readonly string[];
  readonly json: boolean;
  flag(name: string): boolean;
  text(name: string): string | undefined;
  texts(name: string): readonly string[];
  /** An integer. @throws UsageError */
  number(name: string, limits: { readonly from: number; readonly to: number; readonly otherwise: number }): number;
  /** A number from 0 to 1, or undefined if the option is not given. @throws UsageError */
  share(name: string): number | undefined;
  /** One of a set of values. @throws UsageError */
  choice<Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined;
}

/** Wraps the parsed options of a command, by name, and its arguments. */
export function createCall(
  values: Readonly<Record<string, unknown>>,
  words: readonly string[],
  { usage }: CommandText,
): CommandCall {
  const text = (name: string) => {
    const value = values[name];
    return typeof value === "string" ? value : undefined;
  };
  return {
    words,
    json: values.json === true,
    flag: (name) => values[name] === true,
    text,
    texts: (name) => [values[name] ?? []].flat().filter((value) => typeof value === "string"),
    number(name, { from, to, otherwise }) {
      const given = text(name);
      if (given === undefined) return otherwise;
      const value = Number(given);
      if (/^\d+$/.test(given) && value >= from && value <= to) return value;
      throw new UsageError(usage.wholeNumber(name, from, to));
    },
    share(name) {
      const given = text(name);
      if (given === undefined) return undefined;
      const value = Number(given);
      if (/^[\d.]+$/.test(given) && value >= 0 && value <= 1) return value;
      throw new UsageError(usage.share(name));
    },
    choice(name, choices) {
      const given = text(name);
      if (given === undefined) return undefined;
      const known = choices.find((choice) => choice === given);
      if (known !== undefined) return known;
      throw new UsageError(usage.choice(name, choices));
    },
  };
}
