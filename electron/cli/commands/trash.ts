import { capturedVia } from "../../core/filter.ts";
import { type Command, EXIT, UsageError } from "../command.ts";
import { formatJson, oneLine } from "../terminal.ts";

/** The maximum of one request, so that none takes long. */
const PAGE_SIZE = 200;

export const trash: Command = {
  name: "trash",
  summary: "Move everything one client captured since a day to the trash",
  usage: "--client NAME --since WHEN [options]",
  details: `NAME is the name of the client's token, as the window shows it under Clients: the
name that a client reports can be false. Every domain is included, and superseded
memories. Nothing is deleted: the window restores memories from the trash.
--dry-run only counts them.`,
  options: {
    client: { type: "string", value: "NAME", help: "The name of the client's token." },
    since: { type: "string", value: "WHEN", help: "Captured at or after: 2026-01-31, or 7d, 12h, 3mo ago." },
    "dry-run": { type: "boolean", help: "Only count the memories." },
  },
  words: [0, 0],
  async run(call, { app, terminal }) {
    const via = call.text("client");
    const since = call.text("since");
    if (via === undefined || via === "") throw new UsageError("Name the client: --client NAME", "trash");
    if (since === undefined) throw new UsageError("Name the day: --since 2026-01-31", "trash");
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
    if (call.json) terminal.print(formatJson({ moved, remaining }));
    else if (dryRun) terminal.print(`${count(remaining)} of ${oneLine(via, 100)} would be moved to the trash.`);
    else terminal.print(`${count(moved)} of ${oneLine(via, 100)} moved to the trash.`);
    return remaining === 0 || dryRun ? EXIT.ok : EXIT.failed;
  },
};

function count(memories: number): string {
  return memories === 1 ? "1 memory" : `${memories} memories`;
}
