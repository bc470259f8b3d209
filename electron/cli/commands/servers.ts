import path from "node:path";
import type { ServerGrant } from "../../core/caller.ts";
import type { ServerFigures } from "../../core/request-log.ts";
import type {
  NewServer,
  OAuthRegistration,
  ServerLogLine,
  ServerSummary,
  ServerTool,
  ToolFinding,
} from "../../core/servers.ts";
import { RecollectError } from "../../text/errors.ts";
import type { AppClient } from "../app-client.ts";
import { type Command, type CommandCall, type CommandContext, EXIT, type ExitCode, UsageError } from "../command.ts";
import { pairs, readSecrets } from "../named-values.ts";
import { openBrowser } from "../open-browser.ts";
import { formatJson, oneLine, plainText, type Terminal } from "../terminal.ts";
import { moveServers, returnServers } from "./move-servers.ts";
import { serverFromJson } from "./server-from-json.ts";

/** Of a server that did not start. */
const MAX_OUTPUT_LINES = 10;
/** The variable with the secret of a client that the owner registered. */
const CLIENT_SECRET = "OAUTH_CLIENT_SECRET";

type Action = (name: string, call: CommandCall, context: CommandContext) => Promise<ExitCode>;

export const servers: Command = {
  name: "servers",
  summary: "Offer other MCP servers to clients through Recollect",
  usage:
    "[list | add | remove | tools | approve | grant | listing | hints | sign-in | sign-out | logs | restart | stop] [NAME] [options]",
  details: `  servers list                                  the servers and their states
  servers add NAME [options] -- COMMAND ARGS…   a program that uses stdio
  servers add NAME --url URL [options]          a server over HTTP (--sse: older)
  servers add [NAME] --server-json FILE         from a registry's server.json
  servers add --from CLIENT [NAME…]             moves servers from a client's file
  servers return CLIENT                         moves them back to the client
  servers tools NAME [--on TOOL] [--off TOOL]   its tools, and switches
  servers approve NAME [TOOL…]                  approves new and changed tools
  servers grant NAME CLIENT --all               lets a client use it
  servers listing CLIENT all|search             how many tools a client's list has
  servers hints NAME on|off                     memories beside its tools
  servers sign-in NAME                          signs in, in the browser
  servers sign-out NAME                         forgets the sign-in
  servers logs NAME                             its error output

A client uses no server until it is granted: --all, --read-only (tools that say
they change nothing), --tool TOOL (repeatable) or --none. Adding starts the
server and approves its tools, except those with findings. A tool that changes
is stopped until it is approved again. A client with more than 40 tools of
servers finds them by search instead; "listing CLIENT all" lists all of them.

A server over HTTP that needs a sign-in opens a page in the browser. Where
its authorization server does not register clients by itself, register one
there for http://127.0.0.1/oauth/callback and pass --oauth-client-id; the
secret of that client, if it has one, is read with --oauth-client-secret from
the variable OAUTH_CLIENT_SECRET, or from such a line of standard input.

A move replaces the servers' entries in the client's file by Recollect's entry,
and grants the servers to that client. Those that do not start stay where they
are. --dry-run shows the changes only. A backup is kept in the data folder.

The value of --secret NAME is the variable NAME of this command, or a line
NAME=VALUE of standard input. It is stored in the system's keychain.`,
  options: {
    url: { type: "string", value: "URL", help: "The address of a server over HTTP." },
    sse: { type: "boolean", help: "The server uses the older transport with server-sent events." },
    cwd: { type: "string", value: "FOLDER", help: "Start the program in this folder, not in your home folder." },
    env: { type: "string", multiple: true, value: "NAME=VALUE", help: "Set a variable of the program." },
    inherit: { type: "string", multiple: true, value: "NAME", help: "Pass on a variable of Recollect." },
    header: { type: "string", multiple: true, value: "NAME=VALUE", help: "Send a header." },
    secret: { type: "string", multiple: true, value: "NAME", help: "A variable or header that is secret." },
    "oauth-client-id": { type: "string", value: "ID", help: "A client that you registered for the sign-in." },
    "oauth-client-secret": { type: "boolean", help: "That client has a secret." },
    "oauth-port": { type: "string", value: "PORT", help: "The port of its redirect address; any without this." },
    "server-json": { type: "string", value: "FILE", help: "Add the server of this server.json; - reads it here." },
    package: { type: "string", value: "TYPE", help: "Its package of this type, such as npm or oci, or remote." },
    input: { type: "string", multiple: true, value: "NAME=VALUE", help: "A value that the server.json asks for." },
    from: { type: "string", value: "CLIENT", help: "Move servers from this client's configuration file." },
    project: { type: "boolean", help: "With --from and return: the project's file in this folder." },
    "dry-run": { type: "boolean", help: "With --from and return: only show the changes." },
    on: { type: "string", multiple: true, value: "TOOL", help: "Switch a tool on." },
    off: { type: "string", multiple: true, value: "TOOL", help: "Switch a tool off for all clients." },
    all: { type: "boolean", help: "Grant all tools, prompts and resources." },
    "read-only": { type: "boolean", help: "Grant tools that say they change nothing." },
    tool: { type: "string", multiple: true, value: "TOOL", help: "Grant this tool only; repeatable." },
    none: { type: "boolean", help: "Withdraw the grant." },
  },
  words: [0, 200],
  async run(call, context) {
    const [action = "list", name] = call.words;
    if (action === "list") return await list(call, context);
    const run = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
    const from = call.text("from");
    if (action === "add" && from !== undefined) {
      return await moveServers(from, call.words.slice(1), call, context);
    }
    if (run === undefined) throw new UsageError(`There is no action "${action}".`, "servers");
    const isNamed = name !== undefined || (action === "add" && call.text("server-json") !== undefined);
    if (!isNamed)
      throw new UsageError(["listing", "return"].includes(action) ? "Name the client." : "Name the server.", "servers");
    return await run(name ?? "", call, context);
  },
};

const ACTIONS: Readonly<Record<string, Action>> = {
  async add(given, call, context) {
    const { app, terminal } = context;
    const file = call.text("server-json");
    const server = file === undefined ? newServer(given, call, context) : serverFromJson(given, file, call, context);
    const { name } = server;
    let added = await app.ask("servers.add", server).catch(throwWithOutput);
    if (added.state === "sign-in") {
      terminal.note(`${name} needs a sign-in. If you stop here, sign in later: recollect servers sign-in ${name}`);
      added = await signIn(added, context);
    }
    const tools = await app.ask("servers.tools", { id: added.id });
    if (call.json) {
      terminal.print(formatJson({ server: added, tools }));
      return EXIT.ok;
    }
    printServer(added, terminal);
    for (const tool of tools) printTool(tool, terminal);
    terminal.note(`No client uses it yet: recollect servers grant ${name} CLIENT --all`);
    return EXIT.ok;
  },
  async remove(name, call, { app, terminal }) {
    const { id } = await find(app, name);
    await app.ask("servers.remove", { id });
    terminal.print(call.json ? formatJson({ removed: id }) : `Removed ${name}.`);
    return EXIT.ok;
  },
  async tools(name, call, { app, terminal }) {
    const { id } = await find(app, name);
    for (const [option, enabled] of [["on", true] as const, ["off", false] as const]) {
      const names = call.texts(option);
      if (names.length > 0) await app.ask("servers.setEnabled", { id, names, enabled });
    }
    return printTools(await app.ask("servers.tools", { id }), call, terminal);
  },
  async approve(name, call, { app, terminal }) {
    const { id } = await find(app, name);
    const names = call.words.slice(2);
    return printTools(
      await app.ask("servers.approve", { id, names: names.length === 0 ? null : names }),
      call,
      terminal,
    );
  },
  async grant(name, call, { app, terminal }) {
    const subject = call.words[2];
    if (subject === undefined) throw new UsageError("Name the client: recollect servers grant NAME CLIENT", "servers");
    const tools = grantedTools(call);
    const { id } = await find(app, name);
    const grants = await app.ask("clients.grants", {});
    const others =
      grants.find((grant) => grant.subject === subject)?.servers.filter(({ server }) => server !== id) ?? [];
    // Another client may have granted it since: a removed server is not granted again.
    const known = new Set((await app.ask("servers.list", {})).map((server) => server.id));
    const servers = [
      ...others.filter(({ server }) => known.has(server)),
      ...(tools === null ? [] : [{ server: id, tools }]),
    ];
    const grant = await app.ask("clients.updateGrant", { subject, servers });
    if (call.json) terminal.print(formatJson({ grant }));
    else terminal.print(tools === null ? `${subject} cannot use ${name}.` : `${subject} can use ${name}.`);
    return EXIT.ok;
  },
  async listing(subject, call, { app, terminal }) {
    const choice = call.words[2];
    if (choice !== "all" && choice !== "search") throw new UsageError("Pass all or search.", "servers");
    const listAllTools = choice === "all";
    const grant = await app.ask("clients.updateGrant", { subject, listAllTools });
    if (call.json) terminal.print(formatJson({ grant }));
    else if (listAllTools) terminal.print(`The list of ${subject} has all tools of its servers.`);
    else terminal.print(`Above 40 tools of servers, ${subject} finds them by search.`);
    return EXIT.ok;
  },
  async hints(name, call, { app, terminal }) {
    const choice = call.words[2];
    if (choice !== "on" && choice !== "off") throw new UsageError("Pass on or off.", "servers");
    const { id } = await find(app, name);
    const server = await app.ask("servers.setMemoryHints", { id, enabled: choice === "on" });
    if (call.json) terminal.print(formatJson({ server }));
    else if (server.memoryHints) terminal.print(`Clients read what memory has about ${name} with its tools.`);
    else terminal.print(`Clients do not read what memory has about ${name}.`);
    return EXIT.ok;
  },
  async "sign-in"(name, call, context) {
    const { app, terminal } = context;
    const server = await signIn(await find(app, name), context);
    if (call.json) terminal.print(formatJson({ server }));
    else terminal.print(`Signed in at ${name}: ${server.tools.approved} tools.`);
    return EXIT.ok;
  },
  async "sign-out"(name, call, { app, terminal }) {
    const { id } = await find(app, name);
    const server = await app.ask("servers.signOut", { id });
    if (call.json) terminal.print(formatJson({ server }));
    else terminal.print(`Signed out of ${name}.`);
    return EXIT.ok;
  },
  return: (client, call, context) => returnServers(client, call, context),
  async logs(name, call, { app, terminal }) {
    const { id } = await find(app, name);
    const lines = await app.ask("servers.log", { id });
    if (call.json) terminal.print(formatJson({ lines }));
    else
      for (const { at, source, text } of lines)
        terminal.print(`${terminal.faint(`${at} ${source.padEnd(7)}`)} ${plainText(text)}`);
    if (lines.length === 0 && !call.json)
      terminal.note("The log is empty: the server has not started since Recollect did.");
    return EXIT.ok;
  },
  restart: changeState("restart"),
  stop: changeState("stop"),
};

function changeState(method: "restart" | "stop"): Action {
  return async (name, call, { app, terminal }) => {
    const { id } = await find(app, name);
    const server = await app.ask(`servers.${method}`, { id });
    if (call.json) terminal.print(formatJson({ server }));
    else printServer(server, terminal);
    return EXIT.ok;
  };
}

/** Opens the page of a sign-in where there is a browser, and waits for its end. */
async function signIn({ id }: ServerSummary, context: CommandContext): Promise<ServerSummary> {
  const { app, terminal } = context;
  const { address } = await app.ask("servers.signIn", { id });
  const isOpened = await openBrowser(address, context);
  terminal.note(isOpened ? "Sign in in the browser. If it shows no page, open:" : "Open this page in a browser:");
  terminal.note(address);
  terminal.note("Waiting for the browser. Press Ctrl+C to stop.");
  const cancel = () => {
    void app.ask("servers.cancelSignIn", { id }).catch(() => undefined);
  };
  process.once("SIGINT", cancel);
  try {
    return await app.ask("servers.finishSignIn", { id });
  } finally {
    process.off("SIGINT", cancel);
  }
}

async function list(call: CommandCall, { app, terminal }: CommandContext): Promise<ExitCode> {
  const all = await app.ask("servers.list", {});
  if (call.json) terminal.print(formatJson({ servers: all }));
  else for (const server of all) printServer(server, terminal, server.today);
  if (all.length === 0 && !call.json)
    terminal.note("There are no servers. To add one: recollect servers add NAME -- COMMAND");
  return EXIT.ok;
}

/** @throws UsageError where there is no such server */
async function find(app: AppClient, name: string): Promise<ServerSummary> {
  const all = await app.ask("servers.list", {});
  const server = all.find((one) => one.name === name || one.id === name);
  if (server !== undefined) return server;
  throw new UsageError(`There is no server "${name}".`, "servers");
}

/** Adds the last lines of a server that was not added to the error: its log is gone. */
function throwWithOutput(error: unknown): never {
  const { log } = error instanceof RecollectError ? (error.details ?? {}) : {};
  const lines = Array.isArray(log) ? (log as readonly ServerLogLine[]).filter(({ source }) => source !== "notice") : [];
  if (!(error instanceof RecollectError) || lines.length === 0) throw error;
  const { code, message, hint = "", field, details } = error;
  const output = lines.slice(-MAX_OUTPUT_LINES).map(({ text }) => `  ${plainText(text)}`);
  const words = [`${hint} Its last output:`.trim(), ...output].join("\n");
  throw RecollectError.fromBody({ code, message, hint: words, field, details }, error);
}

function newServer(name: string, call: CommandCall, { env, stdin, folder }: CommandContext): NewServer {
  const clientSecretNames = call.flag("oauth-client-secret") ? [CLIENT_SECRET] : [];
  const { [CLIENT_SECRET]: clientSecret, ...secrets } = readSecrets(
    [...call.texts("secret"), ...clientSecretNames],
    env,
    stdin.isTTY === true,
  );
  const url = call.text("url");
  const [command, ...args] = call.words.slice(2);
  if ((url === undefined) === (command === undefined)) {
    throw new UsageError("Pass a command after --, or an address with --url.", "servers");
  }
  if (url !== undefined) {
    const headers = pairs(call.texts("header"), "header");
    const transport = { kind: call.flag("sse") ? "sse" : "http", url, headers, oauth: registration(call) } as const;
    return { name, transport, secrets, clientSecret };
  }
  const variables = pairs(call.texts("env"), "env");
  const given = call.text("cwd");
  const cwd = given === undefined ? null : path.resolve(folder, given);
  const transport = {
    kind: "stdio",
    command: command ?? "",
    args,
    cwd,
    env: variables,
    inherit: call.texts("inherit"),
  } as const;
  return { name, transport, secrets };
}

function registration(call: CommandCall): OAuthRegistration | undefined {
  const clientId = call.text("oauth-client-id");
  if (clientId === undefined) {
    const unused = ["oauth-client-secret", "oauth-port"].find((option) => call.flag(option) || call.text(option));
    if (unused !== undefined) throw new UsageError(`--${unused} needs --oauth-client-id.`, "servers");
    return undefined;
  }
  const isPort = call.text("oauth-port") !== undefined;
  return { clientId, port: isPort ? call.number("oauth-port", { from: 1024, to: 65_535, otherwise: 0 }) : null };
}

/** @returns null: the grant is withdrawn */
function grantedTools(call: CommandCall): ServerGrant["tools"] | null {
  const tools = call.texts("tool");
  const chosen = [call.flag("all"), call.flag("read-only"), tools.length > 0, call.flag("none")];
  if (chosen.filter(Boolean).length !== 1) {
    throw new UsageError("Pass one of --all, --read-only, --tool TOOL and --none.", "servers");
  }
  if (call.flag("none")) return null;
  return call.flag("all") ? "all" : call.flag("read-only") ? "read-only" : tools;
}

function printServer(server: ServerSummary, terminal: Terminal, today: ServerFigures | null = null): void {
  const { name, state, tools, problem, transport } = server;
  const waiting = tools.waiting === 0 ? "" : `, ${tools.waiting} to approve`;
  const figures = today === null ? "" : `, ${figuresText(today)}`;
  terminal.print(`${terminal.bold(name.padEnd(16))} ${state.padEnd(9)} ${tools.approved} tools${waiting}${figures}`);
  const place = transport.kind === "stdio" ? [transport.command, ...transport.args].join(" ") : transport.url;
  terminal.print(terminal.faint(`  ${oneLine(place, terminal.width - 2)}`));
  if (problem !== null) terminal.print(`  ${plainText(problem.message)}`);
}

function figuresText({ calls, errors, p50 }: ServerFigures): string {
  if (calls === 0) return "no calls today";
  const parts = [`${calls} ${calls === 1 ? "call" : "calls"} today`, `${errors} failed`];
  return [...parts, ...(p50 === null ? [] : [`median ${p50.toFixed(1)} ms`])].join(", ");
}

function printTools(tools: readonly ServerTool[], call: CommandCall, terminal: Terminal): ExitCode {
  if (call.json) terminal.print(formatJson({ tools }));
  else for (const tool of tools) printTool(tool, terminal);
  return EXIT.ok;
}

function printTool(tool: ServerTool, terminal: Terminal): void {
  const { name, exposedName, state, enabled, hints, findings, differences, description } = tool;
  const marks = [
    ...(state === "approved" ? [] : [state]),
    ...(enabled ? [] : ["off"]),
    ...(hints.readOnly ? ["read-only"] : []),
    ...(hints.destructive ? ["destructive"] : []),
    ...(exposedName === null || exposedName === name ? [] : [`as ${exposedName}`]),
  ];
  const head = [plainText(name), ...(marks.length === 0 ? [] : [`(${plainText(marks.join(", "))})`])].join(" ");
  const room = Math.max(20, terminal.width - head.length - 4);
  terminal.print(`  ${head}  ${terminal.faint(oneLine(description, room))}`);
  for (const finding of findings) terminal.print(`      ${findingText(finding)}`);
  for (const { field, before, after } of differences) {
    terminal.print(`      ${field}`);
    for (const line of (before ?? "").split("\n")) terminal.print(`      - ${plainText(line)}`);
    for (const line of (after ?? "").split("\n")) terminal.print(`      + ${plainText(line)}`);
  }
}

function findingText(finding: ToolFinding): string {
  switch (finding.kind) {
    case "hidden":
      return `has ${finding.count} hidden characters`;
    case "instruction":
      return `reads like an instruction: ${plainText(finding.excerpt)}`;
    case "contradiction":
      return `has hints that contradict each other: ${finding.hints.join(", ")}`;
  }
}
