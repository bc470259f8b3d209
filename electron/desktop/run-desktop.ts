import { homedir } from "node:os";
import path from "node:path";
import { app, BrowserWindow, Notification, nativeTheme } from "electron";
import { type Application, startApplication } from "../app.ts";
import type { ShimCommand } from "../connect/client.ts";
import { RecollectError, toErrorBody } from "../core/errors.ts";
import type { Text } from "../core/text/en.ts";
import { textFor } from "../core/text/text.ts";
import { appImageOf } from "../platform/app-image.ts";
import { findRunningInstance } from "../platform/interface-link.ts";
import type { DataFiles } from "../platform/paths.ts";
import { type ResourcePaths, resourcePaths } from "../platform/resources.ts";
import { copyShim } from "../platform/stable-shim.ts";
import { clearStartFailure, recordStartFailure } from "../platform/start-failure.ts";
import { createKeychain } from "../secrets/keychain.ts";
import type { DamageChoice } from "../store/lifecycle/damage.ts";
import { damageOf } from "../store/lifecycle/damage.ts";
import { openWindowBridge } from "../window-api/handle.ts";
import { lockDownPages, serveAppProtocol } from "./app-pages.ts";
import { APP_ORIGIN } from "./app-scheme.ts";
import { setApplicationMenu } from "./application-menu.ts";
import { askAboutDamage, showFailure } from "./dialogs.ts";
import { createHostActions, openExternal } from "./host-actions.ts";
import { InboxNotifier } from "./inbox-notifier.ts";
import { createLoginItem } from "./login-item.ts";
import { createMainWindow, type MainWindow } from "./main-window.ts";
import { LINK_SCHEME, linkedMemory } from "./memory-links.ts";
import { INBOX_ADDRESS, showTray } from "./tray.ts";

/** The option that starts the application without its window. */
const HIDDEN = "--hidden";

/** Runs the application with its tray and window until the owner quits. */
export async function runDesktop(files: DataFiles): Promise<void> {
  // Windows groups windows and notifications by this id. It equals the installer's appId.
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
    // The owner quit during the start, so parts in use were already closed.
    if (isQuitting) return;
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    recordStartFailure(files.startFailure, toErrorBody(error));
    await app.whenReady();
    showFailure(toErrorBody(error), systemText());
    app.exit(1);
  }
}

/** Starts the application. Asks the owner what to do with a damaged database. */
async function startOrRecover(files: DataFiles, resources: ResourcePaths): Promise<Application | null> {
  try {
    return await start(files, resources, "ask");
  } catch (error) {
    const damage = damageOf(error);
    if (damage === null) throw error;
    // The client that started the application waits; the dialog may stay open for long.
    recordStartFailure(files.startFailure, toErrorBody(error));
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
    actions: createHostActions(files.folder),
    startCommand: startCommand(),
    loginItem: createLoginItem(),
    keychain: createKeychain({ helper: resources.keychainHelper, env: process.env, platform: process.platform }),
    ifDamaged,
  });
}

/**
 * The shim runs on Electron as Node, so no second runtime is shipped; in development it runs on npm's Node. The path
 * inside an AppImage changes with each start, so clients get the AppImage itself and a copy of the shim.
 */
function shimCommand({ shim }: ResourcePaths, files: DataFiles): ShimCommand {
  const appImage = appImageOf(process.env, process.execPath);
  const env = { ELECTRON_RUN_AS_NODE: "1" };
  if (appImage !== null) return { command: appImage, args: [copyShim(shim, files.shim)], env };
  if (app.isPackaged) return { command: process.execPath, args: [shim], env };
  const node = process.platform === "win32" ? "node.exe" : "node";
  return { command: path.join(app.getAppPath(), "node_modules", "node", "bin", node), args: [shim], env: {} };
}

/** The command that starts the application without its window. */
function startCommand(): readonly string[] {
  if (!app.isPackaged) return [process.execPath, app.getAppPath(), HIDDEN];
  return [appImageOf(process.env, process.execPath) ?? process.execPath, HIDDEN];
}

async function open(application: Application, files: DataFiles, resources: ResourcePaths): Promise<void> {
  stopBeforeQuit(application);
  process.on("uncaughtExceptionMonitor", (error) => application.logger.error("Uncaught exception", { error }));
  lockDownPages(application.logger);
  serveAppProtocol(resources.window);
  const bridge = openWindowBridge({ dispatch: application.dispatch, feed: application.feed, origin: APP_ORIGIN });
  followTheme(application);
  const text = () => textFor(application.language(), app.getPreferredSystemLanguages());
  followLanguage(application, text);
  const window = createMainWindow({
    preload: resources.preload,
    icon: resources.icon,
    stateFile: files.windowState,
    text,
    admit: bridge.admit,
    logger: application.logger,
  });
  // The login item and the shim start it hidden, also while it already runs.
  app.on("second-instance", (_, args) => {
    if (!args.includes(HIDDEN)) window.show(linkedMemory(args));
  });
  // macOS reports links by this event.
  app.on("open-url", (event, link) => {
    event.preventDefault();
    window.show(linkedMemory([link]));
  });
  // On other systems the bundle's Info.plist or the desktop entry registers the scheme.
  if (app.isPackaged && process.platform === "win32") app.setAsDefaultProtocolClient(LINK_SCHEME);
  app.on("activate", () => window.show());
  await showTray({ application, folder: resources.tray, window, text });
  await notifyOfProposals(application, window, text);
  // A start at login is hidden, unless the server failed to start.
  const { serving, problem, alerts } = await application.status();
  const failure = alerts.find(({ message }) => message === problem);
  if (serving === "failed" && failure !== undefined) recordStartFailure(files.startFailure, failure);
  else clearStartFailure(files.startFailure);
  if (!process.argv.includes(HIDDEN) || serving === "failed") window.show(linkedMemory(process.argv));
}

/** Shows a notification of the system when memories wait for review. It contains none of their text. */
async function notifyOfProposals(application: Application, window: MainWindow, text: () => Text): Promise<void> {
  const notifier = new InboxNotifier({
    count: () => application.waitingProposals(),
    isWatching: () => BrowserWindow.getFocusedWindow() !== null,
    notify(waiting) {
      const words = text().desktop.notification;
      const notification = new Notification({ title: words.title, body: words.waiting(waiting) });
      notification.on("click", () => window.show(INBOX_ADDRESS));
      notification.show();
    },
    now: Date.now,
  });
  await notifier.check();
  const stop = application.events.on("inbox.changed", () => {
    notifier.check().catch((error: unknown) => application.logger.warn("The inbox was not counted", { error }));
  });
  app.once("will-quit", () => {
    stop();
    notifier.close();
  });
}

/** Applies the theme of the settings to native parts of the window. */
function followTheme(application: Application): void {
  const apply = () => {
    nativeTheme.themeSource = application.theme();
  };
  application.events.on("settings.changed", apply);
  apply();
}

/** Applies the language of the settings to the menu. */
function followLanguage(application: Application, text: () => Text): void {
  const apply = () => setApplicationMenu(text(), { quit: () => app.quit() });
  application.events.on("settings.changed", apply);
  apply();
}

/** The texts before the settings are read. */
function systemText(): Text {
  return textFor("system", app.getPreferredSystemLanguages());
}

/** Delays quitting until the application has stopped. */
function stopBeforeQuit(application: Application): void {
  app.on("will-quit", (event) => {
    event.preventDefault();
    void application.stop().finally(() => app.exit());
  });
}

/** Opens the interface of the headless Recollect that owns the data, and exits. */
async function handOver(files: DataFiles): Promise<void> {
  const running = await findRunningInstance(files.endpoint);
  if (running?.link) {
    process.stdout.write(`Recollect is already serving on ${running.endpoint.url} (pid ${running.endpoint.pid})\n`);
    await openExternal(running.link);
    return app.exit(0);
  }
  const silent = new RecollectError("unavailable", "owner_silent", { path: files.folder });
  showFailure(toErrorBody(silent), systemText());
  app.exit(1);
}
