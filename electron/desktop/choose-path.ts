import { BrowserWindow, dialog } from "electron";

/** The desktop's own dialog, on the window it was asked from; null where it was closed without a choice. */
async function choose(what: "openDirectory" | "openFile"): Promise<string | null> {
  // Other programs keep their files in folders whose names begin with a dot.
  const options = { properties: [what, "showHiddenFiles" as const] };
  const window = BrowserWindow.getFocusedWindow();
  const { filePaths } = await (window === null
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options));
  return filePaths[0] ?? null;
}

/** Has the person choose a folder. */
export const chooseFolder = () => choose("openDirectory");
/** Has the person choose a file. */
export const chooseFile = () => choose("openFile");
