import { invalidArgument, RecollectError } from "../core/errors.ts";
import type { Events } from "../core/events.ts";
import type { SettingsFile } from "../platform/config.ts";
import type { AreaHandlers, Settings } from "./contract.ts";
import { definedFields } from "./defined-fields.ts";

/** How this desktop starts the application with the session; null on hosts that have no such thing. */
export interface LoginItem {
  isEnabled(): boolean;
  setEnabled(enabled: boolean): void;
}

export interface SettingsDependencies {
  readonly settings: SettingsFile;
  readonly loginItem: LoginItem | null;
  readonly dataFolder: string;
  readonly events: Events;
  /** The port that is served, or was tried. */
  servedPort(): number;
  /**
   * Moves the server to another port at once; null where the host cannot without being restarted (the page that asks
   * would lose its own server). @throws unavailable where the port is taken; then nothing has moved
   */
  readonly movePort: ((port: number) => Promise<void>) | null;
}

export function createSettingsHandlers(dependencies: SettingsDependencies): AreaHandlers<"settings"> {
  const { settings, loginItem, dataFolder, events, servedPort, movePort } = dependencies;

  const read = (): Settings => {
    const { port, theme, language } = settings.current();
    return {
      port: settings.portIsFixed ? settings.port() || servedPort() : port,
      theme,
      language,
      startAtLogin: loginItem?.isEnabled() ?? false,
      canStartAtLogin: loginItem !== null,
      dataFolder,
      restartNeeded: !settings.portIsFixed && port !== servedPort(),
    };
  };

  return {
    "settings.get": async () => read(),
    "settings.update": async (changes) => {
      if (changes.port !== undefined && changes.port !== read().port && settings.portIsFixed) {
        throw invalidArgument(
          "port",
          "The port is set by RECOLLECT_PORT in the environment.",
          "Start Recollect without RECOLLECT_PORT to choose the port here.",
          { reason: "port_from_environment" },
        );
      }
      if (changes.startAtLogin === true && loginItem === null) {
        throw new RecollectError("unavailable", "This installation cannot start at login.", {
          field: "startAtLogin",
          hint: "Install the packaged desktop app, or add `npm run headless` to your session's start.",
          details: { reason: "no_start_at_login" },
        });
      }
      if (changes.port !== undefined && changes.port !== servedPort()) await movePort?.(changes.port);
      if (changes.startAtLogin !== undefined) loginItem?.setEnabled(changes.startAtLogin);
      settings.update(definedFields(changes));
      events.emit("settings.changed", null);
      return read();
    },
  };
}
