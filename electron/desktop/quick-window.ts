import { app, BrowserWindow, globalShortcut, nativeTheme, screen, type WebContents } from "electron";
import type { QuickHost } from "../window-api/app.ts";
import { APP_ORIGIN } from "./app-scheme.ts";
import { BACKGROUND, type MainWindow } from "./main-window.ts";

const SIZE = { width: 640, height: 420 } as const;
/** The share of the screen's height above the window. */
const TOP = 0.2;
/** A hidden window is reopened without loading its page, until this time has passed. */
const KEPT_MS = 60_000;

interface Connection {
  readonly main: MainWindow;
  readonly preload: string;
  readonly icon: string;
  /** Connects the new window to the window API, before its page loads. */
  readonly admit: (contents: WebContents) => void;
}

/** The small window that a global shortcut opens over other programs. It hides when it loses the focus. */
export class QuickWindow implements QuickHost {
  readonly isUncertain: boolean;
  #connection: Connection | null = null;
  #window: BrowserWindow | null = null;
  #keys: string | null = null;
  #release: NodeJS.Timeout | null = null;

  constructor(env: NodeJS.ProcessEnv) {
    this.isUncertain =
      process.platform === "linux" && (env.XDG_SESSION_TYPE === "wayland" || Boolean(env.WAYLAND_DISPLAY));
  }

  /** Makes it ready to open. Call it once Electron is ready. */
  connect(connection: Connection): void {
    this.#connection = connection;
    app.once("will-quit", () => globalShortcut.unregisterAll());
  }

  isActive(): boolean {
    return this.#keys !== null;
  }

  setKeys(keys: string | null): boolean {
    if (this.#keys !== null) globalShortcut.unregister(this.#keys);
    const isSet = keys !== null && globalShortcut.register(keys, () => this.#toggle());
    this.#keys = isSet ? keys : null;
    return isSet;
  }

  show(): void {
    if (this.#connection === null) return;
    if (this.#release !== null) clearTimeout(this.#release);
    this.#window ??= this.#open(this.#connection);
    const { workArea } = screen.getDisplayNearestPoint(screen.getCursorScreenPoint());
    this.#window.setPosition(
      Math.round(workArea.x + (workArea.width - SIZE.width) / 2),
      Math.round(workArea.y + workArea.height * TOP),
    );
    this.#window.show();
    this.#window.focus();
  }

  close(address: string | null): void {
    this.#hide();
    if (address !== null) this.#connection?.main.show(address);
  }

  #toggle(): void {
    if (this.#window?.isVisible()) this.#hide();
    else this.show();
  }

  #hide(): void {
    if (this.#window === null || !this.#window.isVisible()) return;
    this.#window.hide();
    this.#release = setTimeout(() => this.#window?.destroy(), KEPT_MS);
  }

  #open({ preload, icon, admit }: Connection): BrowserWindow {
    const opened = new BrowserWindow({
      ...SIZE,
      show: false,
      frame: false,
      resizable: false,
      maximizable: false,
      minimizable: false,
      fullscreenable: false,
      skipTaskbar: true,
      alwaysOnTop: true,
      title: app.name,
      icon,
      backgroundColor: BACKGROUND[nativeTheme.shouldUseDarkColors ? "dark" : "light"],
      webPreferences: { preload, sandbox: true, contextIsolation: true, nodeIntegration: false, spellcheck: false },
    });
    opened.on("blur", () => this.#hide());
    opened.on("closed", () => {
      this.#window = null;
    });
    admit(opened.webContents);
    void opened.loadURL(`${APP_ORIGIN}/?quick`);
    return opened;
  }
}
