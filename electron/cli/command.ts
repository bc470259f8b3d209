import type { DataFiles } from "../platform/paths.ts";
import type { AppClient } from "./app-client.ts";
import type { ExitCode } from "./exit-codes.ts";
import type { Terminal } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";

/** One option, as `util.parseArgs` takes it, with what the help says about it. */
export interface OptionDescription {
  readonly type: "string" | "boolean";
  readonly short?: string;
  readonly multiple?: boolean;
  /** What stands for the value in the help, `NAME` for example. */
  readonly value?: string;
  readonly help: string;
}

export type Options = Readonly<Record<string, OptionDescription>>;

/** Everything a command works with. */
export interface CommandContext {
  readonly terminal: Terminal;
  readonly stdin: NodeJS.ReadStream;
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly folder: string;
  /** The file that runs: the bundle of shim and command line. */
  readonly entry: string;
  readonly files: DataFiles;
  /** The project of the folder; null where none is known. */
  readonly project: string | null;
  /** Found, and started where it does not run, with the first call. */
  readonly app: AppClient;
}

export interface Command {
  readonly name: string;
  /** A few words for the list of commands. */
  readonly summary: string;
  /** What follows the name, for example `<query> [options]`. */
  readonly usage: string;
  /** More than the options say; wrapped by hand. */
  readonly details?: string;
  readonly options: Options;
  /** Fewest and most arguments. */
  readonly words: readonly [least: number, most: number];
  run(call: CommandCall, context: CommandContext): Promise<ExitCode>;
}

/** A command line, read. */
export interface CommandCall {
  readonly words: readonly string[];
  readonly json: boolean;
  flag(name: string): boolean;
  text(name: string): string | undefined;
  texts(name: string): readonly string[];
  /** A whole number. @throws UsageError */
  number(name: string, limits: { readonly from: number; readonly to: number; readonly otherwise: number }): number;
  /** One of a few words. @throws UsageError */
  choice<Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined;
}

type ParsedValues = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

/** Reads the values of `util.parseArgs`. */
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
    choice(name, choices) {
      const given = text(name);
      if (given === undefined) return undefined;
      const known = choices.find((choice) => choice === given);
      if (known !== undefined) return known;
      throw new UsageError(`--${name} must be ${choices.join(", ").replace(/, ([^,]+)$/, " or $1")}.`, command);
    },
  };
}
