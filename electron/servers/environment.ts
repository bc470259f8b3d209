import type { StdioServer } from "../core/servers.ts";

/** Variables that programs need and that contain no secrets. On Windows their case varies. */
const ALLOWED = new Set(
  [
    ["HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR"],
    ["APPDATA", "COMSPEC", "HOMEDRIVE", "HOMEPATH", "LOCALAPPDATA", "PATHEXT", "PROCESSOR_ARCHITECTURE", "PROGRAMDATA"],
    ["PROGRAMFILES", "PROGRAMFILES(X86)", "SYSTEMDRIVE", "SYSTEMROOT", "TEMP", "TMP", "USERNAME", "USERPROFILE"],
    ["WINDIR"],
  ].flat(),
);

/** Recollect's own addresses and tokens, which are never passed on. */
const OWN = /^RECOLLECT_/i;

/**
 * The environment of a server's process: allowed variables, variables that the owner named, and the server's secrets.
 */
export function serverEnvironment(
  { env, inherit }: StdioServer,
  secrets: Readonly<Record<string, string>>,
  own: NodeJS.ProcessEnv,
): Record<string, string> {
  const inherited = Object.entries(own).flatMap(([name, value]) => {
    const isNamed = inherit.includes(name) || ALLOWED.has(name.toUpperCase());
    // A value that starts with () is a shell function.
    return isNamed && value !== undefined && !value.startsWith("()") ? [[name, value] as const] : [];
  });
  const all = { ...Object.fromEntries(inherited), ...env, ...secrets };
  return Object.fromEntries(Object.entries(all).filter(([name]) => !OWN.test(name)));
}
