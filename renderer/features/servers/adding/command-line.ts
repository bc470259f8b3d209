/** A command line without a shell. */
interface CommandLine {
  /** Assignments before the command, as in `LEVEL=debug server`. */
  readonly variables: Readonly<Record<string, string>>;
  /** Undefined: there is none. */
  readonly command: string | undefined;
  readonly args: readonly string[];
}

const ASSIGNMENT = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s;
/** A part without quotation marks, or a quoted one. A backslash escapes what has a meaning, and is kept in a Windows path. */
const PART = /\\([\s"'\\])|'([^']*)'|"((?:\\["\\]|[^"])*)"|([^\s"'])/gsu;

/**
 * Splits a command line into words with the quoting rules of a shell. Continued lines are joined. A prompt (`$ `) at the
 * beginning is left out. Null: a quotation mark is not closed.
 */
export function splitCommandLine(text: string): CommandLine | null {
  const words = splitWords(text.replace(/^\s*\$\s+/, "").replace(/\\\r?\n/g, " "));
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

function splitWords(text: string): string[] | null {
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
    const [whole, escaped, single, double, plain] = part;
    word = (word ?? "") + (escaped ?? single ?? double?.replace(/\\(["\\])/g, "$1") ?? plain ?? "");
    at += whole.length;
  }
  return word === null ? words : [...words, word];
}
