import { readFileSync } from "node:fs";
import type { NewRemoteDomain, RemoteDomainSummary } from "../../core/remote-domains.ts";
import { type Command, type CommandCall, type CommandContext, EXIT, type ExitCode, UsageError } from "../command.ts";
import { formatJson, plainText } from "../terminal.ts";

/** As in PostgreSQL's own programs. */
const PASSWORD_VARIABLE = "PGPASSWORD";

type Action = (domain: string, call: CommandCall, context: CommandContext) => Promise<ExitCode>;

export const domain: Command = {
  name: "domain",
  summary: "Keep a domain in a PostgreSQL database and search it there",
  usage: "remote [list | add | remove | access | status] [DOMAIN] [options]",
  details: `  domain remote list                          the remote domains and their states
  domain remote add DOMAIN --address URL      keeps the domain in this database
  domain remote access DOMAIN read|write      what this machine may do
  domain remote status DOMAIN                 checks whether it can be reached
  domain remote remove DOMAIN                 only here; the memories stay there

The address is postgres://user@host:5432/database. The password is the variable
PGPASSWORD of this command, or a line of standard input; it is stored in the
system's keychain. TLS is required except on this machine.

A remote domain is not copied to this machine: its text, and vectors where the
database has pgvector, are in the database, which its administrators can read.
It cannot be encrypted end to end, nor be in a space.`,
  options: {
    address: { type: "string", value: "URL", help: "The address of the database." },
    "read-only": { type: "boolean", help: "This machine only reads." },
    encrypted: { type: "boolean", help: "Refused: a database cannot search what is encrypted." },
  },
  words: [1, 4],
  async run(call, context) {
    const [kind, action = "list", name] = call.words;
    if (kind !== "remote") throw new UsageError('Write "recollect domain remote".', "domain");
    if (action === "list") return await list(call, context);
    const run = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
    if (run === undefined) throw new UsageError(`There is no action "${action}".`, "domain");
    if (name === undefined) throw new UsageError("Name the domain.", "domain");
    return await run(name, call, context);
  },
};

const ACTIONS: Readonly<Record<string, Action>> = {
  async add(name, call, context) {
    const address = call.text("address");
    if (address === undefined) throw new UsageError("Name the database with --address.", "domain");
    const password = readPassword(context);
    const given: NewRemoteDomain = {
      domain: name,
      address,
      access: call.flag("read-only") ? "read" : "write",
      ...(password === null ? {} : { password }),
      ...(call.flag("encrypted") ? { encrypted: true } : {}),
    };
    return print(await context.app.ask("remoteDomains.add", given), call, context);
  },
  async remove(name, call, context) {
    await context.app.ask("remoteDomains.remove", { domain: name });
    const said = `${name} is no longer remote here. Its memories are still in the database.`;
    context.terminal.print(call.json ? formatJson({ removed: name }) : said);
    return EXIT.ok;
  },
  async access(name, call, context) {
    const access = call.words[3];
    if (access !== "read" && access !== "write") throw new UsageError("Write read or write.", "domain");
    return print(await context.app.ask("remoteDomains.setAccess", { domain: name, access }), call, context);
  },
  async status(name, call, context) {
    return print(await context.app.ask("remoteDomains.status", { domain: name }), call, context);
  },
};

async function list(call: CommandCall, context: CommandContext): Promise<ExitCode> {
  const domains = await context.app.ask("remoteDomains.list", {});
  const { terminal } = context;
  if (call.json) {
    terminal.print(formatJson({ domains }));
    return EXIT.ok;
  }
  if (domains.length === 0) terminal.note("There are no remote domains.");
  for (const one of domains) terminal.print(summaryOf(one));
  return EXIT.ok;
}

function print(domain: RemoteDomainSummary, call: CommandCall, { terminal }: CommandContext): ExitCode {
  terminal.print(call.json ? formatJson({ domain }) : summaryOf(domain));
  return EXIT.ok;
}

function summaryOf(remote: RemoteDomainSummary): string {
  const { domain, address, access, state, error, memories, isWritable, vectors, localMemories } = remote;
  const facts = [
    memories === null ? "number of memories unknown" : `${memories} memories`,
    access === "write" && isWritable !== false ? "read and write" : "read only",
    ...(vectors === null ? [] : [VECTORS[vectors]]),
    ...(localMemories === 0 ? [] : [`${localMemories} more on this machine`]),
  ];
  const problem = error === null ? "" : `\n  ${plainText(error.message)}`;
  return `${plainText(domain)} (${state}): ${facts.join(", ")}\n  ${plainText(address)}${problem}`;
}

const VECTORS = {
  none: "search by words only: the database has no pgvector, or the login may not read its vectors",
  empty: "search by meaning begins when a machine has embedded memories",
  ready: "search by words and meaning",
  "other-model": "search by words only: its vectors are those of another model",
} as const;

/** @returns null without a password, or where the address has it */
function readPassword({ env, stdin }: CommandContext): string | null {
  const given = env[PASSWORD_VARIABLE];
  if (given !== undefined) return given;
  if (stdin.isTTY) return null;
  const [line = ""] = readFileSync(0, "utf8").split(/\r?\n/);
  return line === "" ? null : line;
}
