import path from "node:path";
import type { Machine } from "./client.ts";

/** Joins a path by the rules of the machine's platform, which may differ from this process's. */
export function joinPath({ platform }: Pick<Machine, "platform">, ...parts: readonly string[]): string {
  return (platform === "win32" ? path.win32 : path.posix).join(...parts);
}

/** A path in the home folder. */
export function homePath(machine: Machine, ...parts: readonly string[]): string {
  return joinPath(machine, machine.home, ...parts);
}

/** A path in the folder for the settings of desktop applications: %APPDATA%, Application Support or XDG_CONFIG_HOME. */
export function applicationPath(machine: Machine, ...parts: readonly string[]): string {
  const { platform, env } = machine;
  if (platform === "win32") return joinPath(machine, env.APPDATA || homePath(machine, "AppData", "Roaming"), ...parts);
  if (platform === "darwin") return homePath(machine, "Library", "Application Support", ...parts);
  return configPath(machine, ...parts);
}

/** A path in `~/.config`, or in XDG_CONFIG_HOME if it is set: the folder that command-line programs use. */
export function configPath(machine: Machine, ...parts: readonly string[]): string {
  const { XDG_CONFIG_HOME: xdg } = machine.env;
  // The XDG specification requires relative values to be ignored.
  const base = machine.platform !== "win32" && xdg?.startsWith("/") ? xdg : homePath(machine, ".config");
  return joinPath(machine, base, ...parts);
}
