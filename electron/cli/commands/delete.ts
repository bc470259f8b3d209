import { capturedVia } from "../../core/filter.ts";
import { titleOf } from "../../core/memory.ts";
import { type Command, type CommandCall, type CommandContext, EXIT, type ExitCode, UsageError } from "../command.ts";
import { findMemories } from "../find-memories.ts";
import { shortId } from "../memory-list.ts";
import { PrivateInput } from "../private-input.ts";
import { oneLine } from "../terminal.ts";
import { recordChange } from "../undo-log.ts";

/** The maximum of one request, so that none takes long. */
const PAGE_SIZE = 200;

export const deleteMemories: Command = {
  name: "delete",
  arguments: "[ID...]",
  options: ["--permanently", "--client <CLIENT>", "--since <WHEN>", "--dry-run", "-y, --yes"],
  examples: ["recollect delete K3NCCX12", "recollect delete --client cursor --since 2d --dry-run"],
  async run(call, context) {
    if (call.words.length === 0) return await deleteOfClient(call, context);
    const { app, files, terminal, text } = context;
    for (const option of ["client", "since"]) {
      if (call.text(option) !== undefined) throw new UsageError(text.usage.onlyOne("ID", `--${option}`));
    }
    const memories = await findMemories(app, call.words);
    const isPermanent = call.flag("permanently");
    const isDryRun = call.flag("dry-run");
    const changed = isPermanent ? memories : memories.filter(({ deletedAt }) => deletedAt === null);
    const ids = changed.map(({ id }) => id);
    if (!call.json) {
      for (const { id, content } of changed)
        terminal.note(`  ${oneLine(titleOf(content), terminal.width - 14)}  ${shortId(id)}`);
    }
    if (isPermanent && !isDryRun) {
      await new PrivateInput(context).confirm(text.delete.ask(ids.length), { name: "yes", isGiven: call.flag("yes") });
      // Only the trash is deleted permanently.
      const present = changed.filter(({ deletedAt }) => deletedAt === null).map(({ id }) => id);
      if (present.length > 0) await app.ask("memories.delete", { references: present });
      await app.ask("memories.purge", { references: ids });
    } else if (!isDryRun && ids.length > 0) {
      await app.ask("memories.delete", { references: ids });
      recordChange(files, { kind: "delete", ids });
    }
    if (call.json)
      terminal.printJson({ [isPermanent ? "purged" : "deleted"]: ids, written: !isDryRun && ids.length > 0 });
    else
      terminal.print(
        isPermanent ? text.delete.purged(ids.length, isDryRun) : text.delete.deleted(ids.length, isDryRun),
      );
    return EXIT.ok;
  },
};

export const restore: Command = {
  name: "restore",
  arguments: "<ID...>",
  options: ["--dry-run"],
  examples: ["recollect list --trash", "recollect restore K3NCCX12"],
  async run(call, { app, files, terminal, text }) {
    const isDryRun = call.flag("dry-run");
    const memories = await findMemories(app, call.words);
    const ids = memories.filter(({ deletedAt }) => deletedAt !== null).map(({ id }) => id);
    if (!isDryRun && ids.length > 0) {
      await app.ask("memories.restore", { references: ids });
      recordChange(files, { kind: "restore", ids });
    }
    if (call.json) terminal.printJson({ restored: ids, written: !isDryRun && ids.length > 0 });
    else terminal.print(text.delete.restored(ids.length, isDryRun));
  },
};

/** Moves everything that was captured with one client's token since a time to the trash. */
async function deleteOfClient(call: CommandCall, { app, terminal, text }: CommandContext): Promise<ExitCode> {
  const via = call.text("client");
  const since = call.text("since");
  if (via === undefined && since === undefined) throw new UsageError(text.usage.missingArgument("ID"));
  if (via === undefined || via === "") throw new UsageError(text.trash.nameClient);
  if (since === undefined) throw new UsageError(text.trash.nameDay);
  if (call.flag("permanently")) throw new UsageError(text.usage.needs("--permanently", "<ID>"));
  const dryRun = call.flag("dry-run");
  const filter = capturedVia(via, since);
  let moved = 0;
  while (!dryRun) {
    const { items } = await app.ask("memories.list", { ...filter, limit: PAGE_SIZE });
    if (items.length === 0) break;
    await app.ask("memories.delete", { references: items.map(({ id }) => id) });
    moved += items.length;
    terminal.progress(text.memories.trashed(moved, oneLine(via, 100)));
  }
  const remaining = await app.ask("memories.count", filter);
  if (call.json) terminal.printJson({ moved, remaining });
  else if (dryRun) terminal.print(text.memories.wouldTrash(remaining, oneLine(via, 100)));
  else terminal.print(text.memories.trashed(moved, oneLine(via, 100)));
  return remaining === 0 || dryRun ? EXIT.ok : EXIT.failed;
}
