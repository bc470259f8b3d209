import { capturedVia } from "../../core/filter.ts";
import { type Command, EXIT, UsageError } from "../command.ts";
import { oneLine } from "../terminal.ts";

/** The maximum of one request, so that none takes long. */
const PAGE_SIZE = 200;

export const trash: Command = {
  name: "trash",
  options: ["--client <NAME>", "--since <WHEN>", "--dry-run"],
  async run(call, { app, terminal, text }) {
    const via = call.text("client");
    const since = call.text("since");
    if (via === undefined || via === "") throw new UsageError(text.trash.nameClient);
    if (since === undefined) throw new UsageError(text.trash.nameDay);
    const dryRun = call.flag("dry-run");
    const filter = capturedVia(via, since);
    let moved = 0;
    while (!dryRun) {
      const { items } = await app.ask("memories.list", { ...filter, limit: PAGE_SIZE });
      if (items.length === 0) break;
      await app.ask("memories.delete", { references: items.map(({ id }) => id) });
      moved += items.length;
    }
    const remaining = await app.ask("memories.count", filter);
    if (call.json) terminal.printJson({ moved, remaining });
    else if (dryRun) terminal.print(text.memories.wouldTrash(remaining, oneLine(via, 100)));
    else terminal.print(text.memories.trashed(moved, oneLine(via, 100)));
    return remaining === 0 || dryRun ? EXIT.ok : EXIT.failed;
  },
};
