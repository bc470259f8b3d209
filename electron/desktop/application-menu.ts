import { app, Menu, type MenuItemConstructorOptions } from "electron";

/** The menu: on macOS the bar; elsewhere never shown, but its shortcuts (copy, paste, zoom, quit) hold. */
export function setApplicationMenu(actions: { readonly quit: () => void }): void {
  const quit: MenuItemConstructorOptions = {
    label: `Quit ${app.name}`,
    accelerator: "CmdOrCtrl+Q",
    click: actions.quit,
  };
  const ofApplication: MenuItemConstructorOptions[] = [
    { role: "about" },
    { type: "separator" },
    { role: "hide" },
    { role: "hideOthers" },
    { role: "unhide" },
    { type: "separator" },
    quit,
  ];
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      process.platform === "darwin"
        ? { label: app.name, submenu: ofApplication }
        : { label: "File", submenu: [{ role: "close" }, quit] },
      {
        label: "Edit",
        submenu: [
          { role: "undo" },
          { role: "redo" },
          { type: "separator" },
          { role: "cut" },
          { role: "copy" },
          { role: "paste" },
          { role: "selectAll" },
        ],
      },
      {
        label: "View",
        submenu: [
          { role: "resetZoom" },
          { role: "zoomIn" },
          { role: "zoomOut" },
          { type: "separator" },
          { role: "togglefullscreen" },
          // A packaged application needs no developer tools; while developing they are the point.
          ...(app.isPackaged ? [] : [{ role: "toggleDevTools" } as const]),
        ],
      },
      { label: "Window", submenu: [{ role: "minimize" }, { role: "close" }] },
    ]),
  );
}
