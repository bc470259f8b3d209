import { text as readText } from "node:stream/consumers";
import { type Command, type CommandCall, type CommandContext, EXIT, type ExitCode, UsageError } from "../command.ts";
import { defined, FORMER_PROJECT_OPTION, PROJECT_OPTION, projectOf } from "../filter-options.ts";
import { shortId } from "../memory-list.ts";
import { oneLine } from "../terminal.ts";
import { recordChange } from "../undo-log.ts";

export const add: Command = {
  name: "add",
  arguments: "[TEXT...]",
  options: [
    "-n, --namespace <NAMESPACE>",
    PROJECT_OPTION,
    "-t, --tag <TAG...>",
    "--source <TEXT>",
    "--valid-from <DATE>",
    "--valid-until <DATE>",
    "--supersedes <ID>",
    "--dry-run",
  ],
  hidden: [FORMER_PROJECT_OPTION],
  examples: [
    'recollect add "Deploys run on Fridays only after 14:00" -n decisions -t deploy',
    "git log -1 --format=%B | recollect add - -n decisions",
  ],
  async run(call, context) {
    const { app, files, terminal, text } = context;
    const content = await readContent(call, context);
    if (content.trim() === "") throw new UsageError(text.memories.nothingToAdd);
    const tags = call.texts("tag");
    const input = defined({
      content,
      namespace: call.text("namespace"),
      domain: projectOf(call, text),
      tags: tags.length === 0 ? undefined : tags,
      source: call.text("source"),
      validFrom: call.text("valid-from"),
      validUntil: call.text("valid-until"),
      supersedes: call.text("supersedes"),
    });
    if (call.flag("dry-run")) return await preview(input, call, context);
    const result = await app.call("capture_memory", { ...input, detail: "everything" });
    const { memory, created, addedTags = [], similar = [], notices = [] } = result;
    if (created) recordChange(files, { kind: "add", ids: [memory.id] });
    if (call.json) terminal.printJson(result);
    else {
      const place = `${oneLine(memory.domain, 200)}, ${memory.namespace}`;
      terminal.print((created ? text.memories.added : text.memories.alreadyHere)(shortId(memory.id), place));
      if (addedTags.length > 0) terminal.print(text.memories.tagsAdded(oneLine(addedTags.join(", "), 2000)));
      for (const notice of notices) terminal.note(terminal.yellow(notice));
      if (created && similar.length > 0) {
        terminal.note(text.memories.similar);
        for (const { id, title } of similar) terminal.note(`  ${oneLine(title, terminal.width - 14)}  ${shortId(id)}`);
      }
    }
    return EXIT.ok;
  },
};

/** The text of the arguments, of standard input, or of the owner's editor. @throws UsageError */
async function readContent(call: CommandCall, context: CommandContext): Promise<string> {
  const { stdin } = context;
  const isDash = call.words.length === 1 && call.words[0] === "-";
  if (call.words.length > 0 && !isDash) return call.words.join(" ");
  if (isDash || stdin.isTTY !== true) return (await readText(stdin)).replace(/\r?\n$/, "");
  const { editText } = await import("../editor.ts");
  return (await editText("", "new-memory.md", context)).text.replace(/\n$/, "");
}

async function preview(
  input: { readonly content: string; readonly namespace?: string; readonly domain?: string },
  call: CommandCall,
  { app, terminal, text }: CommandContext,
): Promise<ExitCode> {
  const domain =
    input.domain === undefined ? await app.project() : await app.ask("memories.domainOf", { domain: input.domain });
  const known = await app.ask("memories.namespaces", {});
  const namespace = input.namespace ?? "context";
  const isKnown = known.includes(namespace);
  const place = { ...input, domain: domain ?? "user", namespace };
  if (call.json) terminal.printJson({ wouldAdd: place, isKnownNamespace: isKnown });
  else {
    terminal.print(text.memories.wouldAdd(oneLine(place.content, 60), `${oneLine(place.domain, 200)}, ${namespace}`));
    if (!isKnown) terminal.note(text.memories.unknownNamespace(oneLine(namespace, 60), known.join(", ")));
  }
  return EXIT.ok;
}
