import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createWriteStream, rmSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import path from "node:path";
import { ANY } from "../../core/domain.ts";
import type { Memory, Revision } from "../../core/memory.ts";
import { countedAs } from "../../core/validity.ts";
import { toDocument } from "../../mcp/resources/front-matter.ts";
import { type Command, EXIT } from "../command.ts";
import { defined, FILTER_OPTIONS, FORMER_PROJECT_OPTION, filterOf } from "../filter-options.ts";
import { readEverything } from "../read-everything.ts";
import { formatJson, plainText } from "../terminal.ts";

const FORMATS = {
  jsonl: (memory: Memory, history: readonly Revision[]) =>
    `${formatJson(history.length > 1 ? { ...memory, history } : memory, 0)}\n`,
  markdown: (memory: Memory) => `${toDocument(memory)}\n`,
};

export const exportMemories: Command = {
  name: "export",
  options: [
    ...FILTER_OPTIONS.filter((flags) => !flags.endsWith("--all")),
    "-f, --format <jsonl|markdown>",
    "--trash",
    "-o, --output <FILE>",
    "--dry-run",
  ],
  hidden: [FORMER_PROJECT_OPTION],
  examples: ["recollect export --output memories.jsonl", "recollect export --format markdown --project user"],
  async run(call, { app, folder, stdout, terminal, text: words }) {
    const format = call.choice("format", ["jsonl", "markdown"]) ?? "jsonl";
    const output = call.text("output");
    const filter = {
      domain: ANY,
      superseded: "include",
      validity: "any",
      trash: call.flag("trash") ? "include" : undefined,
      sort: "created-ascending",
      ...filterOf(call, words),
      detail: "everything",
    } as const;
    const file = output === undefined || output === "-" ? null : path.resolve(folder, output);
    if (call.flag("dry-run")) {
      const { detail: _, sort: _order, ...counted } = filter;
      const count = await app.ask("memories.count", defined(counted));
      if (call.json) terminal.printJson({ wouldExport: count, file });
      else terminal.print(words.memories.wouldExport(count, file ?? "stdout"));
      return;
    }
    const counts = { memories: 0, trash: 0, superseded: 0, expired: 0, upcoming: 0 };
    const total = () => Object.values(counts).reduce((sum, count) => sum + count, 0);
    const notices: string[] = [];
    let unreadable = 0;
    const reading = readEverything(app, {
      filter: defined(filter),
      withHistories: format === "jsonl",
      onNotice: (notice) => notices.push(notice),
      onDamage(lost) {
        unreadable = lost;
        notices.push(words.memories.unreadable(lost));
      },
    });
    const texts = async function* () {
      for await (const batch of reading) {
        for (const { memory } of batch) counts[countedAs(memory, Date.now())] += 1;
        if (file !== null) terminal.progress(words.memories.exporting(total()));
        for (const { memory, history } of batch) {
          const text = FORMATS[format](memory, history);
          yield file === null && stdout.isTTY === true ? plainText(text) : text;
        }
      }
    };
    if (file === null) await writeAll(texts(), stdout);
    else await replaceFile(file, texts());
    const missing = { ...(unreadable > 0 ? { unreadable } : {}), ...(notices.length === 0 ? {} : { notices }) };
    if (call.json) terminal.note(formatJson({ exported: total(), file, ...missing }, 0));
    else if (file !== null) terminal.note(words.memories.exported(counts, file));
    if (!call.json) for (const notice of notices) terminal.note(notice);
  },
};

async function writeAll(texts: AsyncIterable<string>, stream: NodeJS.WritableStream): Promise<void> {
  for await (const text of texts) if (!stream.write(text)) await once(stream, "drain");
}

/** Replaces a file atomically; only the user may read it. */
async function replaceFile(file: string, texts: AsyncIterable<string>): Promise<void> {
  const temporary = `${file}.${randomBytes(4).toString("hex")}.tmp`;
  const stream = createWriteStream(temporary, { mode: 0o600, flags: "wx", flush: true });
  // Ctrl+C leaves no part of the file.
  const stop = () => {
    rmSync(temporary, { force: true });
    process.exit(EXIT.failed);
  };
  process.once("SIGINT", stop);
  try {
    await once(stream, "open");
    await writeAll(texts, stream);
    stream.end();
    await once(stream, "close");
    await rename(temporary, file);
  } catch (error) {
    stream.destroy();
    await rm(temporary, { force: true });
    throw error;
  } finally {
    process.off("SIGINT", stop);
  }
}
