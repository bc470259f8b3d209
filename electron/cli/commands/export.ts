import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import path from "node:path";
import { ANY } from "../../core/domain.ts";
import type { Memory, Revision } from "../../core/memory.ts";
import { toDocument } from "../../mcp/resources/front-matter.ts";
import type { AppClient } from "../app-client.ts";
import type { Command } from "../command.ts";
import { defined, FILTER_OPTIONS, filterOf } from "../filter-options.ts";
import { formatJson, plainText } from "../terminal.ts";
import { walkMemories } from "../walk-memories.ts";

const FORMATS = {
  jsonl: (memory: Memory, history: readonly Revision[]) =>
    `${formatJson(history.length > 1 ? { ...memory, history } : memory, 0)}\n`,
  markdown: (memory: Memory) => `${toDocument(memory)}\n`,
};

/** How many histories are read in one request. */
const BATCH_SIZE = 100;

export const exportMemories: Command = {
  name: "export",
  options: [
    ...FILTER_OPTIONS.filter((flags) => !flags.endsWith("--all")),
    "-f, --format <FORMAT>",
    "--trash",
    "-o, --output <FILE>",
  ],
  async run(call, { app, folder, terminal, text: words }) {
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
    };
    const file = output === undefined || output === "-" ? null : path.resolve(folder, output);
    let written = 0;
    const notices: string[] = [];
    const memories = walkMemories(app, defined(filter), Number.MAX_SAFE_INTEGER, (notice) => notices.push(notice));
    const texts = async function* () {
      for await (const batch of batchesOf(memories, BATCH_SIZE)) {
        const histories = format === "jsonl" ? await historiesOf(app, batch) : new Map();
        written += batch.length;
        if (file !== null) terminal.progress(words.memories.exporting(written));
        for (const memory of batch) {
          const text = FORMATS[format](memory, histories.get(memory.id) ?? []);
          yield file === null && process.stdout.isTTY ? plainText(text) : text;
        }
      }
    };
    if (file === null) await writeAll(texts(), process.stdout);
    else await replaceFile(file, texts());
    const missing = notices.length === 0 ? {} : { notices };
    if (call.json) terminal.note(formatJson({ exported: written, file, ...missing }, 0));
    else if (file !== null) terminal.note(words.memories.exported(written, file));
    if (!call.json) for (const notice of notices) terminal.note(notice);
  },
};

async function* batchesOf<Item>(items: AsyncIterable<Item>, size: number): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** The histories of memories that were changed, oldest first. */
async function historiesOf(app: AppClient, memories: readonly Memory[]): Promise<Map<string, readonly Revision[]>> {
  const ids = memories.filter(({ revision }) => revision > 1).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const histories = await app.ask("memories.histories", { references: ids });
  return new Map(histories.map((history, index) => [ids[index] ?? "", history.toReversed()]));
}

async function writeAll(texts: AsyncIterable<string>, stream: NodeJS.WritableStream): Promise<void> {
  for await (const text of texts) if (!stream.write(text)) await once(stream, "drain");
}

/** Replaces a file atomically; only the user may read it. */
async function replaceFile(file: string, texts: AsyncIterable<string>): Promise<void> {
  const temporary = `${file}.${randomBytes(4).toString("hex")}.tmp`;
  const stream = createWriteStream(temporary, { mode: 0o600, flags: "wx", flush: true });
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
  }
}
