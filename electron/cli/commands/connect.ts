import type { ConnectClient } from "../../connect/client.ts";
import type { Connections } from "../../connect/install/connections.ts";
import { CLIENTS } from "../../connect/registry.ts";
import { snippetsOf } from "../../connect/snippets.ts";
import type { ConfigurationSnippet } from "../../core/client-configuration.ts";
import type { ConnectionPreview } from "../../core/client-connection.ts";
import { similarNames } from "../../core/util/similar-names.ts";
import type { CommandText } from "../../text/command-line.ts";
import { messageText } from "../../text/message.ts";
import { describeChange } from "../change-option.ts";
import { type Command, type CommandCall, type CommandContext, UsageError } from "../command.ts";
import { openConnections } from "../open-connections.ts";
import { formatTable } from "../output.ts";
import { describeTemporaryCopy, ownCommand } from "../own-command.ts";
import { withSuggestion } from "../parse.ts";

export const connect: Command = {
  name: "connect",
  arguments: "[CLIENT]",
  options: ["--project", "--dry-run", "-p, --print"],
  examples: ["recollect connect cursor --dry-run", "recollect connect codex --print"],
  async run(call, context) {
    const [id] = call.words;
    if (id === undefined) return await listClients(call, context);
    const client = findClient(id, context.text);
    if (call.flag("print") || client.userFiles(context).length === 0)
      return await printConfiguration(client, call, context);
    const connections = await openConnections(context);
    return await applyPlan(call, context, connections, () =>
      connections.planConnect({ ...choiceOf(client, call, context), transport: "stdio" }),
    );
  },
};

export const disconnect: Command = {
  name: "disconnect",
  arguments: "<CLIENT>",
  options: ["--project", "--dry-run"],
  examples: ["recollect disconnect cursor --dry-run"],
  async run(call, context) {
    const client = findClient(call.words[0] ?? "", context.text);
    const connections = await openConnections(context);
    return await applyPlan(call, context, connections, () =>
      connections.planDisconnect(choiceOf(client, call, context)),
    );
  },
};

/** Shows the changes to the client's file and, without --dry-run, writes them. */
async function applyPlan(
  call: CommandCall,
  context: CommandContext,
  connections: Connections,
  plan: () => Promise<ConnectionPreview>,
): Promise<void> {
  const { terminal, text } = context;
  const preview = await plan();
  const changed = preview.difference.length > 0;
  const written = changed && !call.flag("dry-run");
  if (!call.flag("dry-run")) await connections.apply(preview.id);
  const { path, backupPath, nextStep, action } = preview;
  const warnings = preview.warnings.map((warning) => messageText(text.notes, warning));
  const { formatDifference } = await import("../../connect/install/difference.ts");
  const difference = formatDifference(preview.difference);
  if (call.json) {
    const backup = written ? backupPath : null;
    terminal.printJson({ file: path, changed, written, backup, warnings, difference });
    return;
  }
  if (changed) terminal.print(terminal.difference(difference.trimEnd()));
  const temporary = action === "connect" ? describeTemporaryCopy(context) : null;
  if (temporary !== null) terminal.note(temporary);
  for (const warning of warnings) terminal.note(warning);
  terminal.note(describeChange(path, { changed, written, backup: written ? backupPath : null }, text));
  if (written && action === "connect") terminal.note(messageText(text.notes, nextStep));
}

async function listClients(call: CommandCall, context: CommandContext): Promise<void> {
  const known = await (await openConnections(context)).list();
  if (call.json) {
    const clients = known.map(({ id, title, installed, state, file }) => ({ id, title, installed, state, file }));
    context.terminal.printJson(clients);
    return;
  }
  const { terminal, text } = context;
  const rows = known.map(({ id, title, installed, state }) => {
    const notes = [installed ? text.connect.installed : "", state === "connected" ? text.connect.connected : ""];
    return [id, title, notes.filter(Boolean).join(", ")];
  });
  const columns = [
    { title: text.columns.id },
    { title: text.columns.client, min: 16 },
    {
      title: text.columns.state,
      style: (state: string) => (state.includes(text.connect.connected) ? terminal.green(state) : state),
    },
  ];
  await terminal.page(formatTable(rows, columns, terminal).join("\n"));
}

async function printConfiguration(client: ConnectClient, call: CommandCall, context: CommandContext): Promise<void> {
  const { terminal, text } = context;
  const snippets = (await stdioSnippets(client, context)).map(({ instructions, ...snippet }) => ({
    ...snippet,
    instructions: instructions.map((note) => messageText(text.notes, note)).join(" "),
  }));
  if (call.json) return terminal.printJson({ id: client.id, title: client.title, snippets });
  for (const { path, text: configuration, instructions } of snippets) {
    terminal.note(terminal.bold(path === null ? client.title : `${client.title}: ${path}`));
    terminal.note(`${instructions}\n`);
    terminal.print(configuration);
  }
}

function choiceOf(client: ConnectClient, call: CommandCall, { folder }: CommandContext) {
  return call.flag("project")
    ? ({ clientId: client.id, scope: "project", project: folder } as const)
    : ({ clientId: client.id, scope: "user" } as const);
}

/** Returns the configurations without a token: the command line cannot issue one. */
async function stdioSnippets(client: ConnectClient, context: CommandContext): Promise<readonly ConfigurationSnippet[]> {
  const { platform, home, env } = context;
  const all = await snippetsOf(client, { url: "", token: "", shim: ownCommand(context), platform, home, env });
  return all.filter(({ transport }) => transport === "stdio");
}

function findClient(id: string, { usage }: CommandText): ConnectClient {
  const client = CLIENTS.find((known) => known.id === id.toLowerCase());
  if (client !== undefined) return client;
  const ids = CLIENTS.map((each) => each.id);
  const similar = similarNames(id.toLowerCase(), ids, 3);
  const unknown = usage.unknownClient(id, ids.join(", "));
  throw new UsageError(withSuggestion(unknown, similar, usage));
}
