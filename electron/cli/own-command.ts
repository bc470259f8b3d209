import { type ShimCommand, withDataFolder } from "../connect/client.ts";
import type { CommandContext } from "./command.ts";

/** The command with which another program starts this one, on the same Node or Electron. */
export function ownCommand({ entry, env }: Pick<CommandContext, "entry" | "env">): ShimCommand {
  const variables: Record<string, string> =
    process.versions.electron === undefined ? {} : { ELECTRON_RUN_AS_NODE: "1" };
  return withDataFolder({ command: process.execPath, args: [entry], env: variables }, env);
}

/** Returns a warning if this copy is in npm's cache, from which `npx` runs it; null if it is installed. */
export function describeTemporaryCopy({ entry, text }: Pick<CommandContext, "entry" | "text">): string | null {
  return /[\\/]_npx[\\/]/.test(entry) ? text.connect.temporary : null;
}
