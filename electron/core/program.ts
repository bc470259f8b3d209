/** Programs that are or may be scripts on Windows, which only cmd.exe starts. */
const WINDOWS_SCRIPT =
  /(?:^|[\\/])(?:npx|npm|pnpm|pnpx|yarn|yarnpkg|corepack|bunx|uvx|pipx|tsx|ts-node)$|\.(?:cmd|bat)$/i;

interface Program {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * A program as it is started on a platform without a shell.
 * @param platform as in `process.platform`
 */
export function programFor(platform: string, { command, args }: Program): Program {
  const isScript = platform === "win32" && WINDOWS_SCRIPT.test(command);
  return isScript ? { command: "cmd", args: ["/c", command, ...args] } : { command, args };
}
