import type { ClientConfiguration, ConfigurationSnippet } from "../core/client-configuration.ts";
import type { Transport } from "../core/client-connection.ts";
import type { ClientNote } from "../core/client-note.ts";
import {
  type ConnectClient,
  type ConnectContext,
  type Entry,
  type EntryPlace,
  type Machine,
  SERVER_NAME,
  type ShimCommand,
  shimFor,
  withDataFolder,
} from "./client.ts";
import { CLIENTS } from "./registry.ts";
import { type Shell, writeCommand } from "./write-command.ts";

/** The writers of TOML and YAML are loaded on first use, because they would delay every start. */
const loadWriters = () => import("./write-text.ts");

export interface ConfigurationRequest extends Machine {
  /** The address of `/mcp`. */
  readonly url: string;
  /** Returns the token of a client by its id; called only for clients that support HTTP. */
  tokenFor(clientId: string): Promise<string>;
  readonly shim: ShimCommand;
}

/** The configurations of all supported clients, in the order of the registry. */
export async function configurationsFor(request: ConfigurationRequest): Promise<ClientConfiguration[]> {
  const { url, tokenFor, platform, home, env } = request;
  const shim = withDataFolder(request.shim, env);
  const configurations: ClientConfiguration[] = [];
  for (const client of CLIENTS) {
    const token = client.takesHttp ? await tokenFor(client.id) : "";
    const snippets = await snippetsOf(client, { url, token, shim: shimFor(client.id, shim), platform, home, env });
    configurations.push({ id: client.id, title: client.title, snippets });
  }
  return configurations;
}

/**
 * The configurations of one client, the recommended first. That is stdio for every client that can start a program: the
 * shim recognises the project by its working directory, starts Recollect if it is not running, and survives its
 * restarts.
 */
export async function snippetsOf(client: ConnectClient, context: ConnectContext): Promise<ConfigurationSnippet[]> {
  const transports: readonly Transport[] = client.takesHttp ? ["stdio", "http"] : ["stdio"];
  const snippets: ConfigurationSnippet[] = [];
  for (const transport of transports) {
    if (transport === "stdio") snippets.push(...commandSnippets(client, context));
    snippets.push(await fileSnippet(client, context, transport));
  }
  return snippets;
}

async function fileSnippet(
  client: ConnectClient,
  context: ConnectContext,
  transport: Transport,
): Promise<ConfigurationSnippet> {
  const { place, paste, nextStep, httpCaveat } = client;
  const caveats = transport === "http" && httpCaveat !== undefined ? [httpCaveat] : [];
  const path = client.userFiles(context)[0] ?? null;
  return {
    transport,
    kind: "file",
    language: place.language,
    path,
    text: await writeEntry(place, client.entry(context, transport)),
    instructions: path === null && paste !== undefined ? [paste[transport]] : [addNote(place), nextStep, ...caveats],
  };
}

async function writeEntry({ language, container, form }: EntryPlace, entry: Entry): Promise<string> {
  const { writeJson, writeToml, writeYaml } = await loadWriters();
  const write = { json: writeJson, toml: writeToml, yaml: writeYaml }[language];
  return write({ [container]: form === "list" ? [entry] : { [SERVER_NAME]: entry } });
}

/** Where to add the entry. */
function addNote({ language, container, form }: EntryPlace): ClientNote {
  if (language === "toml") return { reason: "add_table" };
  return { reason: form === "list" ? "add_item" : "add_entry", params: { container } };
}

const SHELL_NOTES: Readonly<Record<Shell, ClientNote>> = {
  posix: { reason: "run_in_terminal" },
  powershell: { reason: "run_in_powershell" },
  cmd: { reason: "run_in_cmd" },
};

/** The client's own command, if it has one; on Windows once for each shell. */
function commandSnippets(client: ConnectClient, context: ConnectContext): readonly ConfigurationSnippet[] {
  const words = client.command?.({ ...context, token: "" }) ?? null;
  if (words === null) return [];
  const shells: readonly Shell[] = context.platform === "win32" ? ["powershell", "cmd"] : ["posix"];
  return shells.map((shell) => ({
    transport: "stdio",
    kind: "command",
    language: "shell",
    path: null,
    text: writeCommand(shell, words),
    instructions: [SHELL_NOTES[shell], client.nextStep],
  }));
}
