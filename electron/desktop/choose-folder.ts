import { BrowserWindow, dialog } from "electron";

/** The desktop's own dialog, on the window it was asked from; null where it was closed without a choice. */
export async function chooseFolder(): Promise<string | null> {
  const options = { properties: ["openDirectory" as const] };
  const window = BrowserWindow.getFocusedWindow();
  const { filePaths } = await (window === null
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options));
  return filePaths[0] ?? null;
}
