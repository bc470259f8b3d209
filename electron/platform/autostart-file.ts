import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/** The desktop entry that starts the application at login (freedesktop.org Autostart specification). */
export interface AutostartFile {
  isEnabled(): boolean;
  setEnabled(enabled: boolean): void;
}

/**
 * Starts the application at login on Linux; Electron has no such function there.
 * @param command the program and its arguments, unquoted
 */
export function createAutostartFile(env: NodeJS.ProcessEnv, home: string, command: readonly string[]): AutostartFile {
  const config = env.XDG_CONFIG_HOME?.startsWith("/") ? env.XDG_CONFIG_HOME : path.join(home, ".config");
  const file = path.join(config, "autostart", "recollect.desktop");
  return {
    isEnabled: () => existsSync(file),
    setEnabled(enabled) {
      if (!enabled) return rmSync(file, { force: true });
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, entry(command));
    },
  };
}

function entry(command: readonly string[]): string {
  return [
    "[Desktop Entry]",
    "Type=Application",
    "Name=Recollect",
    "Comment=The memory of your AI assistants",
    `Exec=${command.map(quote).join(" ")}`,
    "Terminal=false",
    "X-GNOME-Autostart-enabled=true",
    "",
  ].join("\n");
}

/** Quotes an argument of `Exec`: backslash, quote, backtick and dollar are escaped twice, `%` is doubled. */
function quote(argument: string): string {
  return `"${argument
    .replace(/["`$\\]/g, "\\$&")
    .replace(/\\/g, "\\\\")
    .replace(/%/g, "%%")}"`;
}
