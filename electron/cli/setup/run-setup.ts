import type { ConversationSurvey } from "../../core/conversations.ts";
import type { ImportReport } from "../../core/memory-import.ts";
import type { CommandText } from "../../text/command-line.ts";
import { messageText } from "../../text/message.ts";
import { type CommandCall, type CommandContext, EXIT, type ExitCode, UsageError } from "../command.ts";
import { printReport } from "../import/run-import.ts";
import { openConnections } from "../open-connections.ts";
import { openPlugins } from "../open-plugins.ts";
import { describeTemporaryCopy } from "../own-command.ts";
import { printPluginPlan } from "../print-plugin-plan.ts";
import { PrivateInput } from "../private-input.ts";
import { formatJson, oneLine, plainText } from "../terminal.ts";
import { ClientSetup, type ClientStep, isChange } from "./connect-clients.ts";
import { type FirstRequests, waitForMemory } from "./first-requests.ts";
import {
  findOfferedConversations,
  findOfferedImports,
  importFound,
  type OfferedImport,
  readConversations,
} from "./offers.ts";

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
  if (!call.json) await printPlan(planned, context);
  if (call.flag("dry-run")) {
    if (call.json) terminal.print(formatJson({ clients: planned.map(describeStep), written: false }));
    return EXIT.ok;
  }
  if (toConnect.length > 0 && !call.flag("yes")) {
    if (call.json || !input.isTerminal) throw new UsageError(text.setup.needsYes);
    if (!(await input.agrees(text.setup.ask(toConnect.length), true))) {
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
  if (call.json) {
    const { client, memory } = requests;
    const result = { clients: clients.map(describeStep), written: true, client, memory, imports, conversations };
    terminal.print(formatJson(result));
  }
  const isIncomplete = clients.some(({ action }, index) => action === "left" && planned[index]?.action !== "left");
  return isIncomplete ? EXIT.failed : EXIT.ok;
}

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
      terminal.print(plainText(formatDifference(preview.difference)).trimEnd());
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

function describeSurvey({ client, transcripts, bytes, since }: ConversationSurvey, { setup }: CommandText): string {
  const size = `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${setup.survey(client, transcripts, size)}${since === null ? "" : setup.since(since.slice(0, 10))}`;
}

function describeStep({ id, title, action, file, problem }: ClientStep) {
  return { id, title, action, file, problem };
}
