import type { Command } from "../command.ts";

export const importMemories: Command = {
  name: "import",
  summary: "Import memories from an export or another program",
  usage: "[FILE | FOLDER | PROGRAM | -] [options]",
  details: `Without an argument, lists the memories of other programs on this computer. The
name of a program imports its memories.

Supported formats:
  an export of Recollect, with ids, dates, pins, tags, successors and history
  claude-mem (claude-mem.db or its export) and mcp-memory-service
    (sqlite_vec.db or a JSON export), with dates, tags and kinds; their projects
    become domains; the program may be running
  @modelcontextprotocol/server-memory (memory.jsonl)
  basic-memory (memory.db, or its folders of notes), and other Markdown files
    with front matter
  mem0 and OpenMemory (the JSON of all memories, or a backup's archive)
  the saved memories in an account's export archive of ChatGPT or Claude
  JSON Lines with a "content"

Memories that exist already are kept, so an import can be repeated. Exits with 1
if an entry was refused, or exists in a different version.`,
  options: {
    domain: {
      type: "string",
      short: "d",
      value: "NAME",
      help: "Import everything into this domain, with new ids.",
    },
    project: {
      type: "string",
      short: "p",
      multiple: true,
      value: "THEIRS=OURS",
      help: "Import a project into this domain (shop=acme/shop); repeatable.",
    },
    "as-new": { type: "boolean", help: "Import with new ids and the current date." },
    inbox: { type: "boolean", help: "Import into the inbox, to review them before clients see them." },
    "dry-run": { type: "boolean", help: "Only report what would be imported." },
  },
  words: [0, 1],
  async run(call, context) {
    // Loaded on demand: the readers are large, and other commands do not need them.
    const { runImport } = await import("../import/run-import.ts");
    return await runImport(call, context);
  },
};
