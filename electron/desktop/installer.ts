import { accessSync, constants } from "node:fs";
import path from "node:path";
import { app } from "electron";
import type { UpdateObstacle } from "../core/updates.ts";
import { appImageOf } from "../platform/app-image.ts";
import type { Installer } from "../updates/updates.ts";
import type { SelfUpdater } from "./self-updater.ts";

/** Returns why this installation cannot replace itself; null if it can. */
export function findObstacle(publicKey: string | null): UpdateObstacle | null {
  const appImage = process.platform === "linux" ? appImageOf(process.env, process.execPath) : null;
  if (!app.isPackaged && appImage === null) return "development";
  if (process.platform === "linux" && appImage === null) return "package";
  if (appImage !== null && !(isWritable(appImage) && isWritable(path.dirname(appImage)))) return "location";
  if (process.platform === "darwin" && !app.isInApplicationsFolder()) return "location";
  return publicKey === null ? "unsigned" : null;
}

function isWritable(file: string): boolean {
  try {
    accessSync(file, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Replaces the desktop application. electron-updater is loaded for the first download. */
export class DesktopInstaller implements Installer {
  readonly #configFile: string | null;
  #updater: SelfUpdater | null = null;
  #installsOnQuit = false;
  #restarts = false;

  /** @param configFile electron-builder's `app-update.yml`, or null if nothing can be downloaded */
  constructor(configFile: string | null) {
    this.#configFile = configFile;
  }

  async download(options: Parameters<Installer["download"]>[0]) {
    const { SelfUpdater } = await import("./self-updater.ts");
    this.#updater ??= new SelfUpdater({
      configFile: this.#configFile ?? "",
      isPackaged: app.isPackaged,
      logger: options.logger,
    });
    return await this.#updater.download(options);
  }

  quitAndInstall(): void {
    this.#restarts = true;
    app.quit();
  }

  setInstallOnQuit(wanted: boolean): void {
    this.#installsOnQuit = wanted;
  }

  /**
   * Installs what the owner chose to install. Call once the application has stopped.
   * @returns what failed; null if nothing did
   */
  async finish(): Promise<{ readonly error: unknown; readonly restarts: boolean } | null> {
    if (this.#updater === null || !(this.#restarts || this.#installsOnQuit)) return null;
    try {
      await this.#updater.install(this.#restarts);
      return null;
    } catch (error) {
      return { error, restarts: this.#restarts };
    }
  }
}
