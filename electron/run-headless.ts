import { homedir } from "node:os";
import process from "node:process";
import { type Application, startApplication } from "./app.ts";
import type { ShimCommand } from "./clients/connect/client.ts";
import { type ErrorBody, RecollectError, toErrorBody } from "./core/errors.ts";
import { findRunningInstance } from "./platform/interface-link.ts";
import { type DataFiles, dataFiles, dataFolder } from "./platform/paths.ts";
import { type ResourcePaths, resourcePaths } from "./platform/resources.ts";
import { createKeychain } from "./platform/secrets/keychain.ts";
import { APP_VERSION } from "./platform/version.ts";
import { type DamageChoice, damageOf } from "./store/damage.ts";

/**
 * The application without a window: serves until it is told to stop. A second one on the same data prints a new link to
 * the first and leaves.
 * @param root the folder with the application's package.json
 */
export async function runHeadless(root: string): Promise<void> {
  const files = dataFiles(dataFolder(process.env, process.platform, homedir()));
  const resources = resourcePaths(root);
  try {
    const application = await startApplication({
      host: "headless",
      files,
      env: process.env,
      platform: process.platform,
      home: homedir(),
      version: APP_VERSION,
      resources,
      shim: shimCommand(resources),
      actions: withoutDesktop(files),
      startCommand: startCommand(),
      loginItem: null,
      keychain: createKeychain({ helper: resources.keychainHelper, env: process.env, platform: process.platform }),
      ifDamaged: damageChoice(process.argv),
    });
    if (application === null) await handOver(files);
    else await serve(application);
  } catch (error) {
    fail(error);
    if (damageOf(error) !== null) process.stderr.write(DAMAGE_HELP);
  }
}

/** The shim runs on what runs this: Node, or the packaged application's Electron as one. */
function shimCommand({ shim }: ResourcePaths): ShimCommand {
  const env: Record<string, string> = process.versions.electron === undefined ? {} : { ELECTRON_RUN_AS_NODE: "1" };
  return { command: process.execPath, args: [shim], env };
}

/** Under Electron as a Node a variable would be needed, which a command does not carry. */
function startCommand(): readonly string[] | null {
  const [, entry] = process.argv;
  return process.versions.electron !== undefined || entry === undefined ? null : [process.execPath, entry];
}

const DAMAGE_HELP =
  "Start again with --restore-backup or --start-empty, for example: npm run headless -- --restore-backup\n";

/** What the owner chose to do with a damaged database; without a word nothing is touched. */
function damageChoice(args: readonly string[]): DamageChoice {
  if (args.includes("--restore-backup")) return "restore";
  return args.includes("--start-empty") ? "fresh" : "ask";
}

async function serve(application: Application): Promise<void> {
  stopOnSignals(application);
  process.on("uncaughtExceptionMonitor", (error) => application.logger.error("Recollect crashed", { error }));
  const status = await application.status();
  if (status.serving === "failed") {
    for (const alert of status.alerts) tell(alert);
    await application.stop();
    process.exitCode = 1;
    return;
  }
  process.stdout.write(`Recollect is serving on ${status.url}\n`);
  process.stdout.write(`Open ${application.newInterfaceLink()} (works once)\n`);
  tellAlerts(application);
}

/** Says what does not mend itself once, as it comes up: there may be nobody at a window. */
function tellAlerts(application: Application): void {
  const told = new Set<string>();
  const tellAll = async () => {
    for (const alert of (await application.status()).alerts) {
      if (!told.has(alert.message)) tell(alert);
      told.add(alert.message);
    }
  };
  const tellNow = () =>
    void tellAll().catch((error: unknown) => application.logger.warn("The status could not be read", { error }));
  application.events.on("status.changed", tellNow);
  tellNow();
}

/** Prints where the first instance is, and ends. */
async function handOver(files: DataFiles): Promise<void> {
  const running = await findRunningInstance(files.endpoint);
  if (running === null) {
    throw new RecollectError("unavailable", `Another Recollect holds ${files.folder} and does not answer.`, {
      hint: "Stop that process, then start again.",
    });
  }
  const { endpoint, link } = running;
  process.stdout.write(`Recollect is already serving on ${endpoint.url} (pid ${endpoint.pid})\n`);
  process.stdout.write(link === null ? "Its window opens from the tray.\n" : `Open ${link} (works once)\n`);
}

/** Stops cleanly on the first signal, and at once on the second. */
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

function withoutDesktop(files: DataFiles) {
  const unavailable = (message: string, hint: string) => async () => {
    throw new RecollectError("unavailable", message, { hint });
  };
  return {
    openDataFolder: unavailable("There is no desktop here to open a folder on.", `The data is in ${files.folder}.`),
    chooseFolder: unavailable("There is no desktop here to choose a folder on.", "Type the folder's full path."),
    chooseFile: unavailable("There is no desktop here to choose a file on.", "Type the file's full path."),
    openExternal: unavailable("There is no desktop here to open a page on.", "Open the link in your browser."),
    openDeepLink: unavailable("There is no desktop here to open a client on.", "Follow the link in your browser."),
  };
}

function tell({ message, hint }: ErrorBody): void {
  process.stderr.write(`${message}${hint === undefined ? "" : ` ${hint}`}\n`);
}

function fail(error: unknown): void {
  tell(toErrorBody(error));
  if (!(error instanceof RecollectError)) process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  process.exitCode = 1;
}
