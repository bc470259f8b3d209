import { randomUUID } from "node:crypto";
import type { Connections } from "../connect/install/connections.ts";
import type { RecordContext } from "../platform/record-file.ts";
import { toErrorBody } from "../text/errors.ts";
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
    ...recordContext(context),
    newId: randomUUID,
  });
}

/** The context of record files: problems are printed. */
export function recordContext({ terminal }: CommandContext): RecordContext {
  const ignore = () => undefined;
  return {
    clock: { now: () => Date.now() },
    // The report has the same facts.
    logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    report(error) {
      const { message, hint } = toErrorBody(error);
      terminal.note([message, hint].filter(Boolean).join(" "));
    },
  };
}
