import path from "node:path";
import {
  type ClientMemoryStatus,
  MEMORY_CLIENTS,
  type MemoryClient,
  type WatchedFile,
} from "../../core/client-memories.ts";
import type { CommandText } from "../../text/command-line.ts";
import { describeError } from "../../text/error-text.ts";
import { localDay } from "../../text/local-time.ts";
import { type Command, type CommandCall, type CommandContext, UsageError } from "../command.ts";
import { oneLine } from "../terminal.ts";

export const clientMemories: Command = {
  name: "client-memories",
  examples: ["recollect client-memories survey", "recollect client-memories watch claude-code --dry-run"],
  actions: {
    status: {
      run: async (call, context) => printStatus(await context.app.ask("clientMemories.status", {}), call, context),
    },
    survey: { run: survey },
    watch: {
      arguments: "<CLIENT|FILE...>",
      options: ["--section <HEADING...>", "--dry-run"],
      stopsBeforeWriting: true,
      run: watch,
    },
    unwatch: { arguments: "<CLIENT|FILE...>", options: ["--dry-run"], stopsBeforeWriting: true, run: unwatch },
    scan: {
      options: ["--dry-run"],
      stopsBeforeWriting: true,
      run: async (call, context) => printStatus(await context.app.ask("clientMemories.scan", {}), call, context),
    },
    list: { run: list },
  },
};

async function survey(call: CommandCall, context: CommandContext): Promise<void> {
  const { app, terminal, text } = context;
  const words = text.clientMemories;
  const sources = await app.ask("clientMemories.survey", {});
  if (call.json) return terminal.printJson(sources);
  for (const { client, watched, entries, places, problems } of sources.clients) {
    const state = watched ? text.conversations.on : text.conversations.off;
    terminal.print(`${client.padEnd(14)} ${state}  ${words.memories(entries)}`);
    for (const place of places) {
      const project = place.project === null ? "" : ` (${place.project})`;
      terminal.print(`    ${words.inPlace(place.entries, oneLine(`${place.folder}${project}`, terminal.width - 10))}`);
    }
    printProblems(problems, context);
  }
  for (const { path: file, watched, chosen, sections, problem } of sources.files) {
    const { on, off } = text.conversations;
    const state = !watched ? off : chosen === null ? on : words.sections(chosen.length);
    terminal.print(`${oneLine(file, terminal.width - 20)}  ${state}`);
    for (const section of sections)
      terminal.print(`    ${oneLine(section || words.beforeHeading, terminal.width - 4)}`);
    if (problem !== undefined) printProblems([{ path: file, error: problem }], context);
  }
  terminal.note(words.notWatched);
}

async function watch(call: CommandCall, context: CommandContext): Promise<void> {
  const { app, text } = context;
  const words = text.clientMemories;
  const { clients, files } = namesOf(call, text);
  const sections = call.texts("section");
  if (sections.length > 0 && (files.length !== 1 || clients.length > 0)) throw new UsageError(words.oneFile);
  const before = await app.ask("clientMemories.settings", {});
  const chosen: WatchedFile[] = files.map((file) => ({
    path: file,
    sections: sections.length === 0 ? null : sections,
  }));
  await app.ask("clientMemories.updateSettings", {
    clients: [...new Set([...before.clients, ...clients])],
    files: [...before.files.filter((watched) => !files.includes(watched.path)), ...chosen],
  });
  return printStatus(await app.ask("clientMemories.scan", {}), call, context);
}

async function unwatch(call: CommandCall, context: CommandContext): Promise<void> {
  const { app, text } = context;
  const { clients, files } = namesOf(call, text);
  const before = await app.ask("clientMemories.settings", {});
  await app.ask("clientMemories.updateSettings", {
    clients: before.clients.filter((client) => !clients.includes(client)),
    files: before.files.filter((watched) => !files.includes(watched.path)),
  });
  return printStatus(await app.ask("clientMemories.status", {}), call, context);
}

async function list(call: CommandCall, context: CommandContext): Promise<void> {
  const { app, terminal, text } = context;
  const words = text.clientMemories;
  const entries = await app.ask("clientMemories.entries", {});
  if (call.json) return terminal.printJson({ entries });
  for (const { path: file, name, state, id, goneAt } of entries) {
    const place = name === "" ? file : `${file}#${name}`;
    terminal.print(`${state.padEnd(8)} ${id.slice(-8)}  ${oneLine(place, terminal.width - 20)}`);
    if (goneAt !== null) terminal.print(`    ${terminal.faint(words.goneSince(localDay(goneAt)))}`);
  }
  if (entries.length === 0) terminal.note(words.nothingRead);
}

/** The clients and files that a call names. A word that is not a client is a path. */
function namesOf(
  { words: names }: CommandCall,
  { clientMemories }: CommandText,
): { readonly clients: MemoryClient[]; readonly files: string[] } {
  const isClient = (name: string): name is MemoryClient => (MEMORY_CLIENTS as readonly string[]).includes(name);
  const files = names.filter((name) => !isClient(name));
  const unknown = files.find((name) => !/[./\\]/.test(name));
  if (unknown !== undefined) {
    const known = MEMORY_CLIENTS.join(", ");
    throw new UsageError(clientMemories.unknown(oneLine(unknown, 40), known));
  }
  return { clients: names.filter(isClient), files: files.map((file) => path.resolve(file)) };
}

function printStatus(status: ClientMemoryStatus, call: CommandCall, context: CommandContext) {
  const { terminal, text } = context;
  const words = text.clientMemories;
  if (call.json) return terminal.printJson(status);
  terminal.print(text.conversations.state(status.state));
  for (const { source, waiting, kept, rejected, gone } of status.sources) {
    const missing = gone === 0 ? "" : words.gone(gone);
    terminal.print(`  ${oneLine(source, terminal.width - 50)}  ${words.counts(waiting, kept, rejected)}${missing}`);
  }
  printProblems(status.problems, context);
  if (status.state === "off") terminal.note(words.start);
}

function printProblems(problems: ClientMemoryStatus["problems"], { terminal, text }: CommandContext): void {
  for (const { path: place, error } of problems) {
    terminal.print(`  ${oneLine(place, terminal.width - 2)}`);
    terminal.print(`    ${oneLine(describeError(error, text), 1000)}`);
  }
}
