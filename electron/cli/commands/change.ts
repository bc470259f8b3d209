import type { Memory } from "../../core/memory.ts";
import { titleOf } from "../../core/memory.ts";
import type { MemoryState } from "../../core/memory-fields.ts";
import { errorText } from "../../text/error-text.ts";
import { RecollectError } from "../../text/errors.ts";
import { type Command, type CommandCall, type CommandContext, EXIT, type ExitCode, UsageError } from "../command.ts";
import { defined, FORMER_PROJECT_OPTION, PROJECT_OPTION, projectOf } from "../filter-options.ts";
import { findMemories } from "../find-memories.ts";
import { shortId } from "../memory-list.ts";
import { withSuggestion } from "../parse.ts";
import { oneLine } from "../terminal.ts";
import { recordChange } from "../undo-log.ts";

export const move: Command = {
  name: "move",
  arguments: "<ID...>",
  options: [PROJECT_OPTION, "-n, --namespace <NAMESPACE>", "--dry-run"],
  hidden: [FORMER_PROJECT_OPTION],
  examples: [
    "recollect move K3NCCX12 --project acme/web",
    "recollect move K3NCCX12 4QH7M2ZD --namespace learnings --dry-run",
  ],
  async run(call, context) {
    const { app, text } = context;
    const project = projectOf(call, text);
    const namespace = call.text("namespace");
    if (project === undefined && namespace === undefined)
      throw new UsageError(text.usage.pass(["--project", "--namespace"]));
    const memories = await findMemories(app, call.words);
    const domain = project === undefined ? undefined : await app.ask("memories.domainOf", { domain: project });
    if (domain !== undefined) await noteNewProject(domain, call, context);
    const place = [domain, namespace].filter(Boolean).join(", ");
    return await updateAll(
      "move",
      memories,
      () => defined({ domain, namespace }),
      call,
      context,
      (count, isDryRun) =>
        isDryRun ? text.change.wouldMove(count, oneLine(place, 200)) : text.change.moved(count, oneLine(place, 200)),
    );
  },
};

export const tag: Command = {
  name: "tag",
  arguments: "<ID> [TAG...]",
  options: ["-r, --remove <TAG...>", "--dry-run"],
  examples: ["recollect tag K3NCCX12 deploy release", "recollect tag K3NCCX12 --remove release"],
  async run(call, context) {
    const { app, text } = context;
    const [id = "", ...added] = call.words;
    const removed = call.texts("remove");
    if (added.length + removed.length === 0) throw new UsageError(text.usage.pass(["TAG", "--remove TAG"]));
    const { normaliseTags } = await import("../../core/tags.ts");
    const gone = normaliseTags(removed);
    const [memory] = await findMemories(app, [id]);
    if (memory === undefined) return EXIT.notFound;
    const tags = normaliseTags([...memory.tags, ...added]).filter((each) => !gone.includes(each));
    return await updateAll(
      "tag",
      [memory],
      () => ({ tags }),
      call,
      context,
      (_, isDryRun) => (isDryRun ? text.change.wouldTag : text.change.tagged)(tags.join(", ")),
    );
  },
};

export const pin: Command = {
  name: "pin",
  arguments: "<ID...>",
  options: ["--off", "--dry-run"],
  examples: ["recollect pin K3NCCX12", "recollect pin K3NCCX12 --off"],
  async run(call, context) {
    const { app, files, terminal, text } = context;
    const pinned = !call.flag("off");
    const isDryRun = call.flag("dry-run");
    const memories = await findMemories(app, call.words);
    const changed = memories.filter((memory) => memory.pinned !== pinned);
    const ids = changed.map(({ id }) => id);
    if (!isDryRun && ids.length > 0) {
      await app.ask("memories.setPinned", { references: ids, pinned });
      recordChange(files, { kind: pinned ? "pin" : "unpin", ids });
    }
    if (call.json) terminal.printJson({ [pinned ? "pinned" : "unpinned"]: ids, written: !isDryRun && ids.length > 0 });
    else terminal.print(text.change.pinned(ids.length, pinned, isDryRun));
  },
};

/** Notes that a project is new, with the names that it may be a mistake for. */
async function noteNewProject(
  domain: string,
  call: CommandCall,
  { app, terminal, text }: CommandContext,
): Promise<void> {
  const { domains } = await app.ask("memories.places", {});
  const known = domains.map(({ name }) => name);
  if (known.includes(domain) || call.json) return;
  const { similarNames } = await import("../../core/util/similar-names.ts");
  const similar = similarNames(domain, known, 3);
  terminal.note(terminal.yellow(withSuggestion(text.change.newProject(oneLine(domain, 200)), similar, text.usage)));
}

/** Changes memories, each at the revision that was read. A memory that changed in between is refused and named. */
export async function updateAll(
  kind: "edit" | "move" | "tag",
  memories: readonly Memory[],
  changesOf: (memory: Memory) => Partial<MemoryState>,
  call: CommandCall,
  { app, files, terminal, text }: CommandContext,
  sentence: (count: number, isDryRun: boolean) => string,
): Promise<ExitCode> {
  const isDryRun = call.flag("dry-run");
  const changes = memories.map((memory) => ({
    reference: memory.id,
    expectedRevision: memory.revision,
    ...changesOf(memory),
  }));
  if (isDryRun) {
    if (call.json) terminal.printJson({ wouldChange: changes, written: false });
    else {
      terminal.print(sentence(memories.length, true));
      for (const { id, content } of memories)
        terminal.note(`  ${oneLine(titleOf(content), terminal.width - 14)}  ${shortId(id)}`);
    }
    return EXIT.ok;
  }
  const { updated, refused } = await app.ask("memories.updateMany", { changes });
  const before = new Map(memories.map(({ id, revision }) => [id, revision]));
  const recorded = updated
    .map(({ id, revision }) => ({ id, before: before.get(id) ?? revision, after: revision }))
    .filter((change) => change.before !== change.after);
  if (recorded.length > 0) recordChange(files, { kind, memories: recorded });
  const [first] = refused;
  // With one memory, its error is the result.
  if (first !== undefined && updated.length === 0) throw RecollectError.fromBody(first.error);
  if (call.json) terminal.printJson({ updated, refused });
  else terminal.print(sentence(updated.length, false));
  for (const { reference, error } of call.json ? [] : refused) {
    const { message, hint } = errorText(error, text);
    terminal.problem(`${shortId(reference)}: ${[message, hint].filter(Boolean).join(" ")}`);
  }
  return refused.length === 0 ? EXIT.ok : EXIT.failed;
}
