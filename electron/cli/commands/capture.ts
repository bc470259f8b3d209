import { type Memory, titleOf } from "../../core/memory.ts";
import type { SimilarMemory } from "../../core/search.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { defined } from "../filter-options.ts";
import { oneLine } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";

interface CaptureAnswer {
  readonly memory: Memory;
  readonly created: boolean;
  readonly similar: readonly SimilarMemory[];
}

export const capture: Command = {
  name: "capture",
  summary: "Keep a memory",
  usage: "[<text> | -] [options]",
  details: `Without a text, or with -, it is read from stdin: recollect capture < note.md
It is kept for this folder's project, or for "user" where there is none. Identical content is not kept twice.`,
  options: {
    namespace: {
      type: "string",
      short: "n",
      value: "NAME",
      help: "Kind of knowledge: decisions, learnings, context (default), …",
    },
    domain: { type: "string", short: "d", value: "NAME", help: '"user", or a project such as owner/repo.' },
    tag: { type: "string", short: "t", multiple: true, value: "TAG", help: "A tag; may be repeated." },
    source: { type: "string", value: "TEXT", help: "The file, URL or commit it comes from." },
    supersedes: { type: "string", value: "ID", help: "The memory that this one replaces." },
  },
  words: [0, Number.POSITIVE_INFINITY],
  async run(call, { app, stdin, terminal }) {
    const fromStdin = call.words.length === 0 || (call.words.length === 1 && call.words[0] === "-");
    if (call.words.length === 0 && stdin.isTTY) throw new UsageError("What shall be kept?", "capture");
    const tags = call.texts("tag");
    const answer = await app.call<CaptureAnswer>(
      "capture_memory",
      defined({
        content: fromStdin ? await readText(stdin) : call.words.join(" "),
        namespace: call.text("namespace"),
        domain: call.text("domain"),
        tags: tags.length === 0 ? undefined : tags,
        source: call.text("source"),
        supersedes: call.text("supersedes"),
      }),
    );
    const { memory, created, similar } = answer;
    if (call.json) {
      terminal.print(JSON.stringify(answer, null, 2));
      return EXIT.ok;
    }
    const place = `${oneLine(memory.domain, 200)}, ${memory.namespace}`;
    terminal.print(`${created ? "Captured" : "Known already"}: ${memory.id} (${place})`);
    if (created && similar.length > 0) {
      terminal.note("Much like it:");
      for (const { memory: other } of similar) {
        terminal.note(`  ${other.id}  ${oneLine(titleOf(other.content), terminal.width - 30)}`);
      }
    }
    return EXIT.ok;
  },
};

async function readText(stdin: NodeJS.ReadStream): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stdin) parts.push(Buffer.from(part));
  const text = Buffer.concat(parts).toString("utf8");
  return text.replace(/\r?\n$/, "");
}
