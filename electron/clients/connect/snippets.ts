import type { ConfigurationSnippet } from "../../core/client-configuration.ts";
import type { ConnectContext } from "./client.ts";
import { type Shell, writeCommand } from "./write-command.ts";
import { type Value, writeJson } from "./write-text.ts";

type Transport = ConfigurationSnippet["transport"];

/** The headers of an HTTP entry. */
export function authorization({ token }: ConnectContext): { readonly Authorization: string } {
  return { Authorization: `Bearer ${token}` };
}

/** `command`, `args` and, where there is any, `env`: the form most clients share. */
export function stdioEntry({ shim }: ConnectContext): { readonly [key: string]: Value } {
  const { command, args, env } = shim;
  return { command, args, ...(Object.keys(env).length === 0 ? {} : { env }) };
}

/** A JSON file's part. */
export function jsonFile(
  transport: Transport,
  path: string | null,
  content: Value,
  instructions: string,
): ConfigurationSnippet {
  return { transport, kind: "file", language: "json", path, text: writeJson(content), instructions };
}

/** A command for the terminal; on Windows once for each of its shells. */
export function commands(
  { platform }: ConnectContext,
  transport: Transport,
  words: readonly string[],
  instructions: string,
): readonly ConfigurationSnippet[] {
  const forShell = (shell: Shell, where: string): ConfigurationSnippet => ({
    transport,
    kind: "command",
    language: "shell",
    path: null,
    text: writeCommand(shell, words),
    instructions: `${where} ${instructions}`,
  });
  if (platform !== "win32") return [forShell("posix", "Run it in a terminal.")];
  return [forShell("powershell", "Run it in PowerShell."), forShell("cmd", "Run it in the Command Prompt (cmd).")];
}

/** Where to put a part of a file whose other entries stay as they are. */
export function mergeInto(key: string, afterwards: string): string {
  return `Add the entry to ${key} in this file (create the file where it is missing; keep what else is there). ${afterwards}`;
}
