import type { ConfigurationSnippet } from "../../core/client-configuration.ts";
import type { Transport } from "../../core/client-connection.ts";
import { type ConnectClient, type ConnectContext, type Entry, type EntryPlace, SERVER_NAME } from "./client.ts";
import { type Shell, writeCommand } from "./write-command.ts";
import { writeJson, writeTomlTable, writeYaml } from "./write-text.ts";

/** The headers of an HTTP entry. */
export function authorization({ token }: ConnectContext): { readonly Authorization: string } {
  return { Authorization: `Bearer ${token}` };
}

/** `command`, `args` and, where there is any, `env`: the form most clients share. */
export function stdioEntry({ shim }: ConnectContext): Entry {
  const { command, args, env } = shim;
  return { command, args, ...(Object.keys(env).length === 0 ? {} : { env }) };
}

/**
 * Ready configurations of one client, the best first. That is stdio wherever a client can start a program: the shim knows
 * the project by the folder it is started in, starts Recollect where it does not run, and outlives its restarts.
 */
export function snippetsOf(client: ConnectClient, context: ConnectContext): ConfigurationSnippet[] {
  const transports: readonly Transport[] = client.takesHttp ? ["stdio", "http"] : ["stdio"];
  return transports.flatMap((transport) => [
    ...commands(context, transport, client.command?.(context, transport) ?? null, client.afterwards),
    filePart(client, context, transport),
  ]);
}

/** The part of a file that connects the client, as text of its language. */
function filePart(client: ConnectClient, context: ConnectContext, transport: Transport): ConfigurationSnippet {
  const { place, paste } = client;
  const caveat = transport === "http" ? client.httpCaveat : undefined;
  const afterwards = caveat === undefined ? client.afterwards : `${client.afterwards} ${caveat}`;
  const path = client.userFiles(context)[0] ?? null;
  return {
    transport,
    kind: "file",
    language: place.language,
    path,
    text: writeEntry(place, client.entry(context, transport)),
    instructions: path === null && paste !== undefined ? paste[transport] : `${addTo(place)} ${afterwards}`,
  };
}

function writeEntry({ language, container, form }: EntryPlace, entry: Entry): string {
  if (language === "toml") return writeTomlTable([container, SERVER_NAME], entry);
  const content = { [container]: form === "list" ? [entry] : { [SERVER_NAME]: entry } };
  return language === "yaml" ? writeYaml(content) : writeJson(content);
}

/** Where to put a part of a file whose other entries stay as they are. */
function addTo({ language, container, form }: EntryPlace): string {
  if (language === "toml") return "Add the table at the end of this file (create the file where it is missing).";
  const where = form === "list" ? `the list ${container}` : container;
  return `Add the entry to ${where} in this file (create the file where it is missing; keep what else is there).`;
}

/** A command for the terminal; on Windows once for each of its shells. */
function commands(
  { platform }: ConnectContext,
  transport: Transport,
  words: readonly string[] | null,
  afterwards: string,
): readonly ConfigurationSnippet[] {
  if (words === null) return [];
  const forShell = (shell: Shell, where: string): ConfigurationSnippet => ({
    transport,
    kind: "command",
    language: "shell",
    path: null,
    text: writeCommand(shell, words),
    instructions: `${where} ${afterwards}`,
  });
  if (platform !== "win32") return [forShell("posix", "Run it in a terminal.")];
  return [forShell("powershell", "Run it in PowerShell."), forShell("cmd", "Run it in the Command Prompt (cmd).")];
}
