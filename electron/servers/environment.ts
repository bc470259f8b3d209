import type { StdioServer } from "../core/servers.ts";

/** Variables that a program needs and that have no secrets. Names on Windows have any case. */
const ALLOWED = new Set(
  [
    ["HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR"],
    ["APPDATA", "COMSPEC", "HOMEDRIVE", "HOMEPATH", "LOCALAPPDATA", "PATHEXT", "PROCESSOR_ARCHITECTURE", "PROGRAMDATA"],
    ["PROGRAMFILES", "PROGRAMFILES(X86)", "SYSTEMDRIVE", "SYSTEMROOT", "TEMP", "TMP", "USERNAME", "USERPROFILE"],
    ["WINDIR"],
  ].flat(),
);

/** Never passed on, whatever the owner names: addresses and tokens of Recollect. */
const OWN = /^RECOLLECT_/i;

/** The environment of a server's process: allowed variables, those that the owner named, and the secrets of this server. */
export function serverEnvironment(
  { env, inherit }: StdioServer,
  secrets: Readonly<Record<string, string>>,
  own: NodeJS.ProcessEnv,
): Record<string, string> {
  const inherited = Object.entries(own).flatMap(([name, value]) => {
    const isNamed = inherit.includes(name) || ALLOWED.has(name.toUpperCase());
    // A value that begins with () is a shell function.
    return isNamed && value !== undefined && !value.startsWith("()") ? [[name, value] as const] : [];
  });
  const all = { ...Object.fromEntries(inherited), ...env, ...secrets };
  return Object.fromEntries(Object.entries(all).filter(([name]) => !OWN.test(name)));
}
