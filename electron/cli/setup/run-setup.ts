import type { ConversationSurvey } from "../../core/conversations.ts";
import type { ImportReport } from "../../core/memory-import.ts";
import { notes } from "../../text/en/connect.ts";
import { messageText } from "../../text/message.ts";
import { type CommandCall, type CommandContext, EXIT, type ExitCode, UsageError } from "../command.ts";
import { printReport } from "../import/run-import.ts";
import { openConnections } from "../open-connections.ts";
import { openPlugins } from "../open-plugins.ts";
import { describeTemporaryCopy } from "../own-command.ts";
import { printPluginPlan } from "../print-plugin-plan.ts";
import { PrivateInput } from "../private-input.ts";
import { count, formatJson, oneLine, plainText } from "../terminal.ts";
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
  const { terminal, app } = context;
  const input = new PrivateInput(context, "setup");
  const [connections, plugins] = [await openConnections(context), await openPlugins(context)];
  const clientSetup = new ClientSetup(connections, plugins, call.flag("files"));
  const planned = await clientSetup.plan(call.texts("client"));
  const toConnect = planned.filter(isChange);
  if (!call.json) await printPlan(planned, context);
  if (call.flag("dry-run")) {
    if (call.json) terminal.print(formatJson({ clients: planned.map(describeStep), written: false }));
    return EXIT.ok;
  }
  if (toConnect.length > 0 && !call.flag("yes")) {
    if (call.json || !input.isTerminal) throw new UsageError("Pass --yes to agree, or --dry-run.", "setup");
    if (!(await input.agrees(`Connect ${count(toConnect.length, "client")}?`, true))) {
      terminal.note("Nothing was changed.");
      return EXIT.failed;
    }
  }
  // Starts the application if it does not run, before a client needs it.
  const since = Date.now();
  await app.call("memory_status", {});
  const clients = await clientSetup.apply(planned, (step) => call.json || printConnected(step, context));
  const temporary = toConnect.length === 0 || call.json ? null : describeTemporaryCopy(context.entry);
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

async function printPlan(steps: readonly ClientStep[], { terminal }: CommandContext): Promise<void> {
  const { formatDifference } = await import("../../connect/install/difference.ts");
  if (steps.length === 0) {
    terminal.print("No supported client was found on this computer.");
    terminal.note("recollect connect lists the supported clients; recollect connect CLIENT connects one.");
  }
  for (const { title, action, file, preview, plugin, problem } of steps) {
    const place = file === null || action === "plugin" ? "" : terminal.faint(`  ${plainText(file)}`);
    terminal.print(`${terminal.bold(title)} ${PLANNED[action]}${place}`);
    if (problem !== null) terminal.note(`  ${plainText(problem)}`);
    if (plugin !== null) await printPluginPlan(plugin, terminal);
    if (action === "connect" && preview !== null) {
      terminal.print(plainText(formatDifference(preview.difference)).trimEnd());
    }
  }
}

const PLANNED: Readonly<Record<ClientStep["action"], string>> = {
  plugin: "will get a plugin with hooks and skills",
  connect: "will be connected",
  connected: "is connected already",
  left: "is not changed",
};

function printConnected({ title, action, preview, problem }: ClientStep, { terminal }: CommandContext): void {
  if (problem !== null) terminal.note(`${title}: ${plainText(problem)}`);
  if (action === "plugin") terminal.print(`${title} has the plugin. New sessions use it.`);
  else if (action === "connect" && preview !== null) {
    terminal.print(`${title} is connected. ${messageText(notes, preview.nextStep)}`);
  } else terminal.note(`${title} is not connected.`);
}

async function waitForFirst(
  since: number,
  clients: readonly ClientStep[],
  call: CommandCall,
  { app, terminal }: CommandContext,
  input: PrivateInput,
): Promise<FirstRequests> {
  const otherwise = input.isTerminal ? TERMINAL_WAIT_SECONDS : 0;
  const seconds = call.number("wait", { from: 0, to: MAX_WAIT_SECONDS, otherwise });
  if (seconds === 0) return NO_REQUESTS;
  const ended = new AbortController();
  const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(seconds * 1000)]);
  // Before the prompt: keys are read from then on.
  const entered = input.isTerminal ? input.enter(signal).finally(() => ended.abort()) : Promise.resolve();
  if (!call.json) {
    terminal.note('\nOpen an assistant and tell it, for example: "Remember that I prefer short answers."');
    terminal.note(`Waiting for its first memory.${input.isTerminal ? " Press Enter to continue without it." : ""}`);
  }
  const onClient = (name: string) => {
    const title = clients.find(({ id, wireNames }) => id === name || wireNames.includes(name))?.title ?? name;
    if (!call.json) terminal.print(`${plainText(title)} sent its first request.`);
  };
  const waiting = waitForMemory(app, since, onClient, signal).finally(() => ended.abort());
  const [requests] = await Promise.all([waiting, entered]);
  if (call.json) return requests;
  if (requests.memory !== null)
    terminal.print(`It remembers: ${oneLine(requests.memory.content, terminal.width - 15)}`);
  else terminal.note(requests.client === null ? "No client has sent a request yet." : "No memory was captured yet.");
  return requests;
}

/** Offers each program whose memories are not here, and returns the reports of the imports. */
async function offerImports(
  call: CommandCall,
  context: CommandContext,
  input: PrivateInput,
): Promise<readonly (ImportReport & { readonly path: string })[]> {
  const { terminal } = context;
  const reports: (ImportReport & { readonly path: string })[] = [];
  for (const found of await findOfferedImports(context)) {
    if (!(await isAgreed(found, call, context, input))) continue;
    const report = await importFound(found, false, context);
    reports.push({ ...report, path: found.path });
    if (!call.json) printReport(report, { dryRun: false, toInbox: false }, terminal);
  }
  return reports;
}

async function isAgreed(
  { program, path, report }: OfferedImport,
  call: CommandCall,
  { terminal }: CommandContext,
  input: PrivateInput,
): Promise<boolean> {
  const memories = `${count(report.created, "memory", "memories")} of ${program}`;
  if (call.flag("import")) return true;
  if (call.json) return false;
  terminal.note(`\n${memories} can be imported from ${plainText(path)}.`);
  if (input.isTerminal) return await input.agrees("Import them?", false);
  terminal.note(`To preview it: recollect import ${program} --dry-run`);
  return false;
}

/** Offers to read the conversations of earlier sessions, and returns the clients whose conversations are read now. */
async function offerConversations(
  call: CommandCall,
  context: CommandContext,
  input: PrivateInput,
): Promise<readonly string[]> {
  const { terminal } = context;
  const offered = await findOfferedConversations(context);
  if (offered.length === 0 || (call.json && !call.flag("conversations"))) return [];
  if (!call.flag("conversations")) {
    terminal.note("\nEarlier sessions on this computer can be searched by your assistants:");
    for (const each of offered) terminal.note(`  ${describeSurvey(each)}`);
    terminal.note("Their transcripts are read on this computer only, and secrets are masked.");
    const isAgreed = input.isTerminal && (await input.agrees("Read them?", false));
    if (!input.isTerminal) terminal.note("To begin: recollect conversations survey");
    if (!isAgreed) return [];
  }
  await readConversations(context, offered);
  if (!call.json) terminal.print("The conversations are being read: recollect conversations status");
  return offered.map(({ client }) => client);
}

function describeSurvey({ client, transcripts, bytes, since }: ConversationSurvey): string {
  const megabytes = `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${client}: ${count(transcripts, "transcript")}, ${megabytes}${since === null ? "" : `, since ${since.slice(0, 10)}`}`;
}

function describeStep({ id, title, action, file, problem }: ClientStep) {
  return { id, title, action, file, problem };
}
