import { app, BrowserWindow, nativeTheme, screen, type WebContents } from "electron";
import type { Logger } from "../core/ports.ts";
import type { Text } from "../text/en.ts";
import { APP_ORIGIN } from "./app-scheme.ts";
import { askToReopen } from "./dialogs.ts";
import { readWindowState, type WindowPlace, writeWindowState } from "./window-state.ts";

/**
 * `--canvas` of renderer/styles/theme.css in both themes, so that the window does not flash before the page is drawn.
 */
export const BACKGROUND = { light: "#fefdfc", dark: "#1a1917" } as const;
const DEFAULT_PLACE: WindowPlace = { width: 1180, height: 760, maximized: false };
const HOME = `${APP_ORIGIN}/`;

export interface MainWindow {
  /**
   * Opens the window or brings it to the front. @param address a place in it, `#/memories/all/01J…`; default: unchanged
   */
  show(address?: string): void;
}

/**
 * The application's window. Closing it destroys it and frees its memory; the application stays in the tray.
 * @param options.admit connects the new window to the window API, before its page loads
 */
export function createMainWindow(options: {
  readonly preload: string;
  readonly icon: string;
  readonly stateFile: string;
  readonly text: () => Text;
  readonly admit: (contents: WebContents) => void;
  readonly logger: Logger;
}): MainWindow {
  let window: BrowserWindow | null = null;

  const open = (url: string): BrowserWindow => {
    const screens = screen.getAllDisplays().map((display) => display.workArea);
    const { maximized, ...place } = readWindowState(options.stateFile, screens) ?? DEFAULT_PLACE;
    const opened = new BrowserWindow({
      ...place,
      minWidth: 800,
      minHeight: 600,
      show: false,
      title: app.name,
      icon: options.icon,
      // The menu provides keyboard shortcuts; it need not be visible.
      autoHideMenuBar: true,
      backgroundColor: BACKGROUND[nativeTheme.shouldUseDarkColors ? "dark" : "light"],
      webPreferences: {
        preload: options.preload,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        spellcheck: false,
      },
    });
    if (maximized) opened.maximize();
    opened.once("ready-to-show", () => opened.show());
    opened.on("close", () =>
      writeWindowState(options.stateFile, { ...opened.getNormalBounds(), maximized: opened.isMaximized() }),
    );
    // On macOS the application is in the menu bar, and in the Dock while its window is open.
    void app.dock?.show();
    opened.on("closed", () => {
      window = null;
      app.dock?.hide();
    });
    opened.webContents.on("render-process-gone", (_, { reason }) => {
      options.logger.error("The window's process ended", { reason });
      const address = opened.webContents.getURL();
      opened.destroy();
      if (reason === "clean-exit") return;
      // Asks each time: a page that crashes immediately would otherwise be reopened forever.
      void askToReopen(options.text()).then((again) => {
        if (again && window === null) window = open(address);
      });
    });
    options.admit(opened.webContents);
    void opened.loadURL(url);
    return opened;
  };

  return {
    show(address = "") {
      if (window === null) {
        window = open(`${HOME}${address}`);
        return;
      }
      // Only the fragment changes, so the page stays loaded and handles unsaved changes itself.
      if (address !== "") void window.loadURL(`${HOME}${address}`);
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
  };
}
