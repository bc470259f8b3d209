import type { Events } from "../core/events.ts";
import type { SettingsFile } from "../platform/config.ts";
import { RecollectError } from "../text/errors.ts";
import type { QuickHost } from "./app.ts";
import type { AreaHandlers, Settings } from "./contract.ts";

/** Starts the application at login; null on hosts without such a feature. */
export interface LoginItem {
  isEnabled(): boolean;
  setEnabled(enabled: boolean): void;
}

export interface SettingsDependencies {
  readonly settings: SettingsFile;
  readonly loginItem: LoginItem | null;
  readonly quick: QuickHost | null;
  readonly dataFolder: string;
  readonly events: Events;
  /** The port in use, or the last tried port. */
  servedPort(): number;
  /**
   * Moves the server to another port immediately. Null if that needs a restart, because a page in a browser would lose
   * the server that it was loaded from. @throws unavailable if the port is in use; then nothing changes
   */
  readonly movePort: ((port: number) => Promise<void>) | null;
}

/** Dismissed findings that are stored; the oldest are removed first. */
const MAX_DISMISSED = 5_000;

export function createSettingsHandlers(dependencies: SettingsDependencies): AreaHandlers<"settings"> {
  const { settings, loginItem, quick, dataFolder, events, servedPort, movePort } = dependencies;

  const read = (): Settings => {
    const { port, theme, language, quickKeys = null, secrets, use } = settings.current();
    return {
      port: settings.portIsFixed ? settings.port() || servedPort() : port,
      theme,
      language,
      startAtLogin: loginItem?.isEnabled() ?? false,
      canStartAtLogin: loginItem !== null,
      quickKeys,
      quickWindow: quick === null ? null : { isActive: quick.isActive(), isUncertain: quick.isUncertain },
      dataFolder,
      secrets,
      use,
      restartNeeded: !settings.portIsFixed && port !== servedPort(),
    };
  };

  /** @throws conflict if another program uses the combination; then the former one still opens the window */
  const setQuickKeys = (keys: string | null) => {
    if (quick === null && keys !== null) throw new RecollectError("quick_window_missing", {}, { field: "quickKeys" });
    if (quick === null || quick.setKeys(keys) || keys === null) return;
    quick.setKeys(settings.current().quickKeys ?? null);
    throw new RecollectError("quick_keys_taken", { keys }, { field: "quickKeys" });
  };

  return {
    "settings.get": async () => read(),
    "settings.update": async (changes) => {
      if (changes.port !== undefined && changes.port !== read().port && settings.portIsFixed) {
        throw new RecollectError("port_from_environment", {}, { field: "port" });
      }
      if (changes.startAtLogin === true && loginItem === null) {
        throw new RecollectError("no_start_at_login", {}, { field: "startAtLogin" });
      }
      if (changes.quickKeys !== undefined) setQuickKeys(changes.quickKeys);
      if (changes.port !== undefined && changes.port !== servedPort()) await movePort?.(changes.port);
      if (changes.startAtLogin !== undefined) loginItem?.setEnabled(changes.startAtLogin);
      settings.update(changes);
      events.emit("settings.changed", null);
      return read();
    },
  };
}

/** Saved views and dismissed findings, both stored in `settings.json`. */
export function createViewHandlers({
  settings,
  events,
}: Pick<SettingsDependencies, "settings" | "events">): AreaHandlers<"views"> & AreaHandlers<"health"> {
  return {
    "views.list": async () => settings.current().views,
    "views.replace": async ({ views }) => {
      settings.update({ views });
      events.emit("settings.changed", null);
      return settings.current().views;
    },
    "health.dismissed": async () => settings.current().dismissed,
    "health.setDismissed": async ({ keys, dismissed }) => {
      const given = new Set(keys);
      const others = settings.current().dismissed.filter((key) => !given.has(key));
      settings.update({ dismissed: dismissed ? [...others, ...given].slice(-MAX_DISMISSED) : others });
      events.emit("settings.changed", null);
      return settings.current().dismissed;
    },
  };
}
