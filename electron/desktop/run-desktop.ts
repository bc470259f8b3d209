import { homedir } from "node:os";
import path from "node:path";
import { app, BrowserWindow, Notification, nativeTheme, net } from "electron";
import { type Application, startApplication } from "../app.ts";
import type { ShimCommand } from "../connect/client.ts";
import { appImageOf } from "../platform/app-image.ts";
import { createAutostartFile } from "../platform/autostart-file.ts";
import { silentOwner } from "../platform/folder-trust.ts";
import { findRunningInstance } from "../platform/interface-link.ts";
import { readManifest } from "../platform/manifest.ts";
import type { DataFiles } from "../platform/paths.ts";
import { type ResourcePaths, resourcePaths } from "../platform/resources.ts";
import { copyShim } from "../platform/stable-shim.ts";
import { FOR_CLIENT, HIDDEN } from "../platform/start-arguments.ts";
import { clearStartFailure, recordStartFailure } from "../platform/start-failure.ts";
import { createKeychain } from "../secrets/keychain.ts";
import { type DamageChoice, damageOf } from "../store/lifecycle/damage.ts";
import { canGoBack } from "../store/lifecycle/go-back.ts";
import type { Text } from "../text/en.ts";
import { toErrorBody } from "../text/errors.ts";
import { textFor } from "../text/text.ts";
import { openWindowBridge } from "../window-api/handle.ts";
import type { LoginItem } from "../window-api/settings.ts";
import { lockDownPages, serveAppProtocol } from "./app-pages.ts";
import { APP_ORIGIN, LINK_SCHEME, linkedAddress } from "./app-scheme.ts";
import { setApplicationMenu } from "./application-menu.ts";
import { askAboutDamage, askToGoBack, showFailure } from "./dialogs.ts";
import { createHostActions, openExternal } from "./host-actions.ts";
import { InboxNotifier } from "./inbox-notifier.ts";
import { DesktopInstaller, findObstacle } from "./installer.ts";
import { createMainWindow, type MainWindow } from "./main-window.ts";
import { QuickWindow } from "./quick-window.ts";
import { startAgain } from "./start-again.ts";
import { INBOX_ADDRESS, showTray } from "./tray.ts";

/** The option that opens the quick window, for shortcuts that the owner adds in the desktop's settings. */
const QUICK = "--quick";

/**
 * Runs the application with its tray and window until the owner quits.
 * @param links what the system reported before this module was loaded; more can be added until the window opens
 */
export async function runDesktop(files: DataFiles, links: readonly string[]): Promise<void> {
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
    const parts = { updating: createUpdating(), quick: new QuickWindow(process.env) };
    const [application] = await Promise.all([startOrRecover(files, resources, parts), app.whenReady()]);
    if (application === null) await handOver(files);
    else await open(application, files, resources, links, parts);
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

/** Starts the application. Asks the owner what to do with a damaged database, and with data of a newer version. */
async function startOrRecover(
  files: DataFiles,
  resources: ResourcePaths,
  parts: HostParts,
): Promise<Application | null> {
  try {
    return await start(files, resources, parts, "ask");
  } catch (error) {
    if (canGoBack(error)) {
      recordStartFailure(files.startFailure, toErrorBody(error));
      await app.whenReady();
      const goesBack = askToGoBack(toErrorBody(error), systemText());
      if (!goesBack) app.exit(1);
      return await start(files, resources, parts, "ask", goesBack ? "goBack" : "refuse");
    }
    const damage = damageOf(error);
    if (damage === null) throw error;
    // The client that started the application waits; the dialog may stay open for long.
    recordStartFailure(files.startFailure, toErrorBody(error));
    await app.whenReady();
    const choice = askAboutDamage(damage.newestBackup, toErrorBody(error), systemText());
    if (choice === null) app.exit(1);
    return await start(files, resources, parts, choice ?? "ask");
  }
}

function start(
  files: DataFiles,
  resources: ResourcePaths,
  { updating, quick }: HostParts,
  ifDamaged: DamageChoice,
  ifNewer: "refuse" | "goBack" = "refuse",
): Promise<Application | null> {
  return startApplication({
    host: "desktop",
    files,
    env: process.env,
    platform: process.platform,
    home: homedir(),
    version: app.getVersion(),
    resources,
    expectsClients: process.argv.includes(FOR_CLIENT),
    shim: shimCommand(resources, files),
    runCommand: async (...command) =>
      (await import("../cli/in-application/run-in-application.ts")).runInApplication(...command),
    actions: createHostActions(files.folder),
    startCommand: startCommand(),
    loginItem: createLoginItem(),
    quick,
    updates: updating,
    keychain: createKeychain({ helper: resources.keychainHelper, env: process.env, platform: process.platform }),
    ifDamaged,
    ifNewer,
  });
}

/** What the host provides before the application starts. */
interface HostParts {
  readonly updating: ReturnType<typeof createUpdating>;
  readonly quick: QuickWindow;
}

/** What this installation knows about updates of itself. In development the environment says it, for tests. */
function createUpdating() {
  const { env } = process;
  const { homepage, updateKey } = readManifest(app.getAppPath());
  const configFile = app.isPackaged
    ? path.join(process.resourcesPath, "app-update.yml")
    : (env.RECOLLECT_UPDATE_CONFIG ?? null);
  const publicKey = app.isPackaged ? updateKey : (env.RECOLLECT_UPDATE_PUBLIC_KEY ?? null);
  return {
    configFile,
    homepage,
    publicKey,
    obstacle: findObstacle(publicKey),
    installer: new DesktopInstaller(configFile),
    // Uses the proxies of the system.
    fetch: (url: string, init: RequestInit) => net.fetch(url, init),
  };
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

/** The command with which a client's shim starts the application. */
function startCommand(): readonly string[] {
  if (!app.isPackaged) return [process.execPath, app.getAppPath(), HIDDEN, FOR_CLIENT];
  return [appImageOf(process.env, process.execPath) ?? process.execPath, HIDDEN, FOR_CLIENT];
}

async function open(
  application: Application,
  files: DataFiles,
  resources: ResourcePaths,
  links: readonly string[],
  { updating, quick }: HostParts,
): Promise<void> {
  stopBeforeQuit(application, updating.installer);
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
  quick.connect({ main: window, preload: resources.preload, icon: resources.icon, admit: bridge.admit });
  quick.setKeys(application.quickKeys());
  // The login item and the shim start it hidden, even if it already runs.
  app.on("second-instance", (_, args) => {
    if (args.includes(QUICK)) quick.show();
    else if (!args.includes(HIDDEN)) window.show(linkedAddress(args));
  });
  // macOS reports links by this event.
  app.on("open-url", (event, link) => {
    event.preventDefault();
    window.show(linkedAddress([link]));
  });
  // On other systems the bundle's Info.plist or the desktop entry registers the scheme.
  if (app.isPackaged && process.platform === "win32") app.setAsDefaultProtocolClient(LINK_SCHEME);
  app.on("activate", () => window.show());
  await showTray({ application, folder: resources.tray, window, text });
  await notifyOfProposals(application, window, text);
  // A start at login is hidden, unless the server failed to start.
  const { serving, problem, alerts } = application.state();
  const failure = alerts.find(({ message }) => message === problem);
  if (serving === "failed" && failure !== undefined) recordStartFailure(files.startFailure, failure);
  else clearStartFailure(files.startFailure);
  const address = linkedAddress([...process.argv, ...links]);
  if (process.argv.includes(QUICK)) quick.show();
  else if (!process.argv.includes(HIDDEN) || links.length > 0 || serving === "failed") window.show(address);
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

/** Delays quitting until the application has stopped, and an update that the owner chose is installed. */
function stopBeforeQuit(application: Application, installer: DesktopInstaller): void {
  let hasStopped = false;
  let isStopping = false;
  const stop = async () => {
    await application.stop();
    hasStopped = true;
    const failure = await installer.finish();
    if (failure === null) return;
    application.reportUpdateFailure(failure.error);
    // The owner wanted a restart, and gets this version.
    if (failure.restarts) startAgain();
  };
  app.on("will-quit", (event) => {
    // On macOS the installation quits once more.
    if (hasStopped) return;
    event.preventDefault();
    // The owner can quit again before it has stopped.
    if (isStopping) return;
    isStopping = true;
    void stop().finally(() => app.exit());
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
  showFailure(toErrorBody(silentOwner(files)), systemText());
  app.exit(1);
}

/** Starts the application at login; null in development, because no program is installed. */
function createLoginItem(): LoginItem | null {
  if (!app.isPackaged) return null;
  if (process.platform === "linux") {
    const program = appImageOf(process.env, process.execPath) ?? process.execPath;
    return createAutostartFile(process.env, homedir(), [program, HIDDEN]);
  }
  return {
    isEnabled: () => app.getLoginItemSettings({ args: [HIDDEN] }).openAtLogin,
    setEnabled: (enabled) => app.setLoginItemSettings({ openAtLogin: enabled, args: [HIDDEN] }),
  };
}
