import type { WriteStream } from "node:tty";

/** The output of a command: plain text unless it goes to a terminal. */
export interface Terminal {
  /** Writes one or more lines to stdout. */
  print(text: string): void;
  /** Writes one or more lines to stderr: everything that is not the result. */
  note(text: string): void;
  /** Writes a line to stderr that the next one overwrites; only on a terminal. */
  progress(text: string): void;
  bold(text: string): string;
  faint(text: string): string;
  /** Columns of a line; 120 without a terminal. */
  readonly width: number;
}

/** Colours follow no-color.org: none with `NO_COLOR`, on a dumb terminal, or if stdout is not a terminal. */
export function createTerminal(stdout: WriteStream, stderr: WriteStream, env: NodeJS.ProcessEnv): Terminal {
  const colours = stdout.isTTY && !env.NO_COLOR && env.TERM !== "dumb";
  const style = (code: number) => (text: string) => (colours ? `\u001b[${code}m${text}\u001b[22m` : text);
  let progressShown = false;
  const clearProgress = () => {
    if (progressShown) stderr.write("\r\u001b[K");
    progressShown = false;
  };
  return {
    print(text) {
      clearProgress();
      stdout.write(`${text}\n`);
    },
    note(text) {
      clearProgress();
      stderr.write(`${text}\n`);
    },
    progress(text) {
      if (!stderr.isTTY || env.TERM === "dumb") return;
      clearProgress();
      stderr.write(text);
      progressShown = true;
    },
    bold: style(1),
    faint: style(2),
    width: stdout.isTTY ? stdout.columns : 120,
  };
}

/**
 * Replaces control characters, which could move the cursor or rename the window, before a memory is printed. Line feeds
 * and tabs are kept.
 */
export function plainText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is replaced
  return text.replace(/\r\n/g, "\n").replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "\ufffd");
}

/** Shortens a text to one line of at most `width` characters. */
export function oneLine(text: string, width: number): string {
  const line = plainText(text).replace(/\s+/g, " ").trim();
  return line.length > width ? `${line.slice(0, Math.max(1, width - 1)).trimEnd()}…` : line;
}
