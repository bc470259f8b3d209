import { app, BrowserWindow, dialog, nativeTheme, screen, type WebContents } from "electron";
import type { Logger } from "../core/ports.ts";
import { APP_ORIGIN } from "./app-scheme.ts";
import { readWindowState, writeWindowState } from "./window-state.ts";

/** `--canvas` of renderer/styles/theme.css in both themes, so that nothing flashes before the page has drawn itself. */
const BACKGROUND = { light: "#fefdfc", dark: "#1a1917" } as const;
const DEFAULT_SIZE = { width: 1180, height: 760 };

export interface MainWindow {
  /** Opens the window, or brings it to the front. */
  show(): void;
  /** The window that is open, for dialogs to belong to. */
  current(): BrowserWindow | null;
}

/**
 * The one window. It exists while it is open only: closing it destroys it and gives its memory back, while the
 * application stays in the tray.
 * @param options.admit lets the new window ask over the bridge, before its page loads
 */
export function createMainWindow(options: {
  readonly preload: string;
  readonly icon: string;
  readonly stateFile: string;
  readonly admit: (contents: WebContents) => void;
  readonly logger: Logger;
}): MainWindow {
  let window: BrowserWindow | null = null;

  const open = (): BrowserWindow => {
    const saved = readWindowState(
      options.stateFile,
      screen.getAllDisplays().map((display) => display.workArea),
    );
    const { maximized = false, ...place } = saved ?? (DEFAULT_SIZE as Partial<NonNullable<typeof saved>>);
    const opened = new BrowserWindow({
      ...place,
      minWidth: 800,
      minHeight: 600,
      show: false,
      title: app.name,
      icon: options.icon,
      // The menu is there for its shortcuts.
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
    // On macOS the application lives in the menu bar, and in the Dock while its window is open.
    void app.dock?.show();
    opened.on("closed", () => {
      window = null;
      app.dock?.hide();
    });
    opened.webContents.on("render-process-gone", (_, { reason }) => {
      options.logger.error("The window's process ended", { reason });
      opened.destroy();
    });
    opened.webContents.on("will-prevent-unload", (event) => {
      if (mayDiscard(opened)) event.preventDefault();
    });
    options.admit(opened.webContents);
    void opened.loadURL(`${APP_ORIGIN}/`);
    return opened;
  };

  return {
    show() {
      if (window === null) {
        window = open();
      } else {
        if (window.isMinimized()) window.restore();
        window.show();
        window.focus();
      }
    },
    current: () => window,
  };
}

/** Asks before a page with unsaved changes goes. */
function mayDiscard(window: BrowserWindow): boolean {
  const DISCARD = 1;
  const answer = dialog.showMessageBoxSync(window, {
    type: "question",
    message: "Close without saving your changes?",
    buttons: ["Keep editing", "Discard changes"],
    defaultId: 0,
    cancelId: 0,
  });
  return answer === DISCARD;
}
