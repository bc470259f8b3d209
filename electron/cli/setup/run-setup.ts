import { setTimeout as sleep } from "node:timers/promises";
import type { ConversationSurvey } from "../../core/conversations.ts";
import { ANY } from "../../core/domain.ts";
import type { Memory } from "../../core/memory.ts";
import type { FoundImport, ImportReport } from "../../core/memory-import.ts";
import type { RequestSummary } from "../../core/request-log.ts";
import { findImports } from "../../import/find-imports.ts";
import { openImportSource } from "../../import/open-source.ts";
import type { CommandText } from "../../text/command-line.ts";
import { localDay } from "../../text/local-time.ts";
import { messageText } from "../../text/message.ts";
import type { AppClient } from "../app-client.ts";
import { type CommandCall, type CommandContext, EXIT, type ExitCode, UsageError } from "../command.ts";
import { SHELLS } from "../completion/scripts.ts";
import { importFrom, printReport } from "../import/run-import.ts";
import { openConnections } from "../open-connections.ts";
import { openPlugins } from "../open-plugins.ts";
import { describeTemporaryCopy } from "../own-command.ts";
import { printPluginPlan } from "../print-plugin-plan.ts";
import { PrivateInput } from "../private-input.ts";
import { oneLine, plainText } from "../terminal.ts";
import { walkMemories } from "../walk-memories.ts";
import { ClientSetup, type ClientStep, isChange } from "./connect-clients.ts";

/** How long setup waits on a terminal, where Enter continues earlier. */
const TERMINAL_WAIT_SECONDS = 600;
const MAX_WAIT_SECONDS = 3600;
const NO_REQUESTS: FirstRequests = { client: null, memory: null };

/**
 * `recollect setup`: connects the clients, waits for the first memory, and offers imports and conversations.
 * @throws UsageError, InputEnded, RecollectError, AppUnavailable
 */
export async function runSetup(call: CommandCall, context: CommandContext): Promise<ExitCode> {
  const { terminal, app, text } = context;
  const input = new PrivateInput(context);
  const [connections, plugins] = [await openConnections(context), await openPlugins(context)];
  const clientSetup = new ClientSetup(connections, plugins, call.flag("files"), text);
  const planned = await clientSetup.plan(call.texts("client"));
  const toConnect = planned.filter(isChange);
  const isDecided = call.json || call.flag("yes") || call.flag("dry-run");
  const runsInApplication = toConnect.length > 0 && input.isTerminal && !isDecided;
  if (runsInApplication) printSummary(planned, context);
  else if (!call.json) await printPlan(planned, context);
  if (call.flag("dry-run")) {
    if (call.json) terminal.printJson({ clients: planned.map(describeStep), written: false });
    return EXIT.ok;
  }
  if (toConnect.length > 0 && !call.flag("yes")) {
    if (!runsInApplication) throw new UsageError(text.setup.needsYes);
    if (!(await input.agreesToDetails(text.setup.ask(toConnect.length), () => printPlan(planned, context)))) {
      terminal.note(text.setup.unchanged);
      return EXIT.failed;
    }
  }
  // Starts the application if it does not run, before a client needs it.
  const since = Date.now();
  await app.call("memory_status", {});
  const clients = await clientSetup.apply(planned, (step) => call.json || printConnected(step, context));
  const temporary = toConnect.length === 0 || call.json ? null : describeTemporaryCopy(context);
  if (temporary !== null) terminal.note(temporary);
  const isReady = clients.some(({ action }) => action !== "left");
  const requests = isReady ? await waitForFirst(since, clients, call, context, input) : NO_REQUESTS;
  const imports = await offerImports(call, context, input);
  const conversations = await offerConversations(call, context, input);
  await offerCompletion(call, context, input);
  if (call.json) {
    const { client, memory } = requests;
    const result = { clients: clients.map(describeStep), written: true, client, memory, imports, conversations };
    terminal.printJson(result);
  }
  const isIncomplete = clients.some(({ action }, index) => action === "left" && planned[index]?.action !== "left");
  return isIncomplete ? EXIT.failed : EXIT.ok;
}

/** Prints one line for each client, for the question; the details are shown on request. */
function printSummary(steps: readonly ClientStep[], { terminal, text: { setup } }: CommandContext): void {
  terminal.print(setup.summary);
  const width = Math.max(...steps.map(({ title }) => title.length));
  for (const { title, action, file, problem } of steps) {
    const words = action === "connect" ? setup.entryIn(plainText(file ?? "")) : setup.planned[action];
    const reason = problem === null ? "" : ` (${plainText(problem)})`;
    terminal.print(`  ${title.padEnd(width)}  ${words}${terminal.faint(reason)}`);
  }
  terminal.print(setup.undo);
}

/** Prints each change to the files of the clients. */
async function printPlan(steps: readonly ClientStep[], { terminal, text: { setup } }: CommandContext): Promise<void> {
  const { formatDifference } = await import("../../connect/install/difference.ts");
  if (steps.length === 0) {
    terminal.print(setup.noClient);
    terminal.note(setup.listClients);
  }
  for (const { title, action, file, preview, plugin, problem } of steps) {
    const place = file === null || action === "plugin" ? "" : terminal.faint(`  ${plainText(file)}`);
    terminal.print(`${terminal.bold(title)} ${setup.planned[action]}${place}`);
    if (problem !== null) terminal.note(`  ${plainText(problem)}`);
    if (plugin !== null) await printPluginPlan(plugin, terminal);
    if (action === "connect" && preview !== null) {
      terminal.print(terminal.difference(plainText(formatDifference(preview.difference)).trimEnd()));
    }
  }
}

function printConnected(step: ClientStep, { terminal, text: { setup, notes } }: CommandContext): void {
  const { title, action, preview, problem } = step;
  if (problem !== null) terminal.note(`${title}: ${plainText(problem)}`);
  if (action === "plugin") terminal.print(setup.hasPlugin(title));
  else if (action === "connect" && preview !== null) {
    terminal.print(`${setup.isConnected(title)} ${messageText(notes, preview.nextStep)}`);
  } else terminal.note(setup.notConnected(title));
}

async function waitForFirst(
  since: number,
  clients: readonly ClientStep[],
  call: CommandCall,
  { app, terminal, text: { setup } }: CommandContext,
  input: PrivateInput,
): Promise<FirstRequests> {
  const otherwise = input.isTerminal ? TERMINAL_WAIT_SECONDS : 0;
  const seconds = call.number("wait", { from: 0, to: MAX_WAIT_SECONDS, otherwise });
  if (seconds === 0) return NO_REQUESTS;
  const finished = new AbortController();
  const signal = AbortSignal.any([finished.signal, AbortSignal.timeout(seconds * 1000)]);
  // Before the prompt: keys are read from then on.
  const entered = input.isTerminal ? input.enter(signal).finally(() => finished.abort()) : Promise.resolve();
  if (!call.json) {
    terminal.note(setup.tryIt);
    terminal.note(`${setup.waiting}${input.isTerminal ? setup.pressEnter : ""}`);
  }
  const onClient = (name: string) => {
    const title = clients.find(({ id, wireNames }) => id === name || wireNames.includes(name))?.title ?? name;
    if (!call.json) terminal.print(setup.firstRequest(plainText(title)));
  };
  const waiting = waitForMemory(app, since, onClient, signal).finally(() => finished.abort());
  const [requests] = await Promise.all([waiting, entered]);
  if (call.json) return requests;
  if (requests.memory !== null) terminal.print(setup.remembers(oneLine(requests.memory.content, terminal.width - 15)));
  else terminal.note(requests.client === null ? setup.noRequest : setup.noMemory);
  return requests;
}

/** Offers each program whose memories are not here, and returns the reports of the imports. */
async function offerImports(
  call: CommandCall,
  context: CommandContext,
  input: PrivateInput,
): Promise<readonly (ImportReport & { readonly path: string })[]> {
  const reports: (ImportReport & { readonly path: string })[] = [];
  for (const found of await findOfferedImports(context)) {
    if (!(await isAgreed(found, call, context, input))) continue;
    const report = await importFound(found, false, context);
    reports.push({ ...report, path: found.path });
    if (!call.json) printReport(report, { dryRun: false, toInbox: false }, context);
  }
  return reports;
}

async function isAgreed(
  { program, path, report }: OfferedImport,
  call: CommandCall,
  { terminal, text: { setup } }: CommandContext,
  input: PrivateInput,
): Promise<boolean> {
  if (call.flag("import")) return true;
  if (call.json) return false;
  terminal.note(setup.offer(report.created, program, plainText(path)));
  if (input.isTerminal) return await input.agrees(setup.importThem, false);
  terminal.note(setup.previewImport(program));
  return false;
}

/** Offers to read the conversations of earlier sessions, and returns the clients whose conversations are now read. */
async function offerConversations(
  call: CommandCall,
  context: CommandContext,
  input: PrivateInput,
): Promise<readonly string[]> {
  const { terminal, text } = context;
  const offered = await findOfferedConversations(context);
  if (offered.length === 0 || (call.json && !call.flag("conversations"))) return [];
  if (!call.flag("conversations")) {
    terminal.note(text.setup.conversations);
    for (const each of offered) terminal.note(`  ${describeSurvey(each, text)}`);
    terminal.note(text.setup.conversationsPrivate);
    const isAgreed = input.isTerminal && (await input.agrees(text.setup.readThem, false));
    if (!input.isTerminal) terminal.note(text.conversations.start);
    if (!isAgreed) return [];
  }
  await readConversations(context, offered);
  if (!call.json) terminal.print(text.setup.reading);
  return offered.map(({ client }) => client);
}

/** Offers to complete commands in the person's shell; `--completion` installs it without asking. */
async function offerCompletion(call: CommandCall, context: CommandContext, input: PrivateInput): Promise<void> {
  const { terminal, text } = context;
  const isGiven = call.flag("completion");
  if (!isGiven && (call.json || !input.isTerminal)) return;
  const { changedFile, installCompletion, ownShell } = await import("../completion/install.ts");
  const shell = ownShell(context);
  if (shell === null) return isGiven ? terminal.note(text.completion.unknownShell(SHELLS.join(", "))) : undefined;
  if (!isGiven && !(await input.agrees(text.completion.offer(shell), false))) return;
  installCompletion(shell, context);
  if (!call.json) terminal.print(text.completion.install(shell, changedFile(shell, context)));
}

function describeSurvey({ client, transcripts, bytes, since }: ConversationSurvey, { setup }: CommandText): string {
  const size = `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${setup.survey(client, transcripts, size)}${since === null ? "" : setup.since(localDay(since))}`;
}

function describeStep({ id, title, action, file, problem }: ClientStep) {
  return { id, title, action, file, problem };
}

/** Memories of another program, and what importing them would do. */
interface OfferedImport extends FoundImport {
  readonly report: ImportReport;
}

/** The memories of other programs on this computer that are not here yet. */
async function findOfferedImports(context: CommandContext): Promise<readonly OfferedImport[]> {
  const offered: OfferedImport[] = [];
  for (const found of findImports(context)) {
    const report = await importFound(found, true, context).catch(() => null);
    // A source that cannot be read is not offered; `recollect import` says why.
    if (report !== null && report.created > 0) offered.push({ ...found, report });
  }
  return offered;
}

/** Imports the memories of a program; with `dryRun`, only reports what an import would do. @throws RecollectError */
async function importFound({ path }: FoundImport, dryRun: boolean, context: CommandContext): Promise<ImportReport> {
  const options = { dryRun, toInbox: false, asNew: false, domain: undefined, projects: new Map<string, string>() };
  return await importFrom(await openImportSource(path), options, context);
}

/** The clients with transcripts that are not read yet. */
async function findOfferedConversations({ app }: CommandContext): Promise<readonly ConversationSurvey[]> {
  const survey = await app.ask("conversations.survey", {});
  return survey.filter(({ enabled, transcripts }) => !enabled && transcripts > 0);
}

/** Starts reading these clients' conversations, in addition to those that are already read. */
async function readConversations({ app }: CommandContext, offered: readonly ConversationSurvey[]): Promise<void> {
  const { clients } = await app.ask("conversations.settings", {});
  await app.ask("conversations.updateSettings", {
    clients: [...clients, ...offered.map(({ client }) => client)],
  });
}

const POLL_INTERVAL_MS = 250;

/** The first requests of assistants after setup started. */
interface FirstRequests {
  /** The name of the client that sent a request first; null if none has. */
  readonly client: string | null;
  readonly memory: Memory | null;
}

/**
 * Waits until an assistant has captured a memory, or until the signal aborts.
 * @param since milliseconds since 1970; earlier requests are ignored
 * @param onClient called once, with the name of the first client
 */
async function waitForMemory(
  app: AppClient,
  since: number,
  onClient: (name: string) => void,
  signal: AbortSignal,
): Promise<FirstRequests> {
  let client: string | null = null;
  while (!signal.aborted) {
    const requests = await requestsSince(app, since);
    const first = requests.at(-1)?.client?.name ?? null;
    if (client === null && first !== null) onClient(first);
    client ??= first;
    if (requests.some(({ target, outcome }) => target === "capture_memory" && outcome === "ok")) {
      const memory = await newestMemory(app);
      if (memory !== null && Date.parse(memory.createdAt) >= since) return { client, memory };
    }
    await sleep(POLL_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }
  return { client, memory: null };
}

/** The requests of assistants, newest first. The command line and hooks use REST. */
async function requestsSince(app: AppClient, since: number): Promise<readonly RequestSummary[]> {
  const { items } = await app.ask("requests.list", { since, refused: false });
  return items.filter(({ transport, direction, client }) => transport !== "rest" && direction === "received" && client);
}

async function newestMemory(app: AppClient): Promise<Memory | null> {
  for await (const memory of walkMemories(app, { domain: ANY, detail: "everything" }, 1)) return memory;
  return null;
}
