import { randomUUID } from "node:crypto";
import path from "node:path";
import type { Plugins } from "../connect/plugins/plugins.ts";
import { resourcePaths } from "../platform/resources.ts";
import { APP_VERSION } from "../platform/version.ts";
import type { CommandContext } from "./command.ts";
import { openConnections, recordContext } from "./open-connections.ts";
import { ownCommand } from "./own-command.ts";

/** The plugins of clients. Loaded on demand: most starts of the command line are not for them. */
export async function openPlugins(context: CommandContext): Promise<Plugins> {
  const [{ Plugins }, { Instructions }, { readSkills }] = await Promise.all([
    import("../connect/plugins/plugins.ts"),
    import("../connect/instructions/instructions.ts"),
    import("../skills/read-skills.ts"),
  ]);
  const { platform, home, env, files, entry } = context;
  const machine = { platform, home, env };
  const shim = ownCommand(context);
  const skills = resourcePaths(path.join(path.dirname(entry), "..", "..")).skills;
  const { clock } = recordContext(context);
  return new Plugins({
    ...machine,
    connections: await openConnections(context),
    instructions: new Instructions({
      ...machine,
      shim,
      backupFolder: files.replacedFiles,
      clock,
      newId: randomUUID,
    }),
    version: APP_VERSION,
    shim,
    skills: async () => readSkills(skills),
    folder: files.plugins,
    backupFolder: files.replacedFiles,
    ...recordContext(context),
    newId: randomUUID,
  });
}
