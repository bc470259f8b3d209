import path from "node:path";
import {
  type ClientMemoryStatus,
  MEMORY_CLIENTS,
  type MemoryClient,
  type WatchedFile,
} from "../../core/client-memories.ts";
import { type Command, type CommandCall, type CommandContext, EXIT, type ExitCode, UsageError } from "../command.ts";
import { count, formatJson, oneLine, type Terminal } from "../terminal.ts";

type Action = (call: CommandCall, context: CommandContext) => Promise<ExitCode>;

export const clientMemories: Command = {
  name: "client-memories",
  summary: "Watch the memories that assistants keep themselves",
  usage: "[ACTION] [options]",
  details: `  client-memories survey                  what clients and instruction files have
  client-memories watch CLIENT|FILE…      proposes what is new or has changed
  client-memories unwatch CLIENT|FILE…    stops that
  client-memories scan                    reads what has changed now
  client-memories status                  what was read, and problems
  client-memories list                    every entry and what became of it

Clients: ${MEMORY_CLIENTS.join(", ")}. A file is one of instructions, such as
CLAUDE.md, AGENTS.md or GEMINI.md; --section watches a part of it. What is found
waits in the inbox until you keep it. What you rejected is proposed again only
if its text changes. No file of a client is ever changed, and secrets are masked.`,
  options: {
    section: { type: "string", multiple: true, value: "HEADING", help: "With watch FILE: only this section." },
  },
  words: [0, 100],
  async run(call, context) {
    const [action = "status"] = call.words;
    const run = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
    if (run === undefined) throw new UsageError(`There is no action "${oneLine(action, 40)}".`, "client-memories");
    return await run(call, context);
  },
};

const ACTIONS: Readonly<Record<string, Action>> = {
  async survey(call, { app, terminal }) {
    const sources = await app.ask("clientMemories.survey", {});
    if (call.json) {
      terminal.print(formatJson(sources));
      return EXIT.ok;
    }
    for (const { client, watched, entries, places, problems } of sources.clients) {
      const memories = entries === 1 ? "1 memory" : `${entries} memories`;
      terminal.print(`${client.padEnd(14)} ${watched ? "on " : "off"}  ${memories}`);
      for (const place of places) {
        const project = place.project === null ? "" : ` (${place.project})`;
        terminal.print(`    ${place.entries} in ${oneLine(`${place.folder}${project}`, terminal.width - 10)}`);
      }
      printProblems(problems, terminal);
    }
    for (const { path: file, watched, chosen, sections, problem } of sources.files) {
      const state = !watched ? "off" : chosen === null ? "on " : `on, ${count(chosen.length, "section")}`;
      terminal.print(`${oneLine(file, terminal.width - 20)}  ${state}`);
      for (const section of sections)
        terminal.print(`    ${oneLine(section || "(before the first heading)", terminal.width - 4)}`);
      if (problem !== undefined) printProblems([{ path: file, error: problem }], terminal);
    }
    terminal.note("Nothing is stored or proposed before you watch it: recollect client-memories watch CLIENT|FILE");
    return EXIT.ok;
  },
  async watch(call, { app, terminal }) {
    const { clients, files } = namesOf(call);
    const sections = call.texts("section");
    if (sections.length > 0 && (files.length !== 1 || clients.length > 0)) {
      throw new UsageError("Pass one file with --section.", "client-memories");
    }
    const before = await app.ask("clientMemories.settings", {});
    const chosen: WatchedFile[] = files.map((file) => ({
      path: file,
      sections: sections.length === 0 ? null : sections,
    }));
    await app.ask("clientMemories.updateSettings", {
      clients: [...new Set([...before.clients, ...clients])],
      files: [...before.files.filter((one) => !files.includes(one.path)), ...chosen],
    });
    return printStatus(await app.ask("clientMemories.scan", {}), call, terminal);
  },
  async unwatch(call, { app, terminal }) {
    const { clients, files } = namesOf(call);
    const before = await app.ask("clientMemories.settings", {});
    await app.ask("clientMemories.updateSettings", {
      clients: before.clients.filter((client) => !clients.includes(client)),
      files: before.files.filter((one) => !files.includes(one.path)),
    });
    return printStatus(await app.ask("clientMemories.status", {}), call, terminal);
  },
  async scan(call, { app, terminal }) {
    return printStatus(await app.ask("clientMemories.scan", {}), call, terminal);
  },
  async status(call, { app, terminal }) {
    return printStatus(await app.ask("clientMemories.status", {}), call, terminal);
  },
  async list(call, { app, terminal }) {
    const entries = await app.ask("clientMemories.entries", {});
    if (call.json) {
      terminal.print(formatJson({ entries }));
      return EXIT.ok;
    }
    for (const { path: file, name, state, id, goneAt } of entries) {
      const place = name === "" ? file : `${file}#${name}`;
      terminal.print(`${state.padEnd(8)} ${id.slice(-8)}  ${oneLine(place, terminal.width - 20)}`);
      if (goneAt !== null) terminal.print(`    ${terminal.faint(`no longer there since ${goneAt.slice(0, 10)}`)}`);
    }
    if (entries.length === 0) terminal.note("Nothing was read yet.");
    return EXIT.ok;
  },
};

/** The clients and files that a call names. A word that is not a client is a path. */
function namesOf(call: CommandCall): { readonly clients: MemoryClient[]; readonly files: string[] } {
  const names = call.words.slice(1);
  if (names.length === 0) {
    throw new UsageError("Name clients or files: recollect client-memories survey", "client-memories");
  }
  const isClient = (name: string): name is MemoryClient => (MEMORY_CLIENTS as readonly string[]).includes(name);
  const files = names.filter((name) => !isClient(name));
  const unknown = files.find((name) => !/[./\\]/.test(name));
  if (unknown !== undefined) {
    const known = MEMORY_CLIENTS.join(", ");
    throw new UsageError(
      `"${oneLine(unknown, 40)}" is neither a file nor a client whose memories can be read: ${known}.`,
      "client-memories",
    );
  }
  return { clients: names.filter(isClient), files: files.map((file) => path.resolve(file)) };
}

function printStatus(status: ClientMemoryStatus, call: CommandCall, terminal: Terminal): ExitCode {
  if (call.json) {
    terminal.print(formatJson(status));
    return EXIT.ok;
  }
  terminal.print(`State: ${status.state}`);
  for (const { source, waiting, kept, rejected, gone } of status.sources) {
    const missing = gone === 0 ? "" : `, ${gone} no longer there`;
    terminal.print(
      `  ${oneLine(source, terminal.width - 50)}  ${waiting} waiting, ${kept} kept, ${rejected} rejected${missing}`,
    );
  }
  printProblems(status.problems, terminal);
  if (status.state === "off") terminal.note("To begin: recollect client-memories survey");
  return EXIT.ok;
}

function printProblems(problems: ClientMemoryStatus["problems"], terminal: Terminal): void {
  for (const { path: place, error } of problems) {
    terminal.print(`  ${oneLine(place, terminal.width - 2)}`);
    terminal.print(`    ${oneLine([error.message, error.hint].filter(Boolean).join(" "), 1000)}`);
  }
}
