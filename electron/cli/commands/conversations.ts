import path from "node:path";
import {
  CONVERSATION_WORK,
  type ConversationSession,
  type ConversationSettings,
  type ConversationStatus,
  type ConversationWork,
  type Forgotten,
} from "../../core/conversations.ts";
import { conversationNotices, searchNotices } from "../../text/en/notices.ts";
import { messageText } from "../../text/message.ts";
import { type Command, type CommandCall, type CommandContext, EXIT, type ExitCode, UsageError } from "../command.ts";
import { defined } from "../filter-options.ts";
import { count, formatJson, oneLine, plainText, type Terminal } from "../terminal.ts";

const LIST_SIZE = 30;
const WAIT_MS = 500;

type Action = (call: CommandCall, context: CommandContext) => Promise<ExitCode>;

export const conversations: Command = {
  name: "conversations",
  summary: "Search what was said in earlier sessions of assistants",
  usage: "[ACTION] [options]",
  details: `  conversations survey                    what clients have on disk; opens no file
  conversations on CLIENT…                reads the conversations of these clients
  conversations off CLIENT…               stops reading them
  conversations add FILE                  reads an export archive of ChatGPT or
                                          Claude, wherever it is
  conversations scan [--wait]             reads new messages now
  conversations pause [reading|embedding] stops it, without a word both
  conversations resume [reading|embedding]
  conversations status                    what is stored, progress and problems
  conversations search QUERY              finds conversations
  conversations list                      the most recent conversations
  conversations show ID [--around N]      shows one
  conversations exclude                   with --folder, --project: leaves out
  conversations keep DAYS|all             how long conversations are kept
  conversations forget ID                 or --project, --client, --all

Nothing is read before a client is switched on. Clients' files are never
changed. Secrets are masked and <private> parts removed before anything is
stored. What is forgotten is removed at once. Only scan --forgotten reads it
again.`,
  options: {
    project: { type: "string", short: "p", value: "NAME", help: "Only this project; with exclude: leave it out." },
    client: { type: "string", short: "c", value: "CLIENT", help: "Only conversations of this client." },
    since: { type: "string", value: "WHEN", help: "Said at or after: 2026-01-31, or 7d, 12h, 3mo ago." },
    before: { type: "string", value: "WHEN", help: "Said before." },
    limit: { type: "string", short: "l", value: "N", help: "Number of results." },
    cursor: { type: "string", value: "CURSOR", help: "Continue from the nextCursor of a previous --json list." },
    around: { type: "string", value: "N", help: "With show: the messages around this number." },
    folder: { type: "string", multiple: true, value: "FOLDER", help: "With exclude: leave out this folder." },
    undo: { type: "boolean", help: "With exclude: read them again." },
    wait: { type: "boolean", help: "With scan: wait until the scan ends." },
    forgotten: { type: "boolean", help: "With scan: also read what was forgotten." },
    all: { type: "boolean", help: "With forget: everything." },
  },
  words: [0, 100],
  async run(call, context) {
    const [action = "status"] = call.words;
    const run = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
    if (run === undefined) throw new UsageError(`There is no action "${oneLine(action, 40)}".`, "conversations");
    return await run(call, context);
  },
};

const ACTIONS: Readonly<Record<string, Action>> = {
  async status(call, { app, terminal }) {
    return printStatus(await app.ask("conversations.status", {}), call, terminal);
  },
  async survey(call, { app, terminal }) {
    const survey = await app.ask("conversations.survey", {});
    if (call.json) {
      terminal.print(formatJson({ clients: survey }));
      return EXIT.ok;
    }
    for (const { client, enabled, transcripts, bytes, since, latest, problem } of survey) {
      const span = since === null ? "" : `, ${since.slice(0, 10)} to ${latest?.slice(0, 10)}`;
      const state = enabled ? "on " : "off";
      terminal.print(`${client.padEnd(14)} ${state}  ${count(transcripts, "transcript")}, ${megabytes(bytes)}${span}`);
      if (problem !== undefined) terminal.print(`    ${oneLine(problem.message, terminal.width - 4)}`);
    }
    terminal.note("Nothing is read before you switch a client on: recollect conversations on CLIENT");
    return EXIT.ok;
  },
  on: (call, context) => switchClients(call, context, true),
  off: (call, context) => switchClients(call, context, false),
  async add(call, { app, terminal }) {
    const [, file] = call.words;
    if (file === undefined) throw new UsageError("Name the archive: recollect conversations add FILE", "conversations");
    return printSettings(await app.ask("conversations.addArchive", { path: path.resolve(file) }), call, terminal);
  },
  async scan(call, { app, terminal }) {
    let status = await app.ask("conversations.scan", { forgotten: call.flag("forgotten") });
    while (call.flag("wait") && status.state === "scanning") {
      const { progress } = status;
      if (progress !== null) terminal.progress(`${percentOf(progress.bytes)} read`);
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
      status = await app.ask("conversations.status", {});
    }
    return printStatus(status, call, terminal);
  },
  async pause(call, { app, terminal }) {
    return printStatus(await app.ask("conversations.pause", workOf(call)), call, terminal);
  },
  async resume(call, { app, terminal }) {
    return printStatus(await app.ask("conversations.resume", workOf(call)), call, terminal);
  },
  async list(call, { app, terminal }) {
    const page = await app.ask("conversations.sessions", {
      ...filterOf(call),
      limit: call.number("limit", { from: 1, to: 200, otherwise: LIST_SIZE }),
      ...defined({ cursor: call.text("cursor") }),
    });
    if (call.json) terminal.print(formatJson(page));
    else for (const session of page.items) printSession(session, terminal);
    if (page.items.length === 0 && !call.json) terminal.note("There are no conversations here.");
    return EXIT.ok;
  },
  async search(call, { app, terminal }) {
    const query = call.words.slice(1).join(" ");
    if (query === "") throw new UsageError("Write what to search for.", "conversations");
    const limit = call.number("limit", { from: 1, to: 50, otherwise: 10 });
    const found = await app.ask("conversations.search", { query, ...filterOf(call), limit });
    const notices = found.notices.map((notice) => messageText(searchNotices, notice));
    if (call.json) {
      terminal.print(formatJson({ ...found, notices }));
      return EXIT.ok;
    }
    for (const notice of notices) terminal.note(notice);
    if (found.ignoredFilters.length > 0) terminal.note(conversationNotices.filters_ignored(found.ignoredFilters));
    for (const { session, passages } of found.items) {
      printSession(session, terminal);
      for (const { number, role, excerpt, matches } of passages) {
        if (matches) terminal.print(`      #${number} ${role}: ${oneLine(excerpt, terminal.width - 24)}`);
      }
    }
    if (found.items.length === 0) terminal.note("No conversations found.");
    return EXIT.ok;
  },
  async show(call, { app, terminal }) {
    const id = call.words[1];
    if (id === undefined)
      throw new UsageError("Name the conversation: recollect conversations show ID", "conversations");
    const around =
      call.text("around") === undefined ? undefined : call.number("around", { from: 1, to: 2 ** 20, otherwise: 1 });
    const part = await app.ask("conversations.read", { id, ...defined({ around }), after: 100 });
    if (call.json) {
      terminal.print(formatJson(part));
      return EXIT.ok;
    }
    printSession(part.session, terminal);
    for (const { number, role, at, text } of part.messages) {
      terminal.print(`\n${terminal.bold(`#${number} ${role}`)} ${terminal.faint(at?.slice(0, 16) ?? "")}`);
      terminal.print(plainText(text));
    }
    if (part.hasLater) terminal.note(`It continues: --around ${(part.messages.at(-1)?.number ?? 0) + 1}`);
    if (part.memories.length > 0) terminal.note(`Memories from it: ${part.memories.join(", ")}`);
    return EXIT.ok;
  },
  async exclude(call, { app, terminal }) {
    const folders = call.texts("folder").map((folder) => (path.isAbsolute(folder) ? path.resolve(folder) : folder));
    const projects = [call.text("project") ?? []].flat();
    if (folders.length + projects.length === 0) throw new UsageError("Pass --folder or --project.", "conversations");
    const settings = await app.ask("conversations.settings", {});
    const change = (all: readonly string[], names: readonly string[]) => {
      const others = all.filter((one) => !names.includes(one));
      return call.flag("undo") ? others : [...others, ...names];
    };
    const changed = await app.ask("conversations.updateSettings", {
      excludedFolders: change(settings.excludedFolders, folders),
      excludedProjects: change(settings.excludedProjects, projects),
    });
    return printSettings(changed, call, terminal);
  },
  async keep(call, { app, terminal }) {
    const [, span = ""] = call.words;
    if (span !== "all" && !/^[1-9]\d{0,4}$/.test(span))
      throw new UsageError("Pass a number of days, or all.", "conversations");
    const retentionDays = span === "all" ? null : Number(span);
    return printSettings(await app.ask("conversations.updateSettings", { retentionDays }), call, terminal);
  },
  async forget(call, { app, terminal }) {
    const selections = [
      ...call.words.slice(1).map((session) => ({ session })),
      ...[call.text("project") ?? []].flat().map((project) => ({ project })),
      ...[call.text("client") ?? []].flat().map((client) => ({ client })),
      ...(call.flag("all") ? [{ all: true as const }] : []),
    ];
    if (selections.length === 0) throw new UsageError("Pass an id, --project, --client or --all.", "conversations");
    let forgotten: Forgotten = { sessions: 0, messages: 0 };
    for (const selection of selections) {
      const { sessions, messages } = await app.ask("conversations.forget", selection);
      forgotten = { sessions: forgotten.sessions + sessions, messages: forgotten.messages + messages };
    }
    if (call.json) terminal.print(formatJson({ forgotten }));
    else
      terminal.print(
        `Forgotten: ${count(forgotten.sessions, "conversation")} with ${count(forgotten.messages, "message")}.`,
      );
    return EXIT.ok;
  },
};

async function switchClients(call: CommandCall, { app, terminal }: CommandContext, on: boolean): Promise<ExitCode> {
  const names = call.words.slice(1);
  if (names.length === 0) throw new UsageError("Name the clients: recollect conversations survey", "conversations");
  const { clients } = await app.ask("conversations.settings", {});
  const others = clients.filter((client) => !names.includes(client));
  const changed = await app.ask("conversations.updateSettings", {
    clients: on ? [...others, ...names] : others,
  });
  return printSettings(changed, call, terminal);
}

function workOf(call: CommandCall): { readonly work?: ConversationWork } {
  const [, word] = call.words;
  const work = CONVERSATION_WORK.find((one) => one === word);
  if (word !== undefined && work === undefined)
    throw new UsageError("Pass reading, embedding, or nothing.", "conversations");
  return defined({ work });
}

function filterOf(call: CommandCall) {
  const names = ["project", "client", "since", "before"] as const;
  return defined(Object.fromEntries(names.map((name) => [name, call.text(name)])));
}

function printSession({ id, client, project, title, lastAt, messages }: ConversationSession, terminal: Terminal): void {
  const facts = [client, project, lastAt?.slice(0, 10), count(messages, "message")].filter(Boolean).join(" · ");
  terminal.print(`${id}  ${terminal.bold(oneLine(title ?? "", terminal.width - 12))}`);
  terminal.print(`      ${terminal.faint(oneLine(facts, terminal.width - 6))}`);
}

function printSettings(settings: ConversationSettings, call: CommandCall, terminal: Terminal): ExitCode {
  if (call.json) {
    terminal.print(formatJson({ settings }));
    return EXIT.ok;
  }
  const { clients, excludedFolders, excludedProjects, retentionDays } = settings;
  terminal.print(`Read: ${clients.join(", ") || "none"}`);
  for (const archive of settings.archives) terminal.print(`Archive: ${oneLine(archive.path, terminal.width - 9)}`);
  const excluded = [...excludedFolders, ...excludedProjects];
  if (excluded.length > 0) terminal.print(`Left out: ${oneLine(excluded.join(", "), terminal.width - 10)}`);
  terminal.print(retentionDays === null ? "Kept without limit" : `Kept for ${retentionDays} days`);
  return EXIT.ok;
}

function printStatus(status: ConversationStatus, call: CommandCall, terminal: Terminal): ExitCode {
  if (call.json) {
    terminal.print(formatJson(status));
    return EXIT.ok;
  }
  const { state, progress, sessions, messages, textBytes, clients, problems, problemCount, meaning, failure } = status;
  terminal.print(`State: ${state}${progress === null ? "" : `, ${percentOf(progress.bytes)} read`}`);
  const paused = [...(status.readingPaused ? ["reading"] : []), ...(status.embeddingPaused ? ["embedding"] : [])];
  if (paused.length > 0) terminal.print(`Paused: ${paused.join(" and ")}`);
  terminal.print(`Stored: ${count(sessions, "conversation")}, ${count(messages, "message")}, ${megabytes(textBytes)}`);
  if (meaning !== null) terminal.print(`Searchable by meaning: ${percentOf(meaning)}`);
  for (const client of clients) {
    const skipped = Object.values(client.skipped).reduce((sum, number) => sum + number, 0);
    const more = skipped === 0 ? "" : `, ${count(skipped, "record")} of unknown types`;
    const facts = `${count(client.sessions, "conversation")}, ${count(client.messages, "message")}${more}`;
    terminal.print(`  ${client.client.padEnd(14)} ${client.enabled ? "on " : "off"}  ${facts}`);
  }
  for (const { path, error } of problems) {
    terminal.print(`  ${oneLine(path, terminal.width - 2)}`);
    terminal.print(`    ${oneLine([error.message, error.hint].filter(Boolean).join(" "), 1000)}`);
  }
  if (problemCount > problems.length) terminal.note(`${problemCount - problems.length} more problems`);
  if (failure !== null) terminal.note([failure.message, failure.hint].filter(Boolean).join(" "));
  if (state === "off") terminal.note("To begin: recollect conversations survey");
  return EXIT.ok;
}

function percentOf({ done, total }: { readonly done: number; readonly total: number }): string {
  return `${total === 0 ? 100 : Math.floor((done / total) * 100)} %`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
