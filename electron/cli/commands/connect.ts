import { CATALOGUE } from "../../clients/connect/catalogue.ts";
import { type ConnectClient, SERVER_NAME } from "../../clients/connect/client.ts";
import { snippetsOf } from "../../clients/connect/snippets.ts";
import type { ConfigurationSnippet } from "../../core/client-configuration.ts";
import type { Command, CommandContext } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { ownCommand } from "../own-command.ts";
import { UsageError } from "../usage-error.ts";

export const connect: Command = {
  name: "connect",
  summary: "The ready configuration of a client, and where it goes",
  usage: "[<client>]",
  details: `Without a client, the clients that are known. The configuration starts Recollect's stdio server, which needs no token;
configurations over HTTP are in the window, under Clients.`,
  options: {},
  words: [0, 1],
  async run(call, context) {
    const { terminal } = context;
    const [id] = call.words;
    if (id === undefined) {
      const known = CATALOGUE.map((client) => ({ id: client.id, title: client.title }));
      if (call.json) terminal.print(JSON.stringify(known, null, 2));
      else for (const client of known) terminal.print(`${client.id.padEnd(16)} ${client.title}`);
      return EXIT.ok;
    }
    const client = clientCalled(id, "connect");
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
  },
};

export const disconnect: Command = {
  name: "disconnect",
  summary: "What to take out of a client's configuration",
  usage: "<client>",
  details: "The tokens of clients that connect over HTTP are revoked in the window, under Clients.",
  options: {},
  words: [1, 1],
  async run(call, context) {
    const { terminal } = context;
    const client = clientCalled(call.words[0] ?? "", "disconnect");
    const files = stdioSnippets(client, context).flatMap(({ path }) => (path === null ? [] : [path]));
    if (call.json)
      terminal.print(JSON.stringify({ id: client.id, title: client.title, entry: SERVER_NAME, files }, null, 2));
    else if (files.length === 0)
      terminal.print(`Remove the entry "${SERVER_NAME}" from the MCP settings of ${client.title}.`);
    else for (const file of files) terminal.print(`Remove the entry "${SERVER_NAME}" from ${file}`);
    return EXIT.ok;
  },
};

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
