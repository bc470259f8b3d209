import path from "node:path";

/** The files of a data folder. The shim imports this module, so it must load fast. */
export interface DataFiles {
  readonly folder: string;
  readonly memories: string;
  readonly requests: string;
  /** Conversations from clients' transcripts; missing until the owner opts in. */
  readonly conversations: string;
  /** The record of clients' own memories; missing until the owner opts in. */
  readonly clientMemories: string;
  /** Damage of the memories that was found; missing if none was. */
  readonly damageFound: string;
  /** The time of the last full check of the memories. */
  readonly lastCheck: string;
  readonly endpoint: string;
  /** Which version used the folder last. */
  readonly dataVersion: string;
  /** Copies of the JSON files, made before the first start of a version. */
  readonly olderSettings: string;
  /** Why the last start failed, for the program that started the application. */
  readonly startFailure: string;
  readonly settings: string;
  /** The last changes by the command line, for its undo; missing while there was none. */
  readonly commandLineChanges: string;
  /** Our changes of clients' files. */
  readonly connections: string;
  /** Backups of other programs' files that were changed. */
  readonly replacedFiles: string;
  /** Generated plugins for clients. */
  readonly plugins: string;
  /** The hosts that projects' names are bound to. */
  readonly projectHosts: string;
  /** Sessions that continue after a restart. */
  readonly sessions: string;
  /** Other MCP servers that Recollect connects to; missing while there was none. */
  readonly servers: string;
  /** Spaces that this device is a member of, without secrets; missing while there was none. */
  readonly spaces: string;
  /** Domains that stay in a database; missing while there was none. */
  readonly remoteDomains: string;
  /** Servers' entries that were moved from clients' files, to be put back. */
  readonly movedServers: string;
  /** Alerts that stand until the owner dismisses them. */
  readonly alerts: string;
  /** Which secrets are in the system's keychain. The others are in files next to it, `<name>.key`. */
  readonly secrets: string;
  /** The positions of memories on the map; missing until it was opened. */
  readonly map: string;
  readonly ownerLock: string;
  /** Reserves the space that a start on a full disk needs. */
  readonly reserve: string;
  readonly logs: string;
  readonly backups: string;
  readonly models: string;
  /** Compiled code of the application's modules. */
  readonly compiledCode: string;
  /** A copy of the shim for an AppImage, whose own path changes with each start. */
  readonly shim: string;
  /** Chromium's profile (caches, storage). */
  readonly browserProfile: string;
  readonly windowState: string;
}

/**
 * Returns the absolute path of the data folder: `RECOLLECT_DATA_DIR`, or the platform's folder for application data
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

/** The marks of forgotten conversations, apart from their database. It exists as soon as there was a database. */
export const forgottenFile = (conversations: string): string => `${conversations}.forgotten`;

/** Returns the path of every file in a data folder; creates nothing. */
export function dataFiles(folder: string): DataFiles {
  return {
    folder,
    memories: path.join(folder, "memories.sqlite"),
    requests: path.join(folder, "requests.sqlite"),
    conversations: path.join(folder, "conversations.sqlite"),
    clientMemories: path.join(folder, "client-memories.json"),
    damageFound: path.join(folder, "damage-found.txt"),
    lastCheck: path.join(folder, "last-check.txt"),
    endpoint: path.join(folder, "endpoint.json"),
    dataVersion: path.join(folder, "data-version.json"),
    olderSettings: path.join(folder, "older-settings"),
    startFailure: path.join(folder, "start-failure.json"),
    settings: path.join(folder, "settings.json"),
    commandLineChanges: path.join(folder, "command-line-changes.json"),
    connections: path.join(folder, "connections.json"),
    replacedFiles: path.join(folder, "replaced-files"),
    plugins: path.join(folder, "plugins"),
    projectHosts: path.join(folder, "project-hosts.json"),
    sessions: path.join(folder, "sessions.json"),
    servers: path.join(folder, "servers.json"),
    spaces: path.join(folder, "spaces.json"),
    remoteDomains: path.join(folder, "remote-domains.json"),
    movedServers: path.join(folder, "moved-servers.json"),
    alerts: path.join(folder, "alerts.json"),
    secrets: path.join(folder, "secrets.json"),
    map: path.join(folder, "map.json"),
    ownerLock: path.join(folder, "owner.lock"),
    reserve: path.join(folder, "reserve"),
    logs: path.join(folder, "logs"),
    backups: path.join(folder, "backups"),
    models: path.join(folder, "models"),
    compiledCode: path.join(folder, "compiled-code"),
    shim: path.join(folder, "shim"),
    browserProfile: path.join(folder, "window"),
    windowState: path.join(folder, "window", "window-state.json"),
  };
}
