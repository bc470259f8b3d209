import { ACCESS_LEVELS } from "../../core/caller.ts";
import { similarNames } from "../../core/util/similar-names.ts";
import { localDay, localMinute } from "../../text/local-time.ts";
import type { ClientGrant } from "../../window-api/contract.ts";
import { type Command, type CommandCall, type CommandContext, EXIT, type ExitCode, UsageError } from "../command.ts";
import { LIST_OUTPUT, printList, printRecord } from "../output.ts";
import { withSuggestion } from "../parse.ts";
import { PrivateInput } from "../private-input.ts";
import { oneLine } from "../terminal.ts";
import { connect, disconnect } from "./connect.ts";

export const clients: Command = {
  name: "clients",
  examples: ["recollect clients", "recollect clients access cursor propose --dry-run"],
  actions: {
    list: { options: LIST_OUTPUT, examples: ["recollect clients list"], run: list },
    show: {
      arguments: "<CLIENT>",
      options: ["--format <TEMPLATE>"],
      examples: ["recollect clients show cursor"],
      run: show,
    },
    connect,
    disconnect,
    access: {
      arguments: `<CLIENT> <${ACCESS_LEVELS.join("|")}>`,
      options: ["--dry-run"],
      examples: ["recollect clients access cursor propose --dry-run"],
      run: setAccess,
    },
    pause: { arguments: "<CLIENT>", options: ["--dry-run"], run: (call, context) => setPaused(call, context, true) },
    resume: { arguments: "<CLIENT>", options: ["--dry-run"], run: (call, context) => setPaused(call, context, false) },
    revoke: { arguments: "<CLIENT>", options: ["--dry-run", "-y, --yes"], run: revoke },
  },
};

/** A client as a person sees it: what it did, and what it may do. */
interface ListedClient {
  readonly name: string;
  readonly access: string | null;
  readonly state: string;
  readonly lastSeenAt: string | null;
  readonly requestsToday: number;
  readonly capturesToday: number;
}

/** One row for each client: its grant, and what it did by any transport. */
async function readClients({ app }: Pick<CommandContext, "app">): Promise<readonly ListedClient[]> {
  const [activity, grants] = await Promise.all([app.ask("clients.list", {}), app.ask("clients.grants", {})]);
  const names = [
    ...new Set([
      ...grants.map(({ subject }) => subject),
      ...activity.map(({ name, subject }) => clientName(name, subject, grants)),
    ]),
  ];
  return names.map((name) => {
    const own = activity.filter((each) => clientName(each.name, each.subject, grants) === name);
    const grant = grants.find(({ subject }) => subject === name);
    const seen = [...own.map(({ lastSeenAt }) => lastSeenAt), grant?.lastUsedAt ?? ""].sort().at(-1) ?? "";
    const isConnected = own.some(({ connected }) => connected);
    return {
      name,
      access: grant?.access ?? null,
      state: grant === undefined || grant.state === "active" ? (isConnected ? "connected" : "seen") : grant.state,
      lastSeenAt: seen === "" ? null : seen,
      requestsToday: own.reduce((sum, { requestsToday }) => sum + requestsToday, 0),
      capturesToday: own.reduce((sum, { capturesToday }) => sum + capturesToday, 0),
    };
  });
}

/** The token of a client is its name, unless the owner's token was used, which several clients share. */
function clientName(name: string, subject: string | null, grants: readonly ClientGrant[]): string {
  return grants.some((grant) => grant.subject === subject) ? (subject ?? name) : name;
}

async function list(call: CommandCall, context: CommandContext): Promise<void> {
  const { terminal, text } = context;
  const listed = await readClients(context);
  const { columns } = text;
  const words = text.clients;
  await printList(call, context, {
    json: { clients: listed },
    items: listed,
    form: {
      columns: [
        { title: columns.client, min: 20, max: 40 },
        {
          title: columns.state,
          style: (state) =>
            state === words.states.connected
              ? terminal.green(state)
              : state === words.states.seen
                ? terminal.faint(state)
                : terminal.red(state),
        },
        { title: columns.access, drop: 2 },
        { title: columns.today, drop: 1, style: terminal.faint },
        { title: columns.lastSeen, drop: 3, style: terminal.faint },
      ],
      cells: ({ name, state, access, requestsToday, capturesToday, lastSeenAt }) => [
        name,
        words.states[state as keyof typeof words.states] ?? state,
        access === null ? "" : words.access[access as keyof typeof words.access],
        text.today.client(requestsToday, capturesToday, 0),
        lastSeenAt === null ? "" : localMinute(lastSeenAt),
      ],
    },
    empty: words.none,
  });
}

async function show(call: CommandCall, context: CommandContext): Promise<ExitCode> {
  const { app, terminal, text } = context;
  const words = text.clients;
  const listed = await readClients(context);
  const name = call.words[0] ?? "";
  const client = listed.find((each) => each.name === name);
  if (client === undefined)
    throw new UsageError(
      unknownClient(
        name,
        listed.map((each) => each.name),
        context,
      ),
    );
  const grant = (await app.ask("clients.grants", {})).find(({ subject }) => subject === name) ?? null;
  if (printRecord(call, context, { ...client, grant })) return EXIT.ok;
  const facts: readonly (readonly [string, string | null])[] = [
    [text.columns.state, words.states[client.state as keyof typeof words.states] ?? client.state],
    [text.columns.access, client.access === null ? null : words.access[client.access as keyof typeof words.access]],
    [text.columns.project, grant === null ? null : (grant.domains?.join(", ") ?? words.all)],
    [text.columns.namespace, grant === null ? null : (grant.namespaces?.join(", ") ?? words.all)],
    [text.columns.today, text.today.client(client.requestsToday, client.capturesToday, 0)],
    [text.columns.lastSeen, client.lastSeenAt === null ? null : localMinute(client.lastSeenAt)],
    [words.expires, grant?.expiresAt == null ? null : localDay(grant.expiresAt)],
  ];
  terminal.print(terminal.bold(oneLine(client.name, 200)));
  for (const [label, value] of facts)
    if (value !== null) terminal.print(`  ${terminal.faint(label)} ${oneLine(value, 500)}`);
  return EXIT.ok;
}

async function setAccess(call: CommandCall, context: CommandContext): Promise<void> {
  const { app, terminal, text } = context;
  const [name = "", given = ""] = call.words;
  const access = ACCESS_LEVELS.find((level) => level === given);
  if (access === undefined) throw new UsageError(text.usage.pass(ACCESS_LEVELS));
  const grant = await findGrant(name, context);
  const isDryRun = call.flag("dry-run");
  const changed = isDryRun ? { ...grant, access } : await app.ask("clients.updateGrant", { subject: name, access });
  if (call.json) terminal.printJson({ grant: changed, written: !isDryRun });
  else terminal.print(text.clients.changed(name, text.clients.access[access], isDryRun));
}

async function setPaused(call: CommandCall, context: CommandContext, paused: boolean): Promise<void> {
  const { app, terminal, text } = context;
  const [name = ""] = call.words;
  const grant = await findGrant(name, context);
  const isDryRun = call.flag("dry-run");
  const changed = isDryRun ? grant : await app.ask("clients.updateGrant", { subject: name, paused });
  const state = paused ? text.clients.states.paused : text.clients.states.active;
  if (call.json) terminal.printJson({ grant: changed, written: !isDryRun });
  else terminal.print(text.clients.changed(name, state, isDryRun));
}

async function revoke(call: CommandCall, context: CommandContext): Promise<void> {
  const { app, terminal, text } = context;
  const [name = ""] = call.words;
  const grant = await findGrant(name, context);
  const isDryRun = call.flag("dry-run");
  if (!isDryRun) {
    await new PrivateInput(context).confirm(text.clients.askRevoke(name), { name: "yes", isGiven: call.flag("yes") });
  }
  const changed = isDryRun ? grant : await app.ask("clients.revoke", { subject: name });
  if (call.json) terminal.printJson({ grant: changed, written: !isDryRun });
  else terminal.print(text.clients.changed(name, text.clients.states.revoked, isDryRun));
}

/** @throws UsageError, which names similar clients */
async function findGrant(name: string, context: CommandContext): Promise<ClientGrant> {
  const grants = await context.app.ask("clients.grants", {});
  const grant = grants.find(({ subject }) => subject === name);
  if (grant !== undefined) return grant;
  throw new UsageError(
    unknownClient(
      name,
      grants.map(({ subject }) => subject),
      context,
    ),
  );
}

/** A sentence that names the similar clients, or all of them. */
export function unknownClient(name: string, known: readonly string[], { text }: Pick<CommandContext, "text">): string {
  const similar = similarNames(name, known, 3);
  const unknown = text.clients.unknown(oneLine(name, 60));
  if (similar.length > 0) return withSuggestion(unknown, similar, text.usage);
  return `${unknown}${text.usage.gap}${text.clients.known(known.join(", "))}`;
}
