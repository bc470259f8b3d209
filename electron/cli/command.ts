import type { DataFiles } from "../platform/paths.ts";
import type { AppClient } from "./app-client.ts";
import type { Terminal } from "./terminal.ts";

/** The exit codes, for scripts. */
export const EXIT = {
  ok: 0,
  /** The command failed; the message says why. */
  failed: 1,
  /** The command line is wrong; nothing was done. */
  usage: 2,
  /** Recollect is not running, and could not or must not be started. */
  notRunning: 3,
  /** What the command names, for example a memory or a conversation, does not exist. */
  notFound: 4,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The command line is wrong. `command` is the command whose help explains it, if any. */
export class UsageError extends Error {
  readonly command: string | null;

  constructor(message: string, command: string | null = null) {
    super(message);
    this.name = "UsageError";
    this.command = command;
  }
}

/** An option for `util.parseArgs`, with its line in the help. */
export interface OptionDescription {
  readonly type: "string" | "boolean";
  readonly short?: string;
  readonly multiple?: boolean;
  /** The placeholder for the value in the help, for example `NAME`. */
  readonly value?: string;
  readonly help: string;
}

export type Options = Readonly<Record<string, OptionDescription>>;

/** The environment of a command. */
export interface CommandContext {
  readonly terminal: Terminal;
  readonly stdin: NodeJS.ReadStream;
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly folder: string;
  /** The running file: the bundle of shim and command line. */
  readonly entry: string;
  readonly files: DataFiles;
  /** Located, and started if it does not run, on the first call. */
  readonly app: AppClient;
}

export interface Command {
  readonly name: string;
  /** One line in the list of commands. */
  readonly summary: string;
  /** The arguments after the name, for example `<query> [options]`. */
  readonly usage: string;
  /** Paragraphs of the help; wrapped by hand at 80 columns. */
  readonly details?: string;
  readonly options: Options;
  /** The minimum and maximum number of arguments. */
  readonly words: readonly [minimum: number, maximum: number];
  run(call: CommandCall, context: CommandContext): Promise<ExitCode>;
}

/** A parsed command line. */
export interface CommandCall {
  readonly words: readonly string[];
  readonly json: boolean;
  flag(name: string): boolean;
  text(name: string): string | undefined;
  texts(name: string): readonly string[];
  /** A whole number. @throws UsageError */
  number(name: string, limits: { readonly from: number; readonly to: number; readonly otherwise: number }): number;
  /** A number from 0 to 1; undefined if it is not given. @throws UsageError */
  share(name: string): number | undefined;
  /** One of a set of values. @throws UsageError */
  choice<Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined;
}

type ParsedValues = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

/** Wraps the result of `util.parseArgs`. */
export function createCall(command: string, values: ParsedValues, words: readonly string[]): CommandCall {
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
      throw new UsageError(`--${name} must be a whole number from ${from} to ${to}.`, command);
    },
    share(name) {
      const given = text(name);
      if (given === undefined) return undefined;
      const value = Number(given);
      if (/^[\d.]+$/.test(given) && value >= 0 && value <= 1) return value;
      throw new UsageError(`--${name} must be a number from 0 to 1.`, command);
    },
    choice(name, choices) {
      const given = text(name);
      if (given === undefined) return undefined;
      const known = choices.find((choice) => choice === given);
      if (known !== undefined) return known;
      throw new UsageError(`--${name} must be ${choices.join(", ").replace(/, ([^,]+)$/, " or $1")}.`, command);
    },
  };
}
