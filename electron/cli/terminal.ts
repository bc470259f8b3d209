import type { Writable } from "node:stream";
import type { WriteStream } from "node:tty";
import { markHidden } from "../core/hidden-characters.ts";
import { fitWidth } from "./display-width.ts";

/** An output of a command line; the members of a terminal are missing if it is a file or a pipe. */
export type OutputStream = Writable & Partial<Pick<WriteStream, "isTTY" | "columns" | "rows">>;

/** When colours are used. `auto`: on a terminal, unless `NO_COLOR` is set. */
export const COLOR_CHOICES = ["auto", "always", "never"] as const;
export type ColorChoice = (typeof COLOR_CHOICES)[number];

/** The output of a command: plain text unless it goes to a terminal. */
export interface Terminal {
  /** Writes one or more lines to stdout. */
  print(text: string): void;
  /** Writes long text to stdout: on a terminal with fewer lines, by the owner's pager. */
  page(text: string): Promise<void>;
  /** Writes a result to stdout as JSON. */
  printJson(value: unknown): void;
  /** Writes one or more lines to stderr: everything that is not the result. */
  note(text: string): void;
  /** Writes an error to stderr, after the name of the program. */
  problem(text: string): void;
  /** Writes a line to stderr that the next one overwrites, "" for none; only on a terminal. */
  progress(text: string): void;
  /** Whether {@link progress} has an effect. */
  readonly showsProgress: boolean;
  /** Whether a person reads stdout. */
  readonly isInteractive: boolean;
  bold(text: string): string;
  faint(text: string): string;
  /** A good state. */
  green(text: string): string;
  /** A state that needs attention. */
  yellow(text: string): string;
  /** An error, a loss. */
  red(text: string): string;
  /** Colours the lines of a difference by their signs. */
  difference(text: string): string;
  /** Columns of a line. Without a terminal `COLUMNS`, or no limit: a script gets all of the text. */
  readonly width: number;
}

interface TerminalOptions {
  readonly color?: ColorChoice;
  /** Shows long text on a terminal; null for no pager. Default: the owner's pager. */
  readonly pager?: ((text: string) => void) | null;
}

/** Colours follow no-color.org: none with `NO_COLOR`, on a dumb terminal, or if the stream is not a terminal. */
export function createTerminal(
  stdout: OutputStream,
  stderr: OutputStream,
  env: NodeJS.ProcessEnv,
  { color = "auto", pager }: TerminalOptions = {},
): Terminal {
  const isColoured = (stream: OutputStream) =>
    color === "always" || (color === "auto" && stream.isTTY === true && !env.NO_COLOR && env.TERM !== "dumb");
  const [colours, errorColours] = [isColoured(stdout), isColoured(stderr)];
  const style = (on: number, off: number) => (text: string) =>
    colours && text !== "" ? `\u001b[${on}m${text}\u001b[${off}m` : text;
  const [bold, faint, red, green, yellow] = [style(1, 22), style(2, 22), style(31, 39), style(32, 39), style(33, 39)];
  let progressShown = false;
  const clearProgress = () => {
    if (progressShown) stderr.write("\r\u001b[K");
    progressShown = false;
  };
  const showsProgress = stderr.isTTY === true && env.TERM !== "dumb";
  const writeLine = (text: string) => {
    clearProgress();
    stdout.write(`${text}\n`);
  };
  const note = (text: string) => {
    clearProgress();
    stderr.write(`${withoutControl(text)}\n`);
  };
  const width = (stdout.isTTY === true ? stdout.columns : Number(env.COLUMNS) || undefined) ?? Number.POSITIVE_INFINITY;
  return {
    showsProgress,
    isInteractive: stdout.isTTY === true,
    print: (text) => writeLine(withoutControl(text)),
    async page(text) {
      const shown = withoutControl(text);
      const lines = shown.split("\n").reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / width)), 0);
      if (pager !== null && stdout.isTTY === true && lines >= (stdout.rows ?? Number.POSITIVE_INFINITY)) {
        clearProgress();
        if (pager !== undefined) return pager(shown);
        const { showInPager } = await import("./pager.ts");
        if (await showInPager(shown, env)) return;
      }
      writeLine(shown);
    },
    printJson: (value) => writeLine(formatJson(value)),
    note,
    problem: (text) => note(`${errorColours ? "\u001b[31mrecollect:\u001b[39m" : "recollect:"} ${text}`),
    progress(text) {
      if (!showsProgress) return;
      clearProgress();
      stderr.write(fitWidth(withoutControl(text), Math.max(20, (stderr.columns ?? 80) - 1)));
      progressShown = text !== "";
    },
    bold,
    faint,
    green,
    yellow,
    red,
    difference: (text) =>
      text
        .split("\n")
        .map((line) => (line.startsWith("+") ? green(line) : line.startsWith("-") ? red(line) : line))
        .join("\n"),
    width,
  };
}

/** The sequences of a {@link Terminal}'s styles. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these sequences start with one
const STYLE = /(\u001b\[(?:1|2|22|31|32|33|39)m)/;

/** The same as {@link plainText} for a line that may have our own styles: names and errors in it come from others. */
function withoutControl(text: string): string {
  return text
    .split(STYLE)
    .map((part) => (STYLE.test(part) ? part : plainText(part)))
    .join("");
}

/**
 * Replaces control characters, which could move the cursor or rename the window, and other hidden characters by visible
 * marks before a memory is printed. Line feeds and tabs are kept.
 */
export function plainText(text: string): string {
  return markHidden(text.replace(/\r\n/g, "\n"));
}

/** Formats a value as JSON without control characters: `JSON.stringify` escapes C0 only, terminals also obey C1. */
export function formatJson(value: unknown, indent = 2): string {
  return JSON.stringify(value, null, indent).replace(
    /[\u007f-\u009f]/g,
    (character) => `\\u00${character.charCodeAt(0).toString(16)}`,
  );
}

/** Shortens a text to one line of at most `width` columns. */
export function oneLine(text: string, width: number): string {
  return fitWidth(plainText(text).replace(/\s+/g, " ").trim(), Math.max(2, width));
}
