import { accessSync, constants, existsSync } from "node:fs";
import type { ConnectClient, Machine } from "../connect/client.ts";
import { homePath, joinPath } from "../connect/folders.ts";

/** Whether a client shows itself on this machine: by its folder, its file, or its command. */
export function isInstalled(client: ConnectClient, machine: Machine): boolean {
  const { paths, commands } = client.signs(machine);
  return paths.some((each) => existsSync(each)) || commands.some((each) => isOnPath(each, machine));
}

function isOnPath(command: string, machine: Machine): boolean {
  const { platform, env } = machine;
  const onWindows = platform === "win32";
  const search = env.PATH ?? env.Path ?? "";
  const folders = [...search.split(onWindows ? ";" : ":"), ...(onWindows ? [] : usualFolders(machine))];
  const endings = onWindows ? (env.PATHEXT || ".COM;.EXE;.BAT;.CMD").split(";") : [""];
  return folders
    .filter((folder) => folder !== "")
    .some((folder) =>
      endings.some((ending) => isExecutable(joinPath(machine, folder, command + ending.toLowerCase()))),
    );
}

/** Where programs lie that an application started from the desktop does not have on its PATH. */
function usualFolders(machine: Machine): string[] {
  return ["/usr/local/bin", "/opt/homebrew/bin", homePath(machine, ".local", "bin")];
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
