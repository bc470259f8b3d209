import { createReadStream, statSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import type { ArchivedMemory, ImportOutcome } from "../../core/archive.ts";
import { ANY } from "../../core/domain.ts";
import { RecollectError } from "../../core/errors.ts";
import type { Memory } from "../../core/memory.ts";
import type { AppClient } from "../app-client.ts";
import type { Command, CommandCall } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { createArchiveImporter, isArchived } from "../import/archive-importer.ts";
import { createCaptureImporter } from "../import/capture-importer.ts";
import { type ImportReport, parseObject, type ToldLine } from "../import/import-report.ts";
import { readMarkdownFolder } from "../import/markdown-folder.ts";
import { createServerMemoryReader, isServerMemory } from "../import/server-memory.ts";
import type { Terminal } from "../terminal.ts";
import { walkMemories } from "../walk-memories.ts";

const SUPERSEDED = { domain: ANY, superseded: "only", detail: "everything" };

/** Lines that are told one by one; --json tells all. */
const TOLD = 20;

export const importMemories: Command = {
  name: "import",
  summary: "Take in memories of another Recollect, or of other programs",
  usage: "<FILE | FOLDER | -> [options]",
  details: `What recollect export wrote comes in as it was: ids, dates, pins, tags, what replaced what, and earlier states. A
memory that is here already stays as it is; where it says something else here, that is told.
Other lines of JSON with a "content" (and namespace, domain, tags, source) become memories of today. So do the entities
of @modelcontextprotocol/server-memory (its memory.jsonl), and the Markdown files of a folder with their front matter, as
basic-memory keeps them. Content that is here already is not stored again, so an import can be repeated.
Ends with 1 where lines were refused or differ from what is here.`,
  options: {
    domain: {
      type: "string",
      short: "d",
      value: "NAME",
      help: "Put all of them into this domain, as memories of today.",
    },
    "as-new": { type: "boolean", help: "Memories of today with ids of their own, also out of an export." },
    "dry-run": {
      type: "boolean",
      help: "Only tell what would come in; lines that would be memories of today are counted.",
    },
  },
  words: [1, 1],
  async run(call, { app, folder, stdin, terminal }) {
    const [given = ""] = call.words;
    const file = path.resolve(folder, given);
    const isFolder = given !== "-" && (statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false);
    const lines = isFolder ? readMarkdownFolder(file) : readLines(given === "-" ? stdin : createReadStream(file));
    const report = await importAll(app, lines, call, (count) => terminal.progress(`${count} read …`));
    tell(report, call, terminal);
    return report.refused.length + report.conflicts.length === 0 ? EXIT.ok : EXIT.failed;
  },
};

interface Line {
  readonly line: number;
  readonly text: string;
}

async function* readLines(input: NodeJS.ReadableStream): AsyncGenerator<Line> {
  const failures: Error[] = [];
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  input.on("error", (error) => {
    failures.push(error);
    lines.close();
  });
  let line = 0;
  for await (const text of lines) {
    line += 1;
    yield { line, text };
  }
  const [failure] = failures;
  if (failure !== undefined) throw new RecollectError("invalid_argument", `It cannot be read: ${failure.message}`);
}

async function importAll(
  app: AppClient,
  lines: AsyncIterable<Line>,
  call: CommandCall,
  progress: (count: number) => void,
): Promise<ImportReport> {
  const domain = call.text("domain");
  const dryRun = call.flag("dry-run");
  const asNew = call.flag("as-new") || domain !== undefined;
  const captures = createCaptureImporter({
    // A capture has no trial run: such lines are counted, and what is known already is not told apart.
    capture: dryRun
      ? async () => ({ memory: { id: "" }, created: true })
      : (args) => app.call<{ readonly memory: Memory; readonly created: boolean }>("capture_memory", args),
    superseded: () => walkMemories(app, SUPERSEDED, Number.MAX_SAFE_INTEGER),
    domain,
  });
  const archive = createArchiveImporter(async (memories) => {
    const { outcomes } = await app.ask<{ outcomes: ImportOutcome[] }>("import", { memories, dryRun });
    return outcomes;
  }, dryRun);
  const graph = createServerMemoryReader();
  let count = 0;
  for await (const { line, text } of lines) {
    const value = asNew ? null : parseObject(text);
    if (isServerMemory(text)) graph.take(text, line);
    else if (value !== null && isArchived(value)) await archive.take(value as unknown as ArchivedMemory, line);
    else await captures.take(text, line);
    count += 1;
    if (count % 50 === 0) progress(count);
  }
  for (const { line, text } of graph.memories()) await captures.take(text, line);
  return sum(await archive.finish(), await captures.finish());
}

function sum(one: ImportReport, other: ImportReport): ImportReport {
  const inOrder = (lines: readonly ToldLine[]) => lines.toSorted((first, second) => first.line - second.line);
  return {
    created: one.created + other.created,
    known: one.known + other.known,
    conflicts: inOrder([...one.conflicts, ...other.conflicts]),
    refused: inOrder([...one.refused, ...other.refused]),
  };
}

function tell(report: ImportReport, call: CommandCall, terminal: Terminal): void {
  if (call.json) {
    terminal.print(JSON.stringify(report, null, 2));
    return;
  }
  const { created, known, conflicts, refused } = report;
  const counts = [
    `${created} ${call.flag("dry-run") ? "would be imported" : "imported"}`,
    `${known} known already`,
    ...(conflicts.length === 0 ? [] : [`${conflicts.length} here otherwise`]),
    `${refused.length} refused`,
  ];
  terminal.print(counts.join(", "));
  const told = [...conflicts, ...refused].sort((one, other) => one.line - other.line);
  for (const { line, reason } of told.slice(0, TOLD)) terminal.note(`  line ${line}: ${reason}`);
  if (told.length > TOLD) terminal.note(`  and ${told.length - TOLD} more; --json tells all of them.`);
}
