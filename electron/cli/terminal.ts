import { markHidden } from "../core/hidden-characters.ts";
import type { OutputStream } from "./command.ts";

/** The output of a command: plain text unless it goes to a terminal. */
export interface Terminal {
  /** Writes one or more lines to stdout. */
  print(text: string): void;
  /** Writes a result to stdout as JSON. */
  printJson(value: unknown): void;
  /** Writes one or more lines to stderr: everything that is not the result. */
  note(text: string): void;
  /** Writes a line to stderr that the next one overwrites; only on a terminal. */
  progress(text: string): void;
  /** Whether {@link progress} has an effect. */
  readonly showsProgress: boolean;
  bold(text: string): string;
  faint(text: string): string;
  /** Columns of a line; 120 without a terminal. */
  readonly width: number;
}

/** Colours follow no-color.org: none with `NO_COLOR`, on a dumb terminal, or if stdout is not a terminal. */
export function createTerminal(stdout: OutputStream, stderr: OutputStream, env: NodeJS.ProcessEnv): Terminal {
  const colours = stdout.isTTY === true && !env.NO_COLOR && env.TERM !== "dumb";
  const style = (code: number) => (text: string) => (colours ? `\u001b[${code}m${text}\u001b[22m` : text);
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
  return {
    showsProgress,
    print: (text) => writeLine(withoutControl(text)),
    printJson: (value) => writeLine(formatJson(value)),
    note(text) {
      clearProgress();
      stderr.write(`${withoutControl(text)}\n`);
    },
    progress(text) {
      if (!showsProgress) return;
      clearProgress();
      stderr.write(withoutControl(text));
      progressShown = true;
    },
    bold: style(1),
    faint: style(2),
    width: (stdout.isTTY === true ? stdout.columns : undefined) ?? 120,
  };
}

/** The sequences of {@link Terminal.bold} and {@link Terminal.faint}. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these sequences start with one
const STYLE = /(\u001b\[(?:1|2|22)m)/;

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

/** Shortens a text to one line of at most `width` characters. */
export function oneLine(text: string, width: number): string {
  const line = plainText(text).replace(/\s+/g, " ").trim();
  return line.length > width ? `${line.slice(0, Math.max(1, width - 1)).trimEnd()}…` : line;
}
