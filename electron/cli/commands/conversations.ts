import path from "node:path";
import {
  CONVERSATION_WORK,
  type ConversationSession,
  type ConversationSettings,
  type ConversationStatus,
  type ConversationWork,
  type Forgotten,
} from "../../core/conversations.ts";
import type { CommandText } from "../../text/command-line.ts";
import { describeError, errorText } from "../../text/error-text.ts";
import { localDay, localMinute } from "../../text/local-time.ts";
import { messageText } from "../../text/message.ts";
import { type Command, type CommandCall, type CommandContext, UsageError } from "../command.ts";
import { defined } from "../filter-options.ts";
import { LIST_OUTPUT, printList } from "../output.ts";
import { PrivateInput } from "../private-input.ts";
import { oneLine, plainText } from "../terminal.ts";
import { unknownClient } from "./clients.ts";

const LIST_SIZE = 30;
const WAIT_MS = 500;
/** How many transcripts with records that were left out are printed. */
const MAX_LEFT_OUT = 10;

const FILTER = ["-p, --project <PROJECT>", "-c, --client <CLIENT>", "--since <WHEN>", "--before <WHEN>"];
const WORK = "[reading|embedding]";
/** Actions that only write after everything was read. */
const WRITES = { options: ["--dry-run"], stopsBeforeWriting: true } as const;

export const conversations: Command = {
  name: "conversations",
  examples: ["recollect conversations survey", "recollect conversations search database migration"],
  actions: {
    status: {
      run: async (call, context) => printStatus(await context.app.ask("conversations.status", {}), call, context),
    },
    survey: { run: survey },
    on: {
      arguments: "<CLIENT...>",
      ...WRITES,
      examples: ["recollect conversations on claude-code --dry-run"],
      run: (call, context) => switchClients(call, context, true),
    },
    off: { arguments: "<CLIENT...>", ...WRITES, run: (call, context) => switchClients(call, context, false) },
    add: {
      arguments: "<FILE>",
      ...WRITES,
      async run(call, context) {
        const file = path.resolve(call.words[0] ?? "");
        return printSettings(await context.app.ask("conversations.addArchive", { path: file }), call, context);
      },
    },
    scan: { options: ["--wait", "--forgotten", "--dry-run"], stopsBeforeWriting: true, run: scan },
    pause: {
      arguments: WORK,
      ...WRITES,
      run: async (call, context) =>
        printStatus(await context.app.ask("conversations.pause", workOf(call, context.text)), call, context),
    },
    resume: {
      arguments: WORK,
      ...WRITES,
      run: async (call, context) =>
        printStatus(await context.app.ask("conversations.resume", workOf(call, context.text)), call, context),
    },
    search: {
      arguments: "<QUERY...>",
      options: [...FILTER, "-l, --limit <N>", ...LIST_OUTPUT],
      examples: ["recollect conversations search database migration"],
      run: search,
    },
    list: {
      options: [...FILTER, "-l, --limit <N>", "--cursor <CURSOR>", ...LIST_OUTPUT],
      examples: ["recollect conversations list --since 7d"],
      run: list,
    },
    show: { arguments: "<SESSION>", options: ["--around <N>"], run: show },
    exclude: {
      options: ["--folder <FOLDER...>", "-p, --project <PROJECT>", "--undo", "--dry-run"],
      stopsBeforeWriting: true,
      run: exclude,
    },
    keep: { arguments: "<DAYS|all>", ...WRITES, examples: ["recollect conversations keep 90 --dry-run"], run: keep },
    forget: {
      arguments: "[SESSION...]",
      options: ["-p, --project <PROJECT>", "-c, --client <CLIENT>", "--all", "--dry-run", "-y, --yes"],
      stopsBeforeWriting: true,
      examples: ["recollect conversations forget --client codex --dry-run"],
      run: forget,
    },
  },
};

async function survey(call: CommandCall, context: CommandContext): Promise<void> {
  const { app, terminal, text } = context;
  const words = text.conversations;
  const clients = await app.ask("conversations.survey", {});
  if (call.json) return terminal.printJson({ clients });
  for (const { client, enabled, transcripts, bytes, since, latest, problem } of clients) {
    const span = since === null ? "" : words.span(localDay(since), latest === null ? "" : localDay(latest));
    const state = enabled ? words.on : words.off;
    terminal.print(`${client.padEnd(14)} ${state}  ${words.transcripts(transcripts, megabytes(bytes))}${span}`);
    if (problem !== undefined) terminal.print(`    ${oneLine(errorText(problem, text).message, terminal.width - 4)}`);
  }
  terminal.note(words.notRead);
}

async function scan(call: CommandCall, context: CommandContext): Promise<void> {
  const { app, terminal, text } = context;
  let status = await app.ask("conversations.scan", { forgotten: call.flag("forgotten") });
  while (call.flag("wait") && status.state === "scanning") {
    const { progress } = status;
    if (progress !== null) terminal.progress(text.conversations.percentRead(percentOf(progress.bytes)));
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    status = await app.ask("conversations.status", {});
  }
  return printStatus(status, call, context);
}

async function list(call: CommandCall, context: CommandContext): Promise<void> {
  const { app, text } = context;
  const page = await app.ask("conversations.sessions", {
    ...filterOf(call),
    limit: call.number("limit", { from: 1, to: 200, otherwise: LIST_SIZE }),
    ...defined({ cursor: call.text("cursor") }),
  });
  await printList(call, context, {
    json: page,
    items: page.items,
    form: { lines: (session) => sessionLines(session, context) },
    empty: text.conversations.none,
  });
}

async function search(call: CommandCall, context: CommandContext): Promise<void> {
  const { app, terminal, text } = context;
  const query = call.words.join(" ");
  const limit = call.number("limit", { from: 1, to: 50, otherwise: 10 });
  const found = await app.ask("conversations.search", { query, ...filterOf(call), limit });
  const notices = found.notices.map((notice) => messageText(text.searchNotices, notice));
  if (!call.json) {
    for (const notice of notices) terminal.note(terminal.yellow(notice));
    if (found.ignoredFilters.length > 0) terminal.note(text.conversationNotices.filters_ignored(found.ignoredFilters));
  }
  await printList(call, context, {
    json: { ...found, notices },
    items: found.items,
    form: {
      lines: ({ session, passages }) => [
        ...sessionLines(session, context),
        ...passages
          .filter(({ matches }) => matches)
          .map(({ number, role, excerpt }) => `    #${number} ${role}: ${oneLine(excerpt, terminal.width - 24)}`),
      ],
    },
    fields: ({ session, passages }) => ({ ...session, passages }),
    empty: text.conversations.noneFound,
  });
}

async function show(call: CommandCall, context: CommandContext): Promise<void> {
  const { app, terminal, text } = context;
  const words = text.conversations;
  const [id = ""] = call.words;
  const around =
    call.text("around") === undefined ? undefined : call.number("around", { from: 1, to: 2 ** 20, otherwise: 1 });
  const part = await app.ask("conversations.read", { id, ...defined({ around }), after: 100 });
  if (call.json) return terminal.printJson(part);
  const messages = part.messages.flatMap(({ number, role, at, text: message }) => [
    `\n${terminal.bold(`#${number} ${role}`)} ${terminal.faint(at === null ? "" : localMinute(at))}`,
    plainText(message),
  ]);
  await terminal.page([...sessionLines(part.session, context), ...messages].join("\n"));
  if (part.hasLater) terminal.note(words.continues((part.messages.at(-1)?.number ?? 0) + 1));
  if (part.memories.length > 0) terminal.note(words.memories(part.memories.join(", ")));
}

async function exclude(call: CommandCall, context: CommandContext): Promise<void> {
  const { app, text } = context;
  const folders = call.texts("folder").map((folder) => (path.isAbsolute(folder) ? path.resolve(folder) : folder));
  const projects = [call.text("project") ?? []].flat();
  if (folders.length + projects.length === 0) throw new UsageError(text.conversations.folderOrProject);
  const settings = await app.ask("conversations.settings", {});
  const change = (all: readonly string[], names: readonly string[]) => {
    const others = all.filter((name) => !names.includes(name));
    return call.flag("undo") ? others : [...others, ...names];
  };
  const changed = await app.ask("conversations.updateSettings", {
    excludedFolders: change(settings.excludedFolders, folders),
    excludedProjects: change(settings.excludedProjects, projects),
  });
  return printSettings(changed, call, context);
}

async function keep(call: CommandCall, context: CommandContext): Promise<void> {
  const { app, text } = context;
  const [span = ""] = call.words;
  if (span !== "all" && !/^[1-9]\d{0,4}$/.test(span)) throw new UsageError(text.conversations.daysOrAll);
  const retentionDays = span === "all" ? null : Number(span);
  return printSettings(await app.ask("conversations.updateSettings", { retentionDays }), call, context);
}

async function forget(call: CommandCall, context: CommandContext): Promise<void> {
  const { app, terminal, text } = context;
  const words = text.conversations;
  const selections = [
    ...call.words.map((session) => ({ session })),
    ...[call.text("project") ?? []].flat().map((project) => ({ project })),
    ...[call.text("client") ?? []].flat().map((client) => ({ client })),
    ...(call.flag("all") ? [{ all: true as const }] : []),
  ];
  if (selections.length === 0) throw new UsageError(words.selection);
  if (!call.flag("dry-run")) {
    const asked = call.flag("all") ? words.askAll : words.ask(selections.length);
    await new PrivateInput(context).confirm(asked, { name: "yes", isGiven: call.flag("yes") });
  }
  let forgotten: Forgotten = { sessions: 0, messages: 0 };
  for (const selection of selections) {
    const { sessions, messages } = await app.ask("conversations.forget", selection);
    forgotten = { sessions: forgotten.sessions + sessions, messages: forgotten.messages + messages };
  }
  if (call.json) terminal.printJson({ forgotten });
  else terminal.print(words.forgotten(forgotten.sessions, forgotten.messages));
}

async function switchClients(call: CommandCall, context: CommandContext, on: boolean): Promise<void> {
  const { app } = context;
  const names = call.words;
  const { clients } = await app.ask("conversations.settings", {});
  const known = (await app.ask("conversations.survey", {})).map(({ client }) => client);
  const unknown = names.find((name) => !known.includes(name) && !clients.includes(name));
  if (unknown !== undefined) throw new UsageError(unknownClient(unknown, known, context));
  const others = clients.filter((client) => !names.includes(client));
  const changed = await app.ask("conversations.updateSettings", {
    clients: on ? [...others, ...names] : others,
  });
  return printSettings(changed, call, context);
}

function workOf(call: CommandCall, { usage }: CommandText): { readonly work?: ConversationWork } {
  const [word] = call.words;
  const work = CONVERSATION_WORK.find((known) => known === word);
  if (word !== undefined && work === undefined) throw new UsageError(usage.pass(CONVERSATION_WORK));
  return defined({ work });
}

function filterOf(call: CommandCall) {
  const names = ["project", "client", "since", "before"] as const;
  return defined(Object.fromEntries(names.map((name) => [name, call.text(name)])));
}

function sessionLines(session: ConversationSession, { terminal, text }: CommandContext): readonly string[] {
  const { id, client, project, title, lastAt, messages } = session;
  const facts = [client, project, lastAt && localDay(lastAt), text.conversations.messages(messages), id].filter(
    Boolean,
  );
  return [
    terminal.bold(oneLine(title ?? text.conversations.untitled, terminal.width)),
    `  ${terminal.faint(oneLine(facts.join(" · "), terminal.width - 2))}`,
  ];
}

function printSettings(settings: ConversationSettings, call: CommandCall, context: CommandContext) {
  const { terminal, text } = context;
  const words = text.conversations;
  if (call.json) return terminal.printJson({ settings });
  const { clients, excludedFolders, excludedProjects, retentionDays } = settings;
  terminal.print(words.read(clients.join(", ")));
  for (const archive of settings.archives) terminal.print(words.archive(oneLine(archive.path, terminal.width - 9)));
  const excluded = [...excludedFolders, ...excludedProjects];
  if (excluded.length > 0) terminal.print(words.leftOut(oneLine(excluded.join(", "), terminal.width - 10)));
  terminal.print(words.kept(retentionDays));
}

function printStatus(status: ConversationStatus, call: CommandCall, { terminal, text }: CommandContext) {
  const words = text.conversations;
  if (call.json) return terminal.printJson(status);
  const { state, progress, sessions, messages, textBytes, clients, problems, problemCount, meaning, failure } = status;
  const { leftOut, leftOutCount } = status;
  const read = progress === null ? "" : `, ${words.percentRead(percentOf(progress.bytes))}`;
  terminal.print(`${words.state(state)}${read}`);
  if (status.readingPaused || status.embeddingPaused) {
    terminal.print(words.paused(status.readingPaused, status.embeddingPaused));
  }
  terminal.print(words.stored(sessions, messages, megabytes(textBytes)));
  if (meaning !== null) terminal.print(words.meaning(percentOf(meaning)));
  for (const client of clients) {
    const skipped = Object.values(client.skipped).reduce((sum, number) => sum + number, 0);
    const more = skipped === 0 ? "" : words.unknownRecords(skipped);
    const facts = `${words.client(client.sessions, client.messages)}${more}`;
    terminal.print(`  ${client.client.padEnd(14)} ${client.enabled ? words.on : words.off}  ${facts}`);
  }
  for (const { path, error } of problems) {
    terminal.print(`  ${oneLine(path, terminal.width - 2)}`);
    terminal.print(`    ${oneLine(describeError(error, text), 1000)}`);
  }
  if (problemCount > problems.length) terminal.note(words.moreProblems(problemCount - problems.length));
  for (const { path, types } of leftOut.slice(0, MAX_LEFT_OUT)) {
    terminal.print(`  ${oneLine(path, terminal.width - 2)}`);
    terminal.print(`    ${oneLine(words.leftOutIn(Object.entries(types)), 1000)}`);
  }
  if (leftOutCount > MAX_LEFT_OUT) terminal.note(words.moreFiles(leftOutCount - MAX_LEFT_OUT));
  if (failure !== null) terminal.note(describeError(failure, text));
  if (state === "off") terminal.note(words.start);
}

function percentOf({ done, total }: { readonly done: number; readonly total: number }): string {
  return `${total === 0 ? 100 : Math.floor((done / total) * 100)} %`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
