import type { ShimCommand } from "../clients/connect/client.ts";
import { withDataFolder } from "../clients/connect/configurations.ts";
import type { CommandContext } from "./command.ts";

/** How another program starts this one: on the Node, or the Electron as one, that runs it now. */
export function ownCommand({ entry, env }: Pick<CommandContext, "entry" | "env">): ShimCommand {
  const variables: Record<string, string> =
    process.versions.electron === undefined ? {} : { ELECTRON_RUN_AS_NODE: "1" };
  return withDataFolder({ command: process.execPath, args: [entry], env: variables }, env);
}
