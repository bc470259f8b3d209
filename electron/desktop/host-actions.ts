import { BrowserWindow, dialog, shell } from "electron";
import { DEEP_LINK_SCHEMES } from "../connect/registry.ts";
import { RecollectError } from "../text/errors.ts";
import type { HostActions } from "../window-api/app.ts";

/** What the desktop does for the window. */
export function createHostActions(dataFolder: string): HostActions {
  return {
    openExternal,
    openDeepLink,
    chooseFolder: () => choose("openDirectory"),
    chooseFile: () => choose("openFile"),
    async openDataFolder() {
      const problem = await shell.openPath(dataFolder);
      if (problem !== "") throw new Error(problem);
    },
  };
}

/** Opens a web page in the owner's browser. @throws invalid_argument for an address that is not http or https */
export async function openExternal(address: string): Promise<void> {
  const url = URL.parse(address);
  if (url === null || !["http:", "https:"].includes(url.protocol))
    throw new RecollectError("link_not_web", {}, { field: "url" });
  await shell.openExternal(url.href);
}

/** Opens a client's deep link. @throws invalid_argument for a scheme that belongs to no known client */
async function openDeepLink(link: string): Promise<void> {
  const url = URL.parse(link);
  if (url === null || !DEEP_LINK_SCHEMES.includes(url.protocol)) {
    throw new RecollectError("client_link_unknown", {}, { field: "link" });
  }
  await shell.openExternal(link);
}

/** Shows the system's dialog on the focused window; null if it was cancelled. */
async function choose(property: "openDirectory" | "openFile"): Promise<string | null> {
  // Other programs store their files in hidden folders.
  const options = { properties: [property, "showHiddenFiles" as const] };
  const window = BrowserWindow.getFocusedWindow();
  const { filePaths } = await (window === null
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options));
  return filePaths[0] ?? null;
}
