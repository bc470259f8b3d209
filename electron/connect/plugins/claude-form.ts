import { launcherPath } from "./launcher.ts";

/** How long a client waits for a hook, which takes 30 ms in addition to the start of Node (`npm run bench hook`). */
export const HOOK_TIMEOUT_S = 5;

/** A hook in a client's file: the client's name of the event, ours, and the matcher. */
export interface HookEntry {
  readonly name: string;
  readonly event: string;
  readonly matcher?: string;
}

/** The hooks of Claude Code. A resumed session still has its recalled memories. */
export const CLAUDE_HOOKS: readonly HookEntry[] = [
  { name: "SessionStart", event: "SessionStart", matcher: "startup|clear|compact" },
  { name: "UserPromptSubmit", event: "UserPromptSubmit" },
  { name: "PreCompact", event: "PreCompact" },
  { name: "Stop", event: "Stop" },
];

/**
 * `hooks.json` in the form of Claude Code, which most clients share.
 * @param root the client's variable for the plugin's folder, as it is written in a command
 * @param timeout the value of {@link HOOK_TIMEOUT_S} in the client's unit
 */
export function hooksFile(
  entries: readonly HookEntry[],
  root: string,
  platform: NodeJS.Platform,
  { timeout = HOOK_TIMEOUT_S, windows = {} }: { readonly timeout?: number; readonly windows?: object } = {},
) {
  const groups = entries.map(({ name, event, matcher }) => {
    const hook = { type: "command", command: hookCommand(root, event, platform), timeout };
    const shell = platform === "win32" ? windows : {};
    return [name, [{ ...(matcher === undefined ? {} : { matcher }), hooks: [{ ...hook, ...shell }] }]] as const;
  });
  return { hooks: Object.fromEntries(groups) };
}

/** A command line that starts the launcher for an event: for a POSIX shell, and on Windows for PowerShell. */
export function hookCommand(root: string, event: string, platform: NodeJS.Platform): string {
  const launcher = `"${root}/${launcherPath(platform)}"`;
  return `${platform === "win32" ? "& " : ""}${launcher} hook ${event}`;
}
