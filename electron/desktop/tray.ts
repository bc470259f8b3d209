import path from "node:path";
import { Menu, nativeImage, Tray } from "electron";
import type { ServingState } from "../ipc/contract.ts";
import type { DesktopText } from "./text/en.ts";
import { buildTrayMenu, describeStatus, type TrayActions, type TrayContents } from "./tray-menu.ts";

export interface TrayIcon {
  /** Shows what holds now. Linux shows a menu as it was when it was set, so it is set anew each time. */
  update(contents: TrayContents, text: DesktopText): void;
  close(): void;
}

/** Puts the application into the tray. @param folder of the tray's images */
export function createTray(folder: string, serving: ServingState, actions: TrayActions): TrayIcon {
  const tray = new Tray(imageOf(folder, serving));
  // Windows and macOS tell of clicks; on Linux a click opens the menu, wherever there is a tray at all.
  tray.on("click", () => actions.open());
  return {
    update(contents, text) {
      tray.setImage(imageOf(folder, contents.status.serving));
      tray.setToolTip(`Recollect – ${describeStatus(contents.status, text)}`);
      tray.setContextMenu(Menu.buildFromTemplate(buildTrayMenu(contents, text, actions)));
    },
    close: () => tray.destroy(),
  };
}

/** macOS takes a template and colours it by the menu bar; Windows wants an icon of several sizes. */
function imageOf(folder: string, serving: ServingState) {
  const name = { darwin: `${serving}Template.png`, win32: `${serving}.ico` }[process.platform as string];
  return nativeImage.createFromPath(path.join(folder, name ?? `${serving}.png`));
}
