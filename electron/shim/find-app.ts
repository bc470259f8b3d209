import path from "node:path";
import { fileURLToPath } from "node:url";
import type { DataFiles } from "../platform/paths.ts";
import { type AppLocator, createAppLocator } from "./app-locator.ts";
import { type AppStarter, createAppStarter } from "./app-starter.ts";
import type { Diagnostics } from "./diagnostics.ts";
import { findStartCommand } from "./start-command.ts";

/** Finds the application of this data folder, and starts what belongs to this bundle where none runs. */
export function createAppFinder(
  files: DataFiles,
  diagnostics: Diagnostics,
): { readonly locator: AppLocator; readonly starter: AppStarter } {
  const command = findStartCommand({
    env: process.env,
    platform: process.platform,
    execPath: process.execPath,
    shimFolder: path.dirname(fileURLToPath(import.meta.url)),
    isElectron: process.versions.electron !== undefined,
  });
  const starter = createAppStarter(command, path.join(files.folder, "start.lock"), files.logs, diagnostics);
  return { locator: createAppLocator(files.endpoint, starter), starter };
}
