import { type ShimCommand, withDataFolder } from "../connect/client.ts";
import type { CommandContext } from "./command.ts";

/** The command with which another program starts this one, on the same Node or Electron. */
export function ownCommand({ entry, env }: Pick<CommandContext, "entry" | "env">): ShimCommand {
  const variables: Record<string, string> =
    process.versions.electron === undefined ? {} : { ELECTRON_RUN_AS_NODE: "1" };
  return withDataFolder({ command: process.execPath, args: [entry], env: variables }, env);
}
