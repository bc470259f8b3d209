import { app, clipboard } from "electron";
import type { Application } from "../app.ts";
import type { MainWindow } from "./main-window.ts";
import type { DesktopText } from "./text/en.ts";
import { createTray } from "./tray.ts";

/** How long changes are gathered before the tray shows them, in milliseconds. */
const DELAY_MS = 250;
const RECENT_MEMORIES = 5;
/** What changes something that the tray shows. */
const CHANGES = ["status.changed", "clients.changed", "memories.changed", "settings.changed"] as const;

/** Keeps the tray true: status, recent memories and configurations, in the owner's language. */
export async function showTray(options: {
  readonly application: Application;
  /** Of the tray's images. */
  readonly folder: string;
  readonly window: MainWindow;
  readonly text: () => DesktopText;
}): Promise<void> {
  const { application, folder, window, text } = options;
  const tray = createTray(folder, (await application.status()).serving, {
    open: () => window.show(),
    openMemory: (id) => window.show(`#/memories/all/${encodeURIComponent(id)}`),
    copy: (configuration) => clipboard.writeText(configuration),
    setServing: (serving) => void application.setServing(serving),
    quit: () => app.quit(),
  });

  const update = async () => {
    const [status, recent, configurations] = await Promise.all([
      application.status(),
      application.recentMemories(RECENT_MEMORIES),
      // They hold tokens, which a keychain that does not open keeps back.
      application.configurations().catch(() => []),
    ]);
    tray.update({ status, recent, configurations }, text());
  };
  // Sessions and captures come in crowds; the tray is read by a person.
  let waiting: NodeJS.Timeout | null = null;
  const updateSoon = () => {
    waiting ??= setTimeout(() => {
      waiting = null;
      update().catch((error: unknown) => application.logger.warn("The tray was not updated", { error }));
    }, DELAY_MS);
  };
  // What is stopped changes too, and is asked no more.
  const stops = CHANGES.map((name) => application.events.on(name, updateSoon));
  app.once("will-quit", () => {
    for (const stop of stops) stop();
    if (waiting !== null) clearTimeout(waiting);
  });
  await update();
}
