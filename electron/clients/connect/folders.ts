import path from "node:path";
import type { Machine } from "./client.ts";

/** Joins as the machine's platform does, whatever this process runs on. */
export function joinPath({ platform }: Pick<Machine, "platform">, ...parts: readonly string[]): string {
  return (platform === "win32" ? path.win32 : path.posix).join(...parts);
}

/** A path in the home folder. */
export function homePath(machine: Machine, ...parts: readonly string[]): string {
  return joinPath(machine, machine.home, ...parts);
}

/** Where desktop applications keep their settings: %APPDATA%, Application Support, or XDG_CONFIG_HOME. */
export function applicationPath(machine: Machine, ...parts: readonly string[]): string {
  const { platform, env } = machine;
  if (platform === "win32") return joinPath(machine, env.APPDATA || homePath(machine, "AppData", "Roaming"), ...parts);
  if (platform === "darwin") return homePath(machine, "Library", "Application Support", ...parts);
  return configPath(machine, ...parts);
}

/** `~/.config` on every platform, as command-line programs use it; XDG_CONFIG_HOME where it is set. */
export function configPath(machine: Machine, ...parts: readonly string[]): string {
  const { XDG_CONFIG_HOME: xdg } = machine.env;
  // The XDG specification has relative values ignored.
  const base = machine.platform !== "win32" && xdg?.startsWith("/") ? xdg : homePath(machine, ".config");
  return joinPath(machine, base, ...parts);
}
