import { chmodSync, copyFileSync, renameSync, rmSync } from "node:fs";
import { AppImageUpdater, type AppUpdater, MacUpdater, NsisUpdater } from "electron-updater";
import type { Logger } from "../core/ports.ts";
import { withTimeout } from "../core/util/with-timeout.ts";
import { RecollectError } from "../text/errors.ts";
import { assertSigned } from "../updates/check-release.ts";
import { readRelease } from "../updates/release-file.ts";
import type { SignedRelease } from "../updates/release-signature.ts";
import type { Installer } from "../updates/updates.ts";
import { startAgain } from "./start-again.ts";

/** How long Squirrel may take to read and verify a downloaded application. */
const SQUIRREL_TIMEOUT_MS = 3 * 60_000;

/**
 * Replaces the AppImage at its own path, which clients' configurations contain, in one step. The package's own code
 * deletes the file first, gives the new one its own name, and runs it to end.
 */
class InPlaceAppImageUpdater extends AppImageUpdater {
  protected override doInstall({ isForceRunAfter }: { isForceRunAfter: boolean }): boolean {
    const { installerPath } = this;
    const { APPIMAGE: target } = process.env;
    if (installerPath === null || installerPath === undefined || target === undefined) return false;
    const prepared = `${target}.new`;
    try {
      copyFileSync(installerPath, prepared);
      chmodSync(prepared, 0o755);
      renameSync(prepared, target);
    } catch (error) {
      rmSync(prepared, { force: true });
      throw error;
    }
    if (isForceRunAfter) startAgain(target);
    return true;
  }
}

interface SelfUpdaterOptions {
  /** electron-builder's `app-update.yml`. */
  readonly configFile: string;
  readonly isPackaged: boolean;
  readonly logger: Logger;
}

/** electron-updater, with the signature of Recollect's releases. Loaded for a download. */
export class SelfUpdater {
  readonly #updater: AppUpdater;
  #failure: Error | null = null;

  constructor({ configFile, isPackaged, logger }: SelfUpdaterOptions) {
    const updater = createUpdater();
    this.#updater = updater;
    updater.logger = {
      debug: (message: string) => logger.debug(message),
      info: (message) => logger.info(String(message)),
      warn: (message) => logger.warn(String(message)),
      error: (message) => logger.warn(String(message)),
    };
    updater.autoDownload = false;
    updater.autoInstallOnAppQuit = false;
    updater.allowDowngrade = false;
    updater.disableWebInstaller = true;
    updater.updateConfigPath = configFile;
    // An AppImage that a test made of the development build.
    updater.forceDevUpdateConfig = !isPackaged;
    // Otherwise each request has an id of this installation.
    updater.requestHeaders = { "x-user-staging-id": "none" };
    updater.on("error", (error) => {
      this.#failure = error;
    });
  }

  /** As {@link Installer.download}. */
  async download(options: Parameters<Installer["download"]>[0]): Promise<SignedRelease> {
    const { source, publicKey, onProgress, signal } = options;
    const updater = this.#updater;
    updater.setFeedURL({ provider: "generic", url: source.feed });
    const report = ({ transferred, total }: { transferred: number; total: number }) =>
      onProgress({ done: transferred, total });
    updater.on("download-progress", report);
    try {
      const found = await updater.checkForUpdates();
      if (found?.isUpdateAvailable !== true) throw new RecollectError("update_none", {});
      const release = readRelease(found.updateInfo);
      assertSigned(release, publicKey);
      signal.throwIfAborted();
      const { cancellationToken } = found;
      signal.addEventListener("abort", () => cancellationToken?.cancel(), { once: true });
      await updater.downloadUpdate(cancellationToken);
      return release;
    } catch (error) {
      throw toUpdateError(error, source.feed);
    } finally {
      updater.off("download-progress", report);
    }
  }

  /**
   * Replaces the application, which has stopped. Resolves once this process can exit.
   * @param restart whether the new version is started
   * @throws Error; then the application is unchanged
   */
  async install(restart: boolean): Promise<void> {
    this.#failure = null;
    const updater = this.#updater;
    if (updater instanceof MacUpdater) {
      updater.autoRunAppAfterInstall = restart;
      const failed = new Promise<never>((_, reject) => updater.once("error", reject));
      updater.quitAndInstall();
      // Squirrel quits the application when it is ready.
      await withTimeout(failed, SQUIRREL_TIMEOUT_MS, () => {
        throw new Error("macOS did not take the update in time.");
      });
    }
    const isInstalled = (updater as NsisUpdater | AppImageUpdater).install(true, restart);
    if (!isInstalled) throw this.#failure ?? new Error("The installer did not start.");
  }
}

function createUpdater(): AppUpdater {
  if (process.platform === "win32") return new NsisUpdater();
  return process.platform === "darwin" ? new MacUpdater() : new InPlaceAppImageUpdater();
}

function toUpdateError(error: unknown, feed: string): unknown {
  if (error instanceof RecollectError || !(error instanceof Error)) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ERR_CHECKSUM_MISMATCH") return new RecollectError("update_damaged", {}, { cause: error });
  if (code === "ERR_UPDATER_INVALID_SIGNATURE") {
    return new RecollectError("update_not_signed", { version: "" }, { cause: error });
  }
  const [problem = ""] = error.message.split("\n", 1);
  const { host } = new URL(feed);
  return new RecollectError("update_unreachable", { host, problem }, { cause: error });
}
