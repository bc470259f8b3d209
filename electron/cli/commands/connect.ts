import { randomUUID } from "node:crypto";
import { CATALOGUE } from "../../clients/connect/catalogue.ts";
import type { ConnectClient } from "../../clients/connect/client.ts";
import { snippetsOf } from "../../clients/connect/snippets.ts";
import type { Connections } from "../../clients/install/connections.ts";
import type { ConfigurationSnippet } from "../../core/client-configuration.ts";
import type { ConnectionPreview } from "../../core/client-connection.ts";
import { writePrivateFile } from "../../platform/atomic-file.ts";
import type { Command, CommandCall, CommandContext } from "../command.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { ownCommand } from "../own-command.ts";
import { UsageError } from "../usage-error.ts";

const FILE_OPTIONS = {
  project: { type: "boolean", help: "The file of the project in this folder, not your own." },
  "dry-run": { type: "boolean", help: "Only show what would change." },
} as const;

export const connect: Command = {
  name: "connect",
  summary: "Connect a client: write its configuration file",
  usage: "[<client>] [options]",
  details: `Without a client, the clients that are known, and which are on this computer. The entry starts Recollect's stdio server,
which needs no token; the rest of the file stays as it is, and what was there is kept beside it.
Connections over HTTP are made in the window, under Clients.`,
  options: { ...FILE_OPTIONS, print: { type: "boolean", short: "p", help: "Print the configuration; write nothing." } },
  words: [0, 1],
  async run(call, context) {
    const [id] = call.words;
    if (id === undefined) return await listClients(call, context);
    const client = clientCalled(id, "connect");
    if (call.flag("print") || client.userFiles(context).length === 0) return printConfiguration(client, call, context);
    const connections = await openConnections(context);
    return await carryOut(call, context, connections, () =>
      connections.planConnect({ ...choiceOf(client, call, context), transport: "stdio" }),
    );
  },
};

export const disconnect: Command = {
  name: "disconnect",
  summary: "Take Recollect out of a client's configuration file",
  usage: "<client> [options]",
  details: "Everything else in the file stays. Tokens of clients that connect over HTTP are revoked in the window.",
  options: FILE_OPTIONS,
  words: [1, 1],
  async run(call, context) {
    const client = clientCalled(call.words[0] ?? "", "disconnect");
    const connections = await openConnections(context);
    return await carryOut(call, context, connections, () =>
      connections.planDisconnect(choiceOf(client, call, context)),
    );
  },
};

/** Shows what changes in the client's file and, unless it is only asked for, does it. */
async function carryOut(
  call: CommandCall,
  { terminal }: CommandContext,
  connections: Connections,
  plan: () => Promise<ConnectionPreview>,
): Promise<ExitCode> {
  const preview = await plan();
  const changed = preview.difference.length > 0;
  const written = changed && !call.flag("dry-run");
  if (!call.flag("dry-run")) connections.apply(preview.id);
  const { path, backupPath, warnings, afterwards, action } = preview;
  const { formatDifference } = await import("../../clients/install/difference.ts");
  const difference = formatDifference(preview.difference);
  if (call.json) {
    const backup = written ? backupPath : null;
    terminal.print(JSON.stringify({ file: path, changed, written, backup, warnings, difference }, null, 2));
    return EXIT.ok;
  }
  if (changed) terminal.print(difference.trimEnd());
  for (const warning of warnings) terminal.note(warning);
  const what = !changed ? "is as it should be" : written ? "was changed" : "would be changed like this";
  terminal.note(`${path} ${what}.${written && backupPath !== null ? ` What was there is in ${backupPath}` : ""}`);
  if (written && action === "connect") terminal.note(afterwards);
  return EXIT.ok;
}

async function listClients(call: CommandCall, context: CommandContext): Promise<ExitCode> {
  const known = await (await openConnections(context)).catalogue();
  if (call.json) {
    const clients = known.map(({ id, title, installed, state, file }) => ({ id, title, installed, state, file }));
    context.terminal.print(JSON.stringify(clients, null, 2));
    return EXIT.ok;
  }
  for (const { id, title, installed, state } of known) {
    const notes = [installed ? "on this computer" : "", state === "connected" ? "connected" : ""].filter(Boolean);
    context.terminal.print(`${id.padEnd(16)} ${title.padEnd(24)} ${notes.join(", ")}`.trimEnd());
  }
  return EXIT.ok;
}

function printConfiguration(client: ConnectClient, call: CommandCall, context: CommandContext): ExitCode {
  const { terminal } = context;
  const snippets = stdioSnippets(client, context);
  if (call.json) {
    terminal.print(JSON.stringify({ id: client.id, title: client.title, snippets }, null, 2));
    return EXIT.ok;
  }
  for (const { path, text, instructions } of snippets) {
    terminal.note(terminal.bold(path === null ? client.title : `${client.title}: ${path}`));
    terminal.note(`${instructions}\n`);
    terminal.print(text);
  }
  return EXIT.ok;
}

/** Loaded when it is asked for: clients start this program a thousand times for once that somebody connects one. */
async function openConnections(context: CommandContext): Promise<Connections> {
  const { createConnections } = await import("../../clients/install/connections.ts");
  const { platform, home, env, files } = context;
  return createConnections({
    platform,
    home,
    env,
    // Neither stands in an entry that starts the stdio server.
    url: () => "http://127.0.0.1/mcp",
    tokenFor: async () => "",
    shim: ownCommand(context),
    registryFile: files.connections,
    writePrivateFile,
    clock: { now: () => Date.now() },
    newId: randomUUID,
  });
}

function choiceOf(client: ConnectClient, call: CommandCall, { folder }: CommandContext) {
  return call.flag("project")
    ? ({ clientId: client.id, scope: "project", project: folder } as const)
    : ({ clientId: client.id, scope: "user" } as const);
}

/** The ways that need no token: the command line has none to give away. */
function stdioSnippets(client: ConnectClient, context: CommandContext): readonly ConfigurationSnippet[] {
  const { platform, home, env } = context;
  const all = snippetsOf(client, { url: "", token: "", shim: ownCommand(context), platform, home, env });
  return all.filter(({ transport }) => transport === "stdio");
}

function clientCalled(id: string, command: string): ConnectClient {
  const client = CATALOGUE.find((known) => known.id === id.toLowerCase());
  if (client !== undefined) return client;
  const known = CATALOGUE.map((each) => each.id).join(", ");
  throw new UsageError(`No client is called "${id}". Known are ${known}.`, command);
}
