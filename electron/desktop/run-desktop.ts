import { homedir } from "node:os";
import path from "node:path";
import { app, nativeTheme, shell } from "electron";
import { type Application, startApplication } from "../app.ts";
import type { ShimCommand } from "../clients/connect/client.ts";
import { RecollectError, toErrorBody } from "../core/errors.ts";
import { openWindowBridge } from "../ipc/handle.ts";
import { appImageOf } from "../platform/app-image.ts";
import { findRunningInstance } from "../platform/interface-link.ts";
import type { DataFiles } from "../platform/paths.ts";
import { type ResourcePaths, resourcePaths } from "../platform/resources.ts";
import { createKeychain } from "../platform/secrets/keychain.ts";
import { copyShim } from "../platform/stable-shim.ts";
import type { DamageChoice } from "../store/damage.ts";
import { damageOf } from "../store/damage.ts";
import { serveAppProtocol } from "./app-protocol.ts";
import { APP_ORIGIN } from "./app-scheme.ts";
import { setApplicationMenu } from "./application-menu.ts";
import { chooseFile, chooseFolder } from "./choose-path.ts";
import { askAboutDamage, showFailure } from "./dialogs.ts";
import { showTray } from "./live-tray.ts";
import { lockDownPages } from "./lock-down.ts";
import { createLoginItem } from "./login-item.ts";
import { createMainWindow } from "./main-window.ts";
import { LINK_SCHEME, linkedMemory } from "./memory-links.ts";
import { openDeepLink, openExternal } from "./open-external.ts";
import { desktopText } from "./text/desktop-text.ts";
import type { DesktopText } from "./text/en.ts";

/** Starts without a window. */
const HIDDEN = "--hidden";

/** Runs the application with its tray and its window, until the owner quits. */
export async function runDesktop(files: DataFiles): Promise<void> {
  // Windows groups windows and notifications by it; it is the installer's appId.
  app.setAppUserModelId("app.recollect.desktop");
  // Closing the window leaves the application in the tray.
  app.on("window-all-closed", () => undefined);
  const resources = resourcePaths(app.getAppPath());
  let isQuitting = false;
  app.on("before-quit", () => {
    isQuitting = true;
  });
  try {
    const [application] = await Promise.all([startOrRecover(files, resources), app.whenReady()]);
    if (application === null) await handOver(files);
    else await open(application, files, resources);
  } catch (error) {
    // Told to quit while it was starting: what it was about to use has been closed.
    if (isQuitting) return;
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    await app.whenReady();
    showFailure(toErrorBody(error), systemText());
    app.exit(1);
  }
}

/** Starts; where the database is damaged, its owner says what to do. */
async function startOrRecover(files: DataFiles, resources: ResourcePaths): Promise<Application | null> {
  try {
    return await start(files, resources, "ask");
  } catch (error) {
    const damage = damageOf(error);
    if (damage === null) throw error;
    await app.whenReady();
    const choice = askAboutDamage(damage.newestBackup, toErrorBody(error), systemText());
    if (choice === null) app.exit(1);
    return await start(files, resources, choice ?? "ask");
  }
}

function start(files: DataFiles, resources: ResourcePaths, ifDamaged: DamageChoice): Promise<Application | null> {
  return startApplication({
    host: "desktop",
    files,
    env: process.env,
    platform: process.platform,
    home: homedir(),
    version: app.getVersion(),
    resources,
    shim: shimCommand(resources, files),
    actions: { openDataFolder: () => openFolder(files.folder), openExternal, openDeepLink, chooseFolder, chooseFile },
    startCommand: startCommand(),
    loginItem: createLoginItem(),
    keychain: createKeychain({ helper: resources.keychainHelper, env: process.env, platform: process.platform }),
    ifDamaged,
  });
}

/**
 * Electron is a Node as well: no second runtime is shipped for the shim. While developing, it is npm's own Node. What is
 * in an AppImage lies at another place each time: clients are given the AppImage itself and a copy of the shim.
 */
function shimCommand({ shim }: ResourcePaths, files: DataFiles): ShimCommand {
  const appImage = appImageOf(process.env, process.execPath);
  const env = { ELECTRON_RUN_AS_NODE: "1" };
  if (appImage !== null) return { command: appImage, args: [copyShim(shim, files.shim)], env };
  if (app.isPackaged) return { command: process.execPath, args: [shim], env };
  const node = process.platform === "win32" ? "node.exe" : "node";
  return { command: path.join(app.getAppPath(), "node_modules", "node", "bin", node), args: [shim], env: {} };
}

/** The application without its window. */
function startCommand(): readonly string[] {
  if (!app.isPackaged) return [process.execPath, app.getAppPath(), HIDDEN];
  return [appImageOf(process.env, process.execPath) ?? process.execPath, HIDDEN];
}

async function open(application: Application, files: DataFiles, resources: ResourcePaths): Promise<void> {
  stopBeforeQuit(application);
  process.on("uncaughtExceptionMonitor", (error) => application.logger.error("Something failed unseen", { error }));
  lockDownPages(application.logger);
  serveAppProtocol(resources.window);
  const bridge = openWindowBridge({ dispatch: application.dispatch, feed: application.feed, origin: APP_ORIGIN });
  followTheme(application);
  const text = () => desktopText(application.language(), app.getPreferredSystemLanguages());
  followLanguage(application, text);
  const window = createMainWindow({
    preload: resources.preload,
    icon: resources.icon,
    stateFile: files.windowState,
    text,
    admit: bridge.admit,
    logger: application.logger,
  });
  // The login item and the shim start it hidden, whether it runs already or not.
  app.on("second-instance", (_, args) => {
    if (!args.includes(HIDDEN)) window.show(linkedMemory(args));
  });
  // macOS hands links over so.
  app.on("open-url", (event, link) => {
    event.preventDefault();
    window.show(linkedMemory([link]));
  });
  // Elsewhere what is installed says so: the bundle's Info.plist, the desktop entry.
  if (app.isPackaged && process.platform === "win32") app.setAsDefaultProtocolClient(LINK_SCHEME);
  app.on("activate", () => window.show());
  await showTray({ application, folder: resources.tray, window, text });
  // A login starts hidden; but what keeps it from serving is to be seen.
  const { serving } = await application.status();
  if (!process.argv.includes(HIDDEN) || serving === "failed") window.show(linkedMemory(process.argv));
}

/** The window's own ground and menus follow the theme of the settings. */
function followTheme(application: Application): void {
  const apply = () => {
    nativeTheme.themeSource = application.theme();
  };
  application.events.on("settings.changed", apply);
  apply();
}

/** The menu's words follow the language of the settings. */
function followLanguage(application: Application, text: () => DesktopText): void {
  const apply = () => setApplicationMenu(text(), { quit: () => app.quit() });
  application.events.on("settings.changed", apply);
  apply();
}

/** What is said before the settings can be read. */
function systemText(): DesktopText {
  return desktopText("system", app.getPreferredSystemLanguages());
}

/** Quitting, once the windows have agreed to close, waits for the application to stop. */
function stopBeforeQuit(application: Application): void {
  app.on("will-quit", (event) => {
    event.preventDefault();
    void application.stop().finally(() => app.exit());
  });
}

/** A headless Recollect owns the data: its interface opens in the browser, and this one leaves. */
async function handOver(files: DataFiles): Promise<void> {
  const running = await findRunningInstance(files.endpoint);
  if (running?.link) {
    process.stdout.write(`Recollect is already serving on ${running.endpoint.url} (pid ${running.endpoint.pid})\n`);
    await openExternal(running.link);
    return app.exit(0);
  }
  const silent = new RecollectError("unavailable", "Another Recollect holds the data and does not answer.", {
    hint: `The data is in ${files.folder}. Stop that process, then start again.`,
    details: { reason: "owner_silent", path: files.folder },
  });
  showFailure(toErrorBody(silent), systemText());
  app.exit(1);
}

async function openFolder(folder: string): Promise<void> {
  const problem = await shell.openPath(folder);
  if (problem !== "") throw new Error(problem);
}
