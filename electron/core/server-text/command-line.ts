/** A command line without a shell. */
export interface CommandLine {
  /** Assignments before the command, as in `LEVEL=debug server`. */
  readonly variables: Readonly<Record<string, string>>;
  /** Undefined if there are only assignments. */
  readonly command: string | undefined;
  readonly args: readonly string[];
}

const ASSIGNMENT = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s;
/** The prompt of a shell before a command. */
export const PROMPT = /^\s*(?:PS(?: [^>\n]{0,200})?>|[$%>]) +/;
/** The end of a line that continues on the next one, in a POSIX shell, in PowerShell and in cmd. */
export const CONTINUED = / ?[\\`^] {0,8}\r?\n/g;
/**
 * A part of a word, quoted or not. A backslash escapes spaces, quotation marks and itself, and is kept before
 * others. A placeholder such as `<your key>` is one part.
 */
const PART = /\\([\s"'\\])|'([^']*)'|"((?:\\["\\]|\\(?!["\\])|[^"\\])*)"|(<\p{L}[^<>"'\n]{0,80}>|[^\s"'])/gsu;

/**
 * Splits a command line into words with the quoting rules of a shell. Continued lines are joined, and a prompt (`$ `)
 * before the command is ignored.
 *
 * @returns null if a quotation mark is not closed
 */
export function splitCommandLine(text: string): CommandLine | null {
  const words = splitWords(text.replace(PROMPT, "").replace(CONTINUED, " "));
  if (words === null) return null;
  const start = words.findIndex((word) => !ASSIGNMENT.test(word));
  const assignments = words.slice(0, start === -1 ? words.length : start);
  const [command, ...args] = start === -1 ? [] : words.slice(start);
  const variables = Object.fromEntries(
    assignments.map((word) => {
      const [, name = "", value = ""] = ASSIGNMENT.exec(word) ?? [];
      return [name, value];
    }),
  );
  return { variables, command, args };
}

/** Splits a text into words with the quoting rules of a shell. @returns null if a quotation mark is not closed */
export function splitWords(text: string): string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  let at = 0;
  PART.lastIndex = 0;
  while (at < text.length) {
    if (/\s/.test(text.charAt(at))) {
      if (word !== null) words.push(word);
      word = null;
      at += 1;
      continue;
    }
    PART.lastIndex = at;
    const part = PART.exec(text);
    if (part === null || part.index !== at) return null;
    const [match, escaped, single, double, plain] = part;
    word = (word ?? "") + (escaped ?? single ?? double?.replace(/\\(["\\])/g, "$1") ?? plain ?? "");
    at += match.length;
  }
  return word === null ? words : [...words, word];
}
