import path from "node:path";
import { app, clipboard, Menu, nativeImage, Tray } from "electron";
import type { Application } from "../app.ts";
import type { Text } from "../text/en.ts";
import type { ServingState } from "../window-api/contract.ts";
import type { MainWindow } from "./main-window.ts";
import { buildTrayMenu, describeStatus, type TrayActions, type TrayContents } from "./tray-menu.ts";

/** Changes within this time update the tray once. */
const UPDATE_DELAY_MS = 250;
const RECENT_MEMORIES = 5;
/** The window's address of the inbox. */
export const INBOX_ADDRESS = "#/inbox";
/** The window's address of the open palette, which searches everything. */
const SEARCH_ADDRESS = "#/today?palette=open";
/** Events that change something in the tray. */
const CHANGES = [
  "status.changed",
  "clients.changed",
  "memories.changed",
  "inbox.changed",
  "settings.changed",
  "servers.changed",
  "updates.changed",
] as const;

/** Shows the tray and updates it: status, recent memories and configurations, in the owner's language. */
export async function showTray(options: {
  readonly application: Application;
  /** The folder of the tray's images. */
  readonly folder: string;
  readonly window: MainWindow;
  readonly text: () => Text;
}): Promise<void> {
  const { application, folder, window, text } = options;
  const tray = createTray(folder, (await application.status()).serving, {
    open: () => window.show(),
    openMemory: (id) => window.show(`#/memories/all/${encodeURIComponent(id)}`),
    openInbox: () => window.show(INBOX_ADDRESS),
    openServers: () => window.show("#/servers"),
    search: () => window.show(SEARCH_ADDRESS),
    newMemory: () => window.show("#/memories/all/new"),
    openSettings: () => window.show("#/settings"),
    copy: (configuration) => clipboard.writeText(configuration),
    setServing: (serving) => void application.setServing(serving),
    restartToUpdate: () => application.restartToUpdate(),
    quit: () => app.quit(),
  });

  const update = async () => {
    const [status, recent, waiting, configurations] = await Promise.all([
      application.status(),
      application.recentMemories(RECENT_MEMORIES),
      application.waitingProposals(),
      // They contain tokens, which are not available while the keychain is locked.
      application.configurations().catch(() => []),
    ]);
    const toApprove = application.toolsToApprove();
    tray.update({ status, recent, waiting, toApprove, update: application.readyUpdate(), configurations }, text());
  };
  let waiting: NodeJS.Timeout | null = null;
  const updateSoon = () => {
    waiting ??= setTimeout(() => {
      waiting = null;
      update().catch((error: unknown) => application.logger.warn("The tray was not updated", { error }));
    }, UPDATE_DELAY_MS);
  };
  // Stopping the application emits events too; they must not update the tray.
  const stops = CHANGES.map((name) => application.events.on(name, updateSoon));
  app.once("will-quit", () => {
    for (const stop of stops) stop();
    if (waiting !== null) clearTimeout(waiting);
  });
  await update();
}

/** Adds the icon to the tray. @param folder the folder of the tray's images */
function createTray(folder: string, serving: ServingState, actions: TrayActions) {
  const tray = new Tray(imageOf(folder, serving));
  // Windows and macOS report clicks; on Linux a click opens the menu.
  tray.on("click", () => actions.open());
  return {
    update(contents: TrayContents, text: Text) {
      tray.setImage(imageOf(folder, contents.status.serving));
      tray.setToolTip(`Recollect – ${describeStatus(contents.status, text)}`);
      tray.setContextMenu(Menu.buildFromTemplate(buildTrayMenu(contents, text, actions)));
    },
  };
}

/** macOS colours a template image by the menu bar; Windows needs an icon with several sizes. */
function imageOf(folder: string, serving: ServingState) {
  const name = { darwin: `${serving}Template.png`, win32: `${serving}.ico` }[process.platform as string];
  return nativeImage.createFromPath(path.join(folder, name ?? `${serving}.png`));
}
