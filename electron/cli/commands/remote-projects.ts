import { text as readText } from "node:stream/consumers";
import type { RemoteDomainSummary } from "../../core/remote-domains.ts";
import type { CommandText } from "../../text/command-line.ts";
import { errorText } from "../../text/error-text.ts";
import { type Command, type CommandCall, type CommandContext, UsageError } from "../command.ts";
import { formatJson, plainText } from "../terminal.ts";

/** As in PostgreSQL's own programs. */
const PASSWORD_VARIABLE = "PGPASSWORD";

/** Actions that only write after everything was read. */
const WRITES = { options: ["--dry-run"], stopsBeforeWriting: true } as const;

export const remoteProjects: Command = {
  name: "remote-projects",
  examples: ["recollect remote-projects list", "recollect remote-projects remove acme/web --dry-run"],
  actions: {
    list: { run: list },
    add: {
      arguments: "<PROJECT>",
      options: ["--address <URL>", "--read-only", "--encrypted", "--dry-run"],
      stopsBeforeWriting: true,
      run: add,
    },
    access: { arguments: "<PROJECT> <read|write>", ...WRITES, run: setAccess },
    status: {
      arguments: "<PROJECT>",
      run: async (call, context) =>
        print(await context.app.ask("remoteDomains.status", { domain: call.words[0] ?? "" }), call, context),
    },
    remove: { arguments: "<PROJECT>", ...WRITES, run: remove },
  },
};

async function add(call: CommandCall, context: CommandContext): Promise<void> {
  const address = call.text("address");
  if (address === undefined) throw new UsageError(context.text.usage.pass(["--address URL"]));
  const password = await readPassword(context);
  const given = {
    domain: call.words[0] ?? "",
    address,
    access: call.flag("read-only") ? ("read" as const) : ("write" as const),
    ...(password === null ? {} : { password }),
    ...(call.flag("encrypted") ? { encrypted: true } : {}),
  };
  return print(await context.app.ask("remoteDomains.add", given), call, context);
}

async function remove(call: CommandCall, { app, terminal, text }: CommandContext): Promise<void> {
  const [name = ""] = call.words;
  await app.ask("remoteDomains.remove", { domain: name });
  terminal.print(call.json ? formatJson({ removed: name }) : text.domain.removed(name));
}

async function setAccess(call: CommandCall, context: CommandContext): Promise<void> {
  const [name = "", access = ""] = call.words;
  if (access !== "read" && access !== "write") throw new UsageError(context.text.usage.pass(["read", "write"]));
  return print(await context.app.ask("remoteDomains.setAccess", { domain: name, access }), call, context);
}

async function list(call: CommandCall, { app, terminal, text }: CommandContext): Promise<void> {
  const domains = await app.ask("remoteDomains.list", {});
  if (call.json) return terminal.printJson({ domains });
  if (domains.length === 0) terminal.note(text.domain.none);
  for (const each of domains) terminal.print(describeDomain(each, text));
}

function print(domain: RemoteDomainSummary, call: CommandCall, { terminal, text }: CommandContext): void {
  terminal.print(call.json ? formatJson({ domain }) : describeDomain(domain, text));
}

function describeDomain(remote: RemoteDomainSummary, text: CommandText): string {
  const words = text.domain;
  const { domain, address, access, state, error, memories, isWritable, vectors, localMemories } = remote;
  const facts = [
    memories === null ? words.unknownCount : words.memories(memories),
    access === "write" && isWritable !== false ? words.readWrite : words.readOnly,
    ...(vectors === null ? [] : [words.vectors[vectors]]),
    ...(localMemories === 0 ? [] : [words.local(localMemories)]),
  ];
  const problem = error === null ? "" : `\n  ${plainText(errorText(error, text).message)}`;
  return `${plainText(domain)} (${state}): ${facts.join(", ")}\n  ${plainText(address)}${problem}`;
}

/** @returns null if no password is given, or the address contains it */
async function readPassword({ env, stdin }: CommandContext): Promise<string | null> {
  const given = env[PASSWORD_VARIABLE];
  if (given !== undefined) return given;
  if (stdin.isTTY) return null;
  const [line = ""] = (await readText(stdin)).split(/\r?\n/);
  return line === "" ? null : line;
}
