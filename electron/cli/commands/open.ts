import path from "node:path";
import { titleOf } from "../../core/memory.ts";
import { findRunningInstance } from "../../platform/interface-link.ts";
import { FOR_CLIENT, HIDDEN } from "../../platform/start-arguments.ts";
import { findStartCommand } from "../../shim/start-app.ts";
import { type Command, type CommandContext, EXIT } from "../command.ts";
import { findMemories } from "../find-memories.ts";
import { openBrowser, startDetached } from "../open-browser.ts";
import { oneLine } from "../terminal.ts";

export const open: Command = {
  name: "open",
  arguments: "[ID]",
  options: ["--print"],
  examples: ["recollect open", "recollect open K3NCCX12 --print"],
  async run(call, context) {
    const { app, files, terminal, text } = context;
    const [reference] = call.words;
    const [memory] = reference === undefined ? [] : await findMemories(app, [reference]);
    await app.ask("app.status", {});
    const link = (await findRunningInstance(files.endpoint))?.link ?? null;
    if (link === null) {
      const address = memory === undefined ? null : `recollect://memory/${memory.id}`;
      const opened = !call.flag("print") && (await showWindow(address, context));
      if (call.json) terminal.printJson({ link: address, opened });
      else if (address !== null && !opened) terminal.print(address);
      else terminal.note(opened ? text.open.window : text.open.fromTray);
      return EXIT.ok;
    }
    const opened = !call.flag("print") && (await openBrowser(link, context));
    if (call.json) terminal.printJson({ link, opened });
    else {
      terminal.print(link);
      terminal.note(opened ? text.open.browser : text.open.worksOnce);
      if (memory !== undefined) {
        const address = `${new URL(link).origin}/#/memories/all/${memory.id}`;
        terminal.note(text.open.memory(oneLine(titleOf(memory.content), 60), address));
      }
    }
    return EXIT.ok;
  },
};

/** A second start of the desktop application shows the window of the first. @returns false if it cannot be started */
async function showWindow(address: string | null, { entry, env, platform }: CommandContext): Promise<boolean> {
  const isElectron = process.versions.electron !== undefined;
  if (!isElectron) return false;
  const shimFolder = path.dirname(entry);
  const command = findStartCommand({ env, platform, execPath: process.execPath, shimFolder, isElectron });
  if (command === null) return false;
  const args = command.arguments.filter((argument) => argument !== HIDDEN && argument !== FOR_CLIENT);
  return await startDetached(command.program, [...args, ...(address === null ? [] : [address])], command.env);
}
