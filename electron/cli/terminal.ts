import type { WriteStream } from "node:tty";

/** Where a command writes, and how: plain text unless a person looks at a terminal. */
export interface Terminal {
  /** One line, or several, to stdout. */
  print(text: string): void;
  /** What is not the answer itself: notes, progress, errors. To stderr. */
  note(text: string): void;
  /** Overwrites itself on a terminal; elsewhere it is left out. */
  progress(text: string): void;
  bold(text: string): string;
  faint(text: string): string;
  /** Columns of a line; generous where no terminal says. */
  readonly width: number;
}

/** Colours follow no-color.org: none with `NO_COLOR`, on a dumb terminal, or where stdout is no terminal. */
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
 * Text of a memory as a terminal may show it: control characters, which could move the cursor or rename the window, are
 * replaced; line feeds and tabs stay.
 */
export function plainText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is replaced
  return text.replace(/\r\n/g, "\n").replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "\ufffd");
}

/** One line of at most `width` characters. */
export function oneLine(text: string, width: number): string {
  const line = plainText(text).replace(/\s+/g, " ").trim();
  return line.length > width ? `${line.slice(0, Math.max(1, width - 1)).trimEnd()}…` : line;
}
