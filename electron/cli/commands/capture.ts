import { text as readText } from "node:stream/consumers";
import { type Command, UsageError } from "../command.ts";
import { defined } from "../filter-options.ts";
import { oneLine } from "../terminal.ts";

export const capture: Command = {
  name: "capture",
  arguments: "[text...]",
  options: [
    "-n, --namespace <NAME>",
    "-d, --domain <NAME>",
    "-t, --tag <TAG...>",
    "--source <TEXT>",
    "--valid-from <DATE>",
    "--valid-until <DATE>",
    "--supersedes <ID>",
  ],
  async run(call, { app, stdin, terminal, text }) {
    const fromStdin = call.words.length === 0 || (call.words.length === 1 && call.words[0] === "-");
    if (call.words.length === 0 && stdin.isTTY) throw new UsageError(text.memories.nothingToCapture);
    const tags = call.texts("tag");
    const result = await app.call(
      "capture_memory",
      defined({
        content: fromStdin ? (await readText(stdin)).replace(/\r?\n$/, "") : call.words.join(" "),
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
    const { memory, created, addedTags = [], similar = [], notices = [] } = result;
    if (call.json) return terminal.printJson(result);
    const place = `${oneLine(memory.domain, 200)}, ${memory.namespace}`;
    terminal.print((created ? text.memories.captured : text.memories.alreadyCaptured)(memory.id, place));
    if (addedTags.length > 0) terminal.print(text.memories.tagsAdded(oneLine(addedTags.join(", "), 2000)));
    for (const notice of notices) terminal.note(notice);
    if (created && similar.length > 0) {
      terminal.note(text.memories.similar);
      for (const { id, title } of similar) terminal.note(`  ${id}  ${oneLine(title, terminal.width - 30)}`);
    }
  },
};
