import { randomUUID } from "node:crypto";
import type { Connections } from "../connect/install/connections.ts";
import { writePrivateFile } from "../platform/atomic-file.ts";
import type { CommandContext } from "./command.ts";
import { ownCommand } from "./own-command.ts";

/**
 * The connections of this computer, whose entries start the stdio server and have no token. Loaded on demand: most
 * starts of the command line are not for them.
 */
export async function openConnections(context: CommandContext): Promise<Connections> {
  const { Connections } = await import("../connect/install/connections.ts");
  const { platform, home, env, files } = context;
  return new Connections({
    platform,
    home,
    env,
    // An entry that starts the stdio server has neither.
    url: () => "http://127.0.0.1/mcp",
    tokenFor: async () => "",
    shim: ownCommand(context),
    registryFile: files.connections,
    backupFolder: files.replacedFiles,
    writePrivateFile,
    clock: { now: () => Date.now() },
    newId: randomUUID,
  });
}
