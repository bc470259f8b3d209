import path from "node:path";
import { Menu, nativeImage, Tray } from "electron";
import type { ClientConfiguration } from "../core/client-configuration.ts";
import type { AppStatus, ServingState } from "../ipc/contract.ts";
import { buildTrayMenu, describeStatus, type TrayActions } from "./tray-menu.ts";

export interface TrayIcon {
  /** Shows what holds now. Linux shows a menu as it was when it was set, so it is set anew each time. */
  update(status: AppStatus, configurations: readonly ClientConfiguration[]): void;
  close(): void;
}

/** Puts the application into the tray. @param folder of the tray's images */
export function createTray(folder: string, status: AppStatus, actions: TrayActions): TrayIcon {
  const tray = new Tray(imageOf(folder, status.serving));
  // Windows and macOS tell of clicks; on Linux a click opens the menu, wherever there is a tray at all.
  tray.on("click", () => actions.open());
  return {
    update(now, configurations) {
      tray.setImage(imageOf(folder, now.serving));
      tray.setToolTip(`Recollect – ${describeStatus(now)}`);
      tray.setContextMenu(Menu.buildFromTemplate(buildTrayMenu(now, configurations, actions)));
    },
    close: () => tray.destroy(),
  };
}

/** macOS takes a template and colours it by the menu bar; Windows wants an icon of several sizes. */
function imageOf(folder: string, serving: ServingState) {
  const name = { darwin: `${serving}Template.png`, win32: `${serving}.ico` }[process.platform as string];
  return nativeImage.createFromPath(path.join(folder, name ?? `${serving}.png`));
}
