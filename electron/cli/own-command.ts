import { type ShimCommand, withDataFolder } from "../connect/client.ts";
import type { CommandContext } from "./command.ts";

/** The command with which another program starts this one, on the same Node or Electron. */
export function ownCommand({ entry, env }: Pick<CommandContext, "entry" | "env">): ShimCommand {
  const variables: Record<string, string> =
    process.versions.electron === undefined ? {} : { ELECTRON_RUN_AS_NODE: "1" };
  return withDataFolder({ command: process.execPath, args: [entry], env: variables }, env);
}

/** What to say about a copy that `npx` runs out of npm's cache; null for one that is installed. */
export function describeTemporaryCopy(entry: string): string | null {
  if (!/[\\/]_npx[\\/]/.test(entry)) return null;
  return "This copy of Recollect is in npm's cache, which can be emptied. Run 'npm install --global recollect' and connect again to keep it.";
}
