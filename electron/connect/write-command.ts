/** The shells that a command may be pasted into. */
export type Shell = "posix" | "powershell" | "cmd";

/** A command line for a shell, quoted so that the program receives every word unchanged. Ends with a line end. */
export function writeCommand(shell: Shell, words: readonly string[]): string {
  return `${words.map(QUOTERS[shell]).join(" ")}\n`;
}

const QUOTERS: Readonly<Record<Shell, (word: string) => string>> = {
  posix: (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`),
  // The PowerShell scripts that npm installs would consume an unquoted -- instead of passing it on.
  powershell: (word) => (/^[\w+:./\\=-]+$/.test(word) && word !== "--" ? word : `'${word.replaceAll("'", "''")}'`),
  // Quoted for CommandLineToArgvW: a backslash is doubled before a quote.
  cmd: (word) =>
    /^[\w+:./\\=-]+$/.test(word)
      ? word
      : `"${word.replace(/(?<!\\)(\\*)"/g, '$1$1\\"').replace(/(?<!\\)(\\+)$/, "$1$1")}"`,
};
