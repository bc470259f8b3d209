import { WORKERS } from "../../../tests/testing/entries.ts";
import { dataFiles } from "../../platform/paths.ts";
import { resourcePaths } from "../../platform/resources.ts";
import { RecollectError } from "../../text/errors.ts";
import type { ApplicationOptions } from "../context.ts";

/** A host that knows no source of updates. */
export const NO_UPDATES: ApplicationOptions["updates"] = {
  configFile: null,
  homepage: undefined,
  publicKey: null,
  obstacle: "headless",
  installer: null,
  fetch,
};

/** Options for an application without a desktop on a data folder, with a free port, without a model and commands. */
export function applicationOptions(folder: string): ApplicationOptions {
  const unavailable = async () => {
    throw new RecollectError("no_desktop_for_page", {});
  };
  return {
    host: "headless",
    files: dataFiles(folder),
    env: { RECOLLECT_PORT: "0" },
    platform: process.platform,
    home: folder,
    version: "1.2.3",
    // A folder without a model: search is by words.
    resources: {
      ...resourcePaths(folder),
      ...WORKERS,
    },
    shim: { command: "recollect-shim", args: [], env: {} },
    actions: {
      openDataFolder: unavailable,
      openExternal: unavailable,
      chooseFolder: unavailable,
      chooseFile: unavailable,
      openDeepLink: unavailable,
    },
    runCommand: async () => null,
    startCommand: null,
    expectsClients: false,
    loginItem: null,
    quick: null,
    updates: NO_UPDATES,
    keychain: null,
    ifDamaged: "ask",
  };
}
