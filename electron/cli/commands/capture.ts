import { type Command, EXIT, UsageError } from "../command.ts";
import { defined } from "../filter-options.ts";
import { formatJson, oneLine } from "../terminal.ts";

export const capture: Command = {
  name: "capture",
  summary: "Capture a memory",
  usage: "[<text> | -] [options]",
  details: `Without text, or with -, the text is read from stdin: recollect capture < note.md
The memory belongs to the project of this folder, or to "user" if there is none.
If a memory with the same content exists, it is returned instead.`,
  options: {
    namespace: {
      type: "string",
      short: "n",
      value: "NAME",
      help: "Kind of knowledge: decisions, learnings, context (default), …",
    },
    domain: { type: "string", short: "d", value: "NAME", help: '"user", or a project such as owner/repo.' },
    tag: { type: "string", short: "t", multiple: true, value: "TAG", help: "A tag; may be repeated." },
    source: { type: "string", value: "TEXT", help: "The file, URL or commit that it comes from." },
    "valid-from": { type: "string", value: "DATE", help: "Holds from then on: a date (local time) or date-time." },
    "valid-until": { type: "string", value: "DATE", help: "No longer holds from then on." },
    supersedes: { type: "string", value: "ID", help: "The memory that this one supersedes." },
  },
  words: [0, Number.POSITIVE_INFINITY],
  async run(call, { app, stdin, terminal }) {
    const fromStdin = call.words.length === 0 || (call.words.length === 1 && call.words[0] === "-");
    if (call.words.length === 0 && stdin.isTTY) throw new UsageError("Nothing to capture.", "capture");
    const tags = call.texts("tag");
    const result = await app.call(
      "capture_memory",
      defined({
        content: fromStdin ? await readText(stdin) : call.words.join(" "),
        namespace: call.text("namespace"),
        domain: call.text("domain"),
        tags: tags.length === 0 ? undefined : tags,
        source: call.text("source"),
        validFrom: call.text("valid-from"),
        validUntil: call.text("valid-until"),
        supersedes: call.text("supersedes"),
        detail: "everything",
      }),
    );
    const { memory, created, similar = [], notices = [] } = result;
    if (call.json) {
      terminal.print(formatJson(result));
      return EXIT.ok;
    }
    const place = `${oneLine(memory.domain, 200)}, ${memory.namespace}`;
    terminal.print(`${created ? "Captured" : "Already captured"}: ${memory.id} (${place})`);
    for (const notice of notices) terminal.note(notice);
    if (created && similar.length > 0) {
      terminal.note("Similar memories:");
      for (const { id, title } of similar) terminal.note(`  ${id}  ${oneLine(title, terminal.width - 30)}`);
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
