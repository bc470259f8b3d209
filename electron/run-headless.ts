import { homedir } from "node:os";
import process from "node:process";
import { type Application, startApplication } from "./app.ts";
import type { ShimCommand } from "./connect/client.ts";
import { markHidden } from "./core/hidden-characters.ts";
import { silentOwner } from "./platform/folder-trust.ts";
import { findRunningInstance } from "./platform/interface-link.ts";
import { readManifest } from "./platform/manifest.ts";
import { type DataFiles, dataFiles, dataFolder } from "./platform/paths.ts";
import { NODE_ARGUMENTS } from "./platform/process-memory.ts";
import { type ResourcePaths, resourcePaths } from "./platform/resources.ts";
import { clearStartFailure, recordStartFailure } from "./platform/start-failure.ts";
import { APP_VERSION } from "./platform/version.ts";
import { createKeychain } from "./secrets/keychain.ts";
import { type DamageChoice, damageOf } from "./store/lifecycle/damage.ts";
import { canGoBack } from "./store/lifecycle/go-back.ts";
import { type ErrorBody, RecollectError, toErrorBody } from "./text/errors.ts";
import type { HostActions } from "./window-api/app.ts";

/**
 * Runs the application without a window until a signal stops it. A second instance on the same data prints a new link
 * to the first one and exits.
 * @param root the folder with the application's package.json
 */
export async function runHeadless(root: string): Promise<void> {
  const files = dataFiles(dataFolder(process.env, process.platform, homedir()));
  const resources = resourcePaths(root);
  const manifest = readManifest(root);
  try {
    const application = await startApplication({
      host: "headless",
      files,
      env: process.env,
      platform: process.platform,
      home: homedir(),
      version: APP_VERSION,
      resources,
      // Without a window it is started to serve.
      expectsClients: true,
      shim: shimCommand(resources),
      runCommand: async (...command) =>
        (await import("./cli/in-application/run-in-application.ts")).runInApplication(...command),
      actions: actionsWithoutDesktop(files),
      startCommand: startCommand(),
      loginItem: null,
      quick: null,
      updates: {
        // In development a file can name another source.
        configFile: process.env.RECOLLECT_UPDATE_CONFIG ?? null,
        homepage: manifest.homepage,
        publicKey: manifest.updateKey,
        obstacle: "headless",
        installer: null,
        fetch,
      },
      keychain: createKeychain({ helper: resources.keychainHelper, env: process.env, platform: process.platform }),
      ifDamaged: damageChoice(process.argv),
      ifNewer: process.argv.includes("--restore-backup") ? "goBack" : "refuse",
    });
    if (application === null) await handOver(files);
    else await serve(application, files);
    const isUnchanged = application?.recovery === null && application.wentBackTo === null;
    if (isUnchanged && process.argv.includes("--restore-backup")) process.stderr.write(NOT_RESTORED);
  } catch (error) {
    recordStartFailure(files.startFailure, toErrorBody(error));
    fail(error);
    if (damageOf(error) !== null) process.stderr.write(DAMAGE_HELP);
    if (canGoBack(error)) process.stderr.write(GO_BACK_HELP);
  }
}

/** The shim uses the runtime of this process: Node, or the packaged application's Electron run as Node. */
function shimCommand({ shim }: ResourcePaths): ShimCommand {
  const env: Record<string, string> = process.versions.electron === undefined ? {} : { ELECTRON_RUN_AS_NODE: "1" };
  return { command: process.execPath, args: [shim], env };
}

/** Null under Electron run as Node, which needs an environment variable that a command cannot carry. */
function startCommand(): readonly string[] | null {
  const [, entry] = process.argv;
  return process.versions.electron !== undefined || entry === undefined
    ? null
    : [process.execPath, ...NODE_ARGUMENTS, entry];
}

const DAMAGE_HELP =
  "Start again with --restore-backup or --start-empty, for example: recollect serve --restore-backup\n";

const GO_BACK_HELP =
  "To go back, start again with --restore-backup, for example: npm run headless -- --restore-backup\n";

const NOT_RESTORED =
  "The database is not damaged, so --restore-backup changed nothing. To go back to a backup: recollect backup restore latest\n";

/** What to do with a damaged database. Without an option nothing is changed. */
function damageChoice(args: readonly string[]): DamageChoice {
  if (args.includes("--restore-backup")) return "restore";
  return args.includes("--start-empty") ? "fresh" : "ask";
}

async function serve(application: Application, files: DataFiles): Promise<void> {
  stopOnSignals(application);
  process.on("uncaughtExceptionMonitor", (error) => application.logger.error("Recollect crashed", { error }));
  const state = application.state();
  if (state.serving === "failed") {
    for (const alert of state.alerts) printError(alert);
    const failure = state.alerts.find(({ message }) => message === state.problem);
    if (failure !== undefined) recordStartFailure(files.startFailure, failure);
    await application.stop();
    process.exitCode = 1;
    return;
  }
  clearStartFailure(files.startFailure);
  process.stdout.write(`Recollect is serving on ${state.url}\n`);
  process.stdout.write(`Open ${application.newInterfaceLink()} (works once)\n`);
  printAlerts(application);
}

/** Prints each new alert once, because a headless host may have no open window. */
function printAlerts(application: Application): void {
  const printed = new Set<string>();
  const printNew = () => {
    for (const alert of application.state().alerts) {
      if (!printed.has(alert.message)) printError(alert);
      printed.add(alert.message);
    }
  };
  application.events.on("status.changed", printNew);
  printNew();
}

/** Prints the address of the first instance. */
async function handOver(files: DataFiles): Promise<void> {
  const running = await findRunningInstance(files.endpoint);
  if (running === null) throw silentOwner(files);
  const { endpoint, link } = running;
  process.stdout.write(`Recollect is already serving on ${endpoint.url} (pid ${endpoint.pid})\n`);
  process.stdout.write(link === null ? "Its window opens from the tray.\n" : `Open ${link} (works once)\n`);
}

/** Stops cleanly on the first signal, and immediately on the second. */
function stopOnSignals(application: Application): void {
  let stopping = false;
  const stop = () => {
    if (stopping) process.exit(1);
    stopping = true;
    application.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        fail(error);
        process.exit(1);
      },
    );
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
}

function actionsWithoutDesktop({ folder }: DataFiles): HostActions {
  // An error is made when it is thrown: its stack trace takes a millisecond.
  const unavailable = (error: () => RecollectError) => async () => {
    throw error();
  };
  return {
    openDataFolder: unavailable(() => new RecollectError("no_desktop_for_data_folder", { path: folder })),
    chooseFolder: unavailable(() => new RecollectError("no_desktop_for_folder_dialog", {})),
    chooseFile: unavailable(() => new RecollectError("no_desktop_for_file_dialog", {})),
    openExternal: unavailable(() => new RecollectError("no_desktop_for_page", {})),
    openDeepLink: unavailable(() => new RecollectError("no_desktop_for_client", {})),
  };
}

function printError({ message, hint }: ErrorBody): void {
  process.stderr.write(`${markHidden(`${message}${hint === undefined ? "" : ` ${hint}`}`)}\n`);
}

function fail(error: unknown): void {
  printError(toErrorBody(error));
  if (!(error instanceof RecollectError)) process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  process.exitCode = 1;
}
