/** Shells people paste commands into. */
export type Shell = "posix" | "powershell" | "cmd";

/** One command line for a shell: every word reaches the program as it is. */
export function writeCommand(shell: Shell, words: readonly string[]): string {
  return `${words.map(QUOTERS[shell]).join(" ")}\n`;
}

const QUOTERS: Readonly<Record<Shell, (word: string) => string>> = {
  posix: (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`),
  // A bare -- would be taken by the scripts npm installs for PowerShell instead of being passed on.
  powershell: (word) => (/^[\w+:./\\=-]+$/.test(word) && word !== "--" ? word : `'${word.replaceAll("'", "''")}'`),
  // Quoted as the C run-time reads it: backslashes count double before a quote.
  cmd: (word) =>
    /^[\w+:./\\=-]+$/.test(word) ? word : `"${word.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, "$1$1")}"`,
};
