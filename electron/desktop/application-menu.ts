import { app, Menu, type MenuItemConstructorOptions } from "electron";
import type { Text } from "../text/en.ts";

/** The menu: on macOS the bar; elsewhere never shown, but its shortcuts (copy, paste, zoom, quit) hold. */
export function setApplicationMenu({ desktop: { menu: words } }: Text, actions: { readonly quit: () => void }): void {
  const quit: MenuItemConstructorOptions = { label: words.quit, accelerator: "CmdOrCtrl+Q", click: actions.quit };
  const ofApplication: MenuItemConstructorOptions[] = [
    { role: "about", label: words.about },
    { type: "separator" },
    { role: "hide", label: words.hide },
    { role: "hideOthers", label: words.hideOthers },
    { role: "unhide", label: words.showAll },
    { type: "separator" },
    quit,
  ];
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      process.platform === "darwin"
        ? { label: app.name, submenu: ofApplication }
        : { label: words.file, submenu: [{ role: "close", label: words.close }, quit] },
      {
        label: words.edit,
        submenu: [
          { role: "undo", label: words.undo },
          { role: "redo", label: words.redo },
          { type: "separator" },
          { role: "cut", label: words.cut },
          { role: "copy", label: words.copy },
          { role: "paste", label: words.paste },
          { role: "selectAll", label: words.selectAll },
        ],
      },
      {
        label: words.view,
        submenu: [
          { role: "resetZoom", label: words.actualSize },
          { role: "zoomIn", label: words.zoomIn },
          { role: "zoomOut", label: words.zoomOut },
          { type: "separator" },
          { role: "togglefullscreen", label: words.fullScreen },
          // A packaged application needs no developer tools; while developing they are the point.
          ...(app.isPackaged ? [] : [{ role: "toggleDevTools" } as const]),
        ],
      },
      {
        label: words.window,
        submenu: [
          { role: "minimize", label: words.minimize },
          { role: "close", label: words.close },
        ],
      },
    ]),
  );
}
