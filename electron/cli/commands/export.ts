import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import path from "node:path";
import { ANY } from "../../core/domain.ts";
import type { Memory } from "../../core/memory.ts";
import { toDocument } from "../../mcp/resources/front-matter.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { FILTER_OPTIONS, filterOf } from "../filter-options.ts";
import { walkMemories } from "../walk-memories.ts";

const FORMATS = {
  jsonl: (memory: Memory) => `${JSON.stringify(memory)}\n`,
  markdown: (memory: Memory) => `${toDocument(memory)}\n`,
};

const { all: _everything, ...filters } = FILTER_OPTIONS;

export const exportMemories: Command = {
  name: "export",
  summary: "Write memories to a file or to stdout",
  usage: "[options]",
  details: `Every domain unless --domain is given; superseded memories too, the trash not. JSON Lines is one memory a line,
as import reads it. With --json, a line about what was written follows on stderr.`,
  options: {
    ...filters,
    format: { type: "string", short: "f", value: "FORMAT", help: "jsonl (default) or markdown." },
    output: { type: "string", short: "o", value: "FILE", help: "Replaced whole when all is written; default stdout." },
  },
  words: [0, 0],
  async run(call, { app, folder, terminal }) {
    const write = FORMATS[call.choice("format", ["jsonl", "markdown"]) ?? "jsonl"];
    const output = call.text("output");
    const filter = {
      domain: ANY,
      superseded: "include",
      sort: "created-ascending",
      ...filterOf(call),
      detail: "everything",
    };
    const file = output === undefined || output === "-" ? null : path.resolve(folder, output);
    let written = 0;
    const texts = async function* () {
      for await (const memory of walkMemories(app, filter, Number.MAX_SAFE_INTEGER)) {
        written += 1;
        if (file !== null && written % 200 === 0) terminal.progress(`${written} exported …`);
        yield write(memory);
      }
    };
    if (file === null) await pour(texts(), process.stdout);
    else await replaceFile(file, texts());
    if (call.json) terminal.note(JSON.stringify({ exported: written, file }));
    else if (file !== null) terminal.note(`${written} ${written === 1 ? "memory" : "memories"} exported to ${file}`);
    return EXIT.ok;
  },
};

async function pour(texts: AsyncIterable<string>, stream: NodeJS.WritableStream): Promise<void> {
  for await (const text of texts) if (!stream.write(text)) await once(stream, "drain");
}

/** A reader sees the old content or the new, never a part; nobody else may read it. */
async function replaceFile(file: string, texts: AsyncIterable<string>): Promise<void> {
  const temporary = `${file}.${randomBytes(4).toString("hex")}.tmp`;
  const stream = createWriteStream(temporary, { mode: 0o600, flags: "wx", flush: true });
  try {
    await once(stream, "open");
    await pour(texts, stream);
    stream.end();
    await once(stream, "close");
    await rename(temporary, file);
  } catch (error) {
    stream.destroy();
    await rm(temporary, { force: true });
    throw error;
  }
}
