import path from "node:path";
import type { ServerGrant } from "../../core/caller.ts";
import { programFor } from "../../core/program.ts";
import { isSseAddress, sameOriginRedirect } from "../../core/server-address.ts";
import type { NewServer, OAuthRegistration, ServerLogLine, ServerSummary } from "../../core/servers.ts";
import { similarNames } from "../../core/util/similar-names.ts";
import type { CommandText } from "../../text/command-line.ts";
import { errorText } from "../../text/error-text.ts";
import { RecollectError } from "../../text/errors.ts";
import { localSecond } from "../../text/local-time.ts";
import { type Action, type Command, type CommandCall, type CommandContext, UsageError } from "../command.ts";
import { DryRunEnded } from "../dry-run.ts";
import { pairs, readSecrets } from "../named-values.ts";
import { openBrowser } from "../open-browser.ts";
import { LIST_OUTPUT, printList } from "../output.ts";
import { withSuggestion } from "../parse.ts";
import { PrivateInput } from "../private-input.ts";
import { formatJson, plainText } from "../terminal.ts";
import { moveServers, returnServers } from "./move-servers.ts";
import { passOnNetwork } from "./pass-on-network.ts";
import { printServer, printTool, printTools, serverLines } from "./print-server.ts";

/** The last lines of a server that did not start. */
const MAX_OUTPUT_LINES = 10;
/** The variable with the secret of an OAuth client that the owner registered. */
const CLIENT_SECRET = "OAUTH_CLIENT_SECRET";

const SECRETS = ["--secret <NAME...>"];
/** Actions that only write after everything was read. */
const WRITES = { options: ["--dry-run"], stopsBeforeWriting: true } as const;

/** Runs an action for the server that the first argument names. */
type Run = (server: ServerSummary, call: CommandCall, context: CommandContext) => Promise<void>;

function onServer(run: Run): NonNullable<Action["run"]> {
  return async (call, context) => await run(await find(call.words[0] ?? "", context), call, context);
}

export const servers: Command = {
  name: "servers",
  examples: [
    "recollect servers",
    "recollect servers add files --dry-run -- npx -y @modelcontextprotocol/server-filesystem .",
  ],
  actions: {
    list: { options: LIST_OUTPUT, examples: ["recollect servers list"], run: list },
    add: {
      arguments: "[NAME] [COMMAND_OR_NAMES...]",
      options: [
        "--url <URL>",
        "--sse",
        "--follow",
        "--cwd <FOLDER>",
        "--env <NAME=VALUE...>",
        "--inherit <NAME...>",
        "--header <NAME=VALUE...>",
        ...SECRETS,
        "--oauth-client-id <ID>",
        "--oauth-client-secret",
        "--oauth-port <PORT>",
        "--server-json <FILE>",
        "--text <FILE>",
        "--package <TYPE>",
        "--input <NAME=VALUE...>",
        "--yes",
        "--from <CLIENT>",
        "--project",
        "--dry-run",
      ],
      examples: [
        "recollect servers add files --dry-run -- npx -y @modelcontextprotocol/server-filesystem .",
        "recollect servers add --from cursor --dry-run",
      ],
      run(call, context) {
        const from = call.text("from");
        return from === undefined ? add(call, context) : moveServers(from, call.words, call, context);
      },
    },
    remove: {
      arguments: "<SERVER>",
      options: ["--dry-run", "-y, --yes"],
      stopsBeforeWriting: true,
      examples: ["recollect servers remove files --dry-run"],
      run: onServer(async ({ id, name }, call, context) => {
        const { app, terminal, text } = context;
        if (!call.flag("dry-run")) await askToRemove(name, call, context);
        await app.ask("servers.remove", { id });
        terminal.print(call.json ? formatJson({ removed: id }) : text.servers.removed(name));
      }),
    },
    return: { arguments: "<CLIENT>", options: ["--project", "--dry-run"], run: returnServers },
    tools: {
      arguments: "<SERVER>",
      options: ["--on <TOOL...>", "--off <TOOL...>", "--dry-run"],
      stopsBeforeWriting: true,
      examples: ["recollect servers tools files", "recollect servers tools files --off write_file --dry-run"],
      run: onServer(async ({ id }, call, context) => {
        for (const [option, enabled] of [["on", true] as const, ["off", false] as const]) {
          const names = call.texts(option);
          if (names.length > 0) await context.app.ask("servers.setEnabled", { id, names, enabled });
        }
        return printTools(await context.app.ask("servers.tools", { id }), call, context);
      }),
    },
    approve: {
      arguments: "<SERVER> [TOOL...]",
      ...WRITES,
      examples: ["recollect servers approve files --dry-run"],
      run: onServer(async ({ id, name }, call, context) => {
        const { app, terminal, text } = context;
        const names = call.words.slice(1);
        const tools = await app.ask("servers.approve", { id, names: names.length === 0 ? null : names });
        if (names.length > 0) return printTools(tools, call, context);
        const leftOut = tools.filter(({ state }) => state === "new" || state === "changed").map((tool) => tool.name);
        if (call.json) return terminal.printJson({ tools, leftOut });
        printTools(tools, call, context);
        if (leftOut.length > 0) terminal.note(text.servers.leftOut(name, leftOut.map(plainText)));
      }),
    },
    grant: {
      arguments: "<SERVER> <CLIENT>",
      options: ["--all", "--read-only", "--tool <TOOL...>", "--none", "--dry-run"],
      stopsBeforeWriting: true,
      examples: ["recollect servers grant files cursor --read-only --dry-run"],
      run: grant,
    },
    listing: { arguments: "<CLIENT> <all|search>", ...WRITES, run: setListing },
    hints: {
      arguments: "<SERVER> <on|off>",
      ...WRITES,
      run: onServer(async ({ id, name }, call, { app, terminal, text }) => {
        const [, choice = ""] = call.words;
        if (choice !== "on" && choice !== "off") throw new UsageError(text.usage.pass(["on", "off"]));
        const server = await app.ask("servers.setMemoryHints", { id, enabled: choice === "on" });
        if (call.json) terminal.printJson({ server });
        else terminal.print(server.memoryHints ? text.servers.hintsOn(name) : text.servers.hintsOff(name));
      }),
    },
    "sign-in": {
      arguments: "<SERVER>",
      run: onServer(async (given, call, context) => {
        const server = await signIn(given, context);
        const { terminal, text } = context;
        if (call.json) terminal.printJson({ server });
        else terminal.print(text.servers.signedIn(given.name, server.tools.approved));
      }),
    },
    "sign-out": {
      arguments: "<SERVER>",
      ...WRITES,
      run: onServer(async ({ id, name }, call, { app, terminal, text }) => {
        const server = await app.ask("servers.signOut", { id });
        terminal.print(call.json ? formatJson({ server }) : text.servers.signedOut(name));
      }),
    },
    logs: {
      arguments: "<SERVER>",
      run: onServer(async ({ id }, call, { app, terminal, text }) => {
        const lines = await app.ask("servers.log", { id });
        if (call.json) terminal.printJson({ lines });
        else
          for (const { at, source, text: line } of lines)
            terminal.print(`${terminal.faint(`${localSecond(at)} ${source.padEnd(7)}`)} ${plainText(line)}`);
        if (lines.length === 0 && !call.json) terminal.note(text.servers.logEmpty);
      }),
    },
    restart: { arguments: "<SERVER>", ...WRITES, run: changeState("servers.restart") },
    stop: { arguments: "<SERVER>", ...WRITES, run: changeState("servers.stop") },
  },
};

async function add(call: CommandCall, context: CommandContext): Promise<void> {
  const { app, terminal, text } = context;
  // The parsers of JSON, TOML and YAML would delay every command.
  const { describedServer } = await import("./described-server.ts");
  const described = (await describedServer(call, context)) ?? (await newServer(call, context));
  if (call.flag("dry-run")) throw new DryRunEnded("servers.add");
  const server = await passOnNetwork(described, call, context);
  const { name } = server;
  let added = await addOrFollow(server, call, context).catch((error: unknown) => throwWithOutput(error, text));
  if (added.state === "sign-in") {
    terminal.note(text.servers.needsSignIn(name));
    added = await signIn(added, context);
  }
  const tools = await app.ask("servers.tools", { id: added.id });
  if (call.json) return terminal.printJson({ server: added, tools });
  printServer(added, context);
  for (const tool of tools) printTool(tool, context);
  terminal.note(text.servers.notGranted(name));
}

/** Adds a server. With --follow, the address of a redirect is used if it has the same origin. */
async function addOrFollow(server: NewServer, call: CommandCall, context: CommandContext): Promise<ServerSummary> {
  const { app, terminal, text } = context;
  try {
    return await app.ask("servers.add", server);
  } catch (error) {
    const { transport } = server;
    const address = error instanceof RecollectError ? sameOriginRedirect(error) : null;
    if (address === null || transport.kind === "stdio") throw error;
    if (!call.flag("follow")) {
      terminal.note(text.servers.followWith);
      throw error;
    }
    terminal.note(text.servers.follows(address));
    return await app.ask("servers.add", { ...server, transport: { ...transport, url: address } });
  }
}

async function grant(call: CommandCall, context: CommandContext): Promise<void> {
  const { app, terminal, text } = context;
  const [name = "", subject = ""] = call.words;
  const tools = grantedTools(call, text);
  const { id } = await find(name, context);
  const grants = await app.ask("clients.grants", {});
  const others = grants.find((each) => each.subject === subject)?.servers.filter(({ server }) => server !== id) ?? [];
  // Another client may have granted it since: a removed server is not granted again.
  const known = new Set((await app.ask("servers.list", {})).map((server) => server.id));
  const granted = [
    ...others.filter(({ server }) => known.has(server)),
    ...(tools === null ? [] : [{ server: id, tools }]),
  ];
  const changed = await app.ask("clients.updateGrant", { subject, servers: granted });
  if (call.json) terminal.printJson({ grant: changed });
  else terminal.print(tools === null ? text.servers.cannotUse(subject, name) : text.servers.canUse(subject, name));
}

async function setListing(call: CommandCall, { app, terminal, text }: CommandContext): Promise<void> {
  const [subject = "", choice = ""] = call.words;
  if (choice !== "all" && choice !== "search") throw new UsageError(text.usage.pass(["all", "search"]));
  const listAllTools = choice === "all";
  const changed = await app.ask("clients.updateGrant", { subject, listAllTools });
  if (call.json) terminal.printJson({ grant: changed });
  else terminal.print(listAllTools ? text.servers.listsAll(subject) : text.servers.searches(subject));
}

function changeState(method: "servers.restart" | "servers.stop") {
  return onServer(async ({ id }, call, context) => {
    const server = await context.app.ask(method, { id });
    if (call.json) context.terminal.printJson({ server });
    else printServer(server, context);
  });
}

/** Opens the page of a sign-in, if there is a browser, and waits until the sign-in is finished. */
async function signIn({ id }: ServerSummary, context: CommandContext): Promise<ServerSummary> {
  const { app, terminal, text } = context;
  const { address } = await app.ask("servers.signIn", { id });
  const isOpened = await openBrowser(address, context);
  terminal.note(isOpened ? text.servers.signInHere : text.servers.openPage);
  terminal.note(address);
  terminal.note(text.servers.waiting);
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

async function list(call: CommandCall, context: CommandContext): Promise<void> {
  const { app, text } = context;
  const all = await app.ask("servers.list", {});
  await printList(call, context, {
    json: { servers: all },
    items: all,
    form: { lines: (server) => serverLines(server, context, server.today) },
    empty: text.servers.none,
  });
}

/** Finds a server by its name or id. @throws UsageError if it does not exist */
async function find(name: string, { app, text }: CommandContext): Promise<ServerSummary> {
  const all = await app.ask("servers.list", {});
  const server = all.find((each) => each.name === name || each.id === name);
  if (server !== undefined) return server;
  const similar = similarNames(
    name,
    all.map((each) => each.name),
    2,
  );
  throw new UsageError(withSuggestion(text.servers.unknown(name), similar, text.usage));
}

async function askToRemove(name: string, call: CommandCall, context: CommandContext): Promise<void> {
  const { stdin, text } = context;
  // Scripts remove servers without --yes: a removed server can be added again.
  if (stdin.isTTY !== true) return;
  await new PrivateInput(context).confirm(text.servers.askRemove(name), { name: "yes", isGiven: call.flag("yes") });
}

/** Adds the last lines of a server that was not added to the error: its log is gone. */
function throwWithOutput(error: unknown, { servers, errors }: CommandText): never {
  const { log } = error instanceof RecollectError ? (error.details ?? {}) : {};
  const lines = Array.isArray(log) ? (log as readonly ServerLogLine[]).filter(({ source }) => source !== "notice") : [];
  if (!(error instanceof RecollectError) || lines.length === 0) throw error;
  const { code, field, details } = error;
  const { message, hint = "" } = errorText(error, { errors });
  const output = lines.slice(-MAX_OUTPUT_LINES).map(({ text }) => `  ${plainText(text)}`);
  const words = [`${hint} ${servers.lastOutput}`.trim(), ...output].join("\n");
  throw RecollectError.fromBody(
    { code, message, hint: words, field, details: { ...details, reason: undefined } },
    error,
  );
}

async function newServer(call: CommandCall, context: CommandContext): Promise<NewServer> {
  const { folder, platform, text } = context;
  const [name = "", command, ...args] = call.words;
  if (name === "") throw new UsageError(text.servers.nameServer);
  const clientSecretNames = call.flag("oauth-client-secret") ? [CLIENT_SECRET] : [];
  const { [CLIENT_SECRET]: clientSecret, ...secrets } = await readSecrets(
    [...call.texts("secret"), ...clientSecretNames],
    context,
    context.stdin.isTTY === true,
  );
  const url = call.text("url");
  if ((url === undefined) === (command === undefined)) throw new UsageError(text.servers.commandOrUrl);
  if (url !== undefined) {
    const transport = {
      kind: call.flag("sse") || isSseAddress(url) ? "sse" : "http",
      url,
      headers: pairs(call.texts("header"), "header", text),
      oauth: registration(call, text),
    } as const;
    return { name, transport, secrets, clientSecret };
  }
  const variables = pairs(call.texts("env"), "env", text);
  const given = call.text("cwd");
  const cwd = given === undefined ? null : path.resolve(folder, given);
  const transport = {
    kind: "stdio",
    ...programFor(platform, { command: command ?? "", args }),
    cwd,
    env: variables,
    inherit: [],
  } as const;
  return { name, transport, secrets };
}

function registration(call: CommandCall, { usage }: CommandText): OAuthRegistration | undefined {
  const clientId = call.text("oauth-client-id");
  if (clientId === undefined) {
    const unused = ["oauth-client-secret", "oauth-port"].find((option) => call.flag(option) || call.text(option));
    if (unused !== undefined) throw new UsageError(usage.needs(`--${unused}`, "--oauth-client-id"));
    return undefined;
  }
  const isPort = call.text("oauth-port") !== undefined;
  return { clientId, port: isPort ? call.number("oauth-port", { from: 1024, to: 65_535, otherwise: 0 }) : null };
}

/** @returns null if the grant is withdrawn */
function grantedTools(call: CommandCall, text: CommandText): ServerGrant["tools"] | null {
  const tools = call.texts("tool");
  const chosen = [call.flag("all"), call.flag("read-only"), tools.length > 0, call.flag("none")];
  if (chosen.filter(Boolean).length !== 1) throw new UsageError(text.servers.oneGrant);
  if (call.flag("none")) return null;
  return call.flag("all") ? "all" : call.flag("read-only") ? "read-only" : tools;
}
