import path from "node:path";

/** The files of a data folder. The shim imports this module, so it must load fast. */
export interface DataFiles {
  readonly folder: string;
  readonly memories: string;
  readonly requests: string;
  /** Damage of the memories that was found; missing where none was. */
  readonly damageFound: string;
  /** The time of the last full check of the memories. */
  readonly lastCheck: string;
  readonly endpoint: string;
  /** Why the last start failed, for the program that started the application. */
  readonly startFailure: string;
  readonly settings: string;
  /** What was written to clients' files. */
  readonly connections: string;
  /** Backups of other programs' files that were changed. */
  readonly replacedFiles: string;
  /** The hosts that projects' names are bound to. */
  readonly projectHosts: string;
  /** Sessions that continue after a restart. */
  readonly sessions: string;
  /** Other MCP servers that Recollect connects to; missing while there was none. */
  readonly servers: string;
  /** Servers' entries that were moved from clients' files, to be put back. */
  readonly movedServers: string;
  /** Alerts that stand until the owner dismisses them. */
  readonly alerts: string;
  /** Which secrets are in the system's keychain. The others are in files beside it, `<name>.key`. */
  readonly secrets: string;
  readonly ownerLock: string;
  /** Reserves the space that a start on a full disk needs. */
  readonly reserve: string;
  readonly logs: string;
  readonly backups: string;
  readonly models: string;
  /** A copy of the shim for an AppImage, whose own path changes with each start. */
  readonly shim: string;
  /** Chromium's profile (caches, storage). */
  readonly browserProfile: string;
  readonly windowState: string;
}

/**
 * Returns the absolute path of the data folder: `RECOLLECT_DATA_DIR`, else the platform's folder for application data
 * (XDG base directories on Linux, Application Support on macOS, roaming %APPDATA% on Windows).
 */
export function dataFolder(env: NodeJS.ProcessEnv, platform: NodeJS.Platform, home: string): string {
  const join = platform === "win32" ? path.win32.join : path.posix.join;
  if (env.RECOLLECT_DATA_DIR) return path.resolve(env.RECOLLECT_DATA_DIR);
  if (platform === "win32") return join(env.APPDATA || join(home, "AppData", "Roaming"), "Recollect");
  if (platform === "darwin") return join(home, "Library", "Application Support", "Recollect");
  const xdg = env.XDG_DATA_HOME;
  // The XDG specification ignores relative values.
  return join(xdg?.startsWith("/") ? xdg : join(home, ".local", "share"), "recollect");
}

/** Returns the path of every file in a data folder; creates nothing. */
export function dataFiles(folder: string): DataFiles {
  return {
    folder,
    memories: path.join(folder, "memories.sqlite"),
    requests: path.join(folder, "requests.sqlite"),
    damageFound: path.join(folder, "damage-found.txt"),
    lastCheck: path.join(folder, "last-check.txt"),
    endpoint: path.join(folder, "endpoint.json"),
    startFailure: path.join(folder, "start-failure.json"),
    settings: path.join(folder, "settings.json"),
    connections: path.join(folder, "connections.json"),
    replacedFiles: path.join(folder, "replaced-files"),
    projectHosts: path.join(folder, "project-hosts.json"),
    sessions: path.join(folder, "sessions.json"),
    servers: path.join(folder, "servers.json"),
    movedServers: path.join(folder, "moved-servers.json"),
    alerts: path.join(folder, "alerts.json"),
    secrets: path.join(folder, "secrets.json"),
    ownerLock: path.join(folder, "owner.lock"),
    reserve: path.join(folder, "reserve"),
    logs: path.join(folder, "logs"),
    backups: path.join(folder, "backups"),
    models: path.join(folder, "models"),
    shim: path.join(folder, "shim"),
    browserProfile: path.join(folder, "window"),
    windowState: path.join(folder, "window", "window-state.json"),
  };
}
