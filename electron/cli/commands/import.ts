import type { Command } from "../command.ts";

export const importMemories: Command = {
  name: "import",
  summary: "Take in memories of another Recollect, or of other programs",
  usage: "[FILE | FOLDER | PROGRAM | -] [options]",
  details: `Without a file: tells what other programs keep on this computer. A program's name takes that in.

What recollect export wrote comes in as it was: ids, dates, pins, tags, what replaced what, and earlier states. So does
what claude-mem keeps (claude-mem.db, or its export), and mcp-memory-service (sqlite_vec.db, or a JSON export of it), with
dates, tags and kinds; their projects become domains. Both are read only, and may be running.
The entities of @modelcontextprotocol/server-memory (memory.jsonl), Markdown files with their front matter, as
basic-memory keeps them, and lines of JSON with a "content" become memories, too.
A memory that is here already stays as it is, so an import can be repeated; where it says something else here, that is
told. Ends with 1 where something was refused or differs from what is here.`,
  options: {
    domain: {
      type: "string",
      short: "d",
      value: "NAME",
      help: "Put all of them into this domain; out of an export, as memories of today.",
    },
    project: {
      type: "string",
      short: "p",
      multiple: true,
      value: "THEIRS=OURS",
      help: "Put another program's project into this domain (shop=acme/shop); may be repeated.",
    },
    "as-new": { type: "boolean", help: "Memories of today with ids of their own, whatever they are out of." },
    "dry-run": { type: "boolean", help: "Only tell what would come in; nothing is changed." },
  },
  words: [0, 1],
  async run(call, context) {
    // Readers of every program's files: no other command waits for them to load.
    const { runImport } = await import("../import/run-import.ts");
    return await runImport(call, context);
  },
};
