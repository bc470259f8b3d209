import { activityText } from "../../core/activity-sentence.ts";
import { ANY } from "../../core/domain.ts";
import type { Memory } from "../../core/memory.ts";
import { localDay, localMinute } from "../../text/local-time.ts";
import type { Command, CommandContext } from "../command.ts";
import { memoryForm } from "../memory-list.ts";
import { formatTable } from "../output.ts";
import { oneLine } from "../terminal.ts";
import { readWaiting, waitingLines } from "../waiting.ts";

/** How many memories are printed; --json prints all. */
const MAX_PRINTED = 20;
/** How many of the other things that happened are read. */
const MAX_READ = 200;

export const today: Command = {
  name: "today",
  examples: ["recollect today", "recollect today --json"],
  async run(call, context) {
    const { app, terminal, text } = context;
    const words = text.today;
    const day = localDay(Date.now());
    const since = new Date().setHours(0, 0, 0, 0);
    const [memories, happened, activity, waiting] = await Promise.all([
      memoriesSince(day, context),
      app.ask("activity.entries", { since, limit: MAX_READ }),
      app.ask("clients.list", {}),
      readWaiting(context),
    ]);
    const clients = activity
      .filter(({ requestsToday }) => requestsToday > 0)
      .map(({ name, requestsToday, capturesToday, errorsToday }) => ({
        name,
        requestsToday,
        capturesToday,
        errorsToday,
      }));
    if (call.json) return terminal.printJson({ day, memories, happened: happened.items, clients, waiting });
    const parts = [terminal.bold(words.title(day, memories.length))];
    if (memories.length > 0) {
      const form = memoryForm(context, ({ createdAt }) => localMinute(createdAt).slice(11));
      parts.push(formatTable(memories.slice(0, MAX_PRINTED).map(form.cells), form.columns, terminal).join("\n"));
      if (memories.length > MAX_PRINTED) parts.push(terminal.faint(words.more(memories.length - MAX_PRINTED)));
    }
    // The table above has the memories that were added.
    const entries = happened.items.filter(({ kind }) => kind !== "remembered");
    if (entries.length > 0) {
      const lines = entries.slice(0, MAX_PRINTED).map((entry) => {
        const sentence = oneLine(activityText(entry, text), Math.max(60, terminal.width - 9));
        return `  ${terminal.faint(localMinute(entry.at).slice(11))}  ${sentence}`;
      });
      parts.push(`\n${terminal.bold(words.happened)}`, ...lines);
      if (entries.length > MAX_PRINTED) parts.push(terminal.faint(words.moreHappened(entries.length - MAX_PRINTED)));
    }
    if (clients.length > 0) {
      const lines = clients.map(
        (client) =>
          `  ${oneLine(client.name, 40)}  ${terminal.faint(words.client(client.requestsToday, client.capturesToday, client.errorsToday))}`,
      );
      parts.push(`\n${terminal.bold(words.assistants)}`, ...lines);
    }
    const lines = waitingLines(waiting, context);
    if (lines.length > 0)
      parts.push(`\n${terminal.bold(text.home.waiting)}`, ...lines.map((line) => `  ${terminal.yellow(line)}`));
    await terminal.page(parts.join("\n"));
  },
};

async function memoriesSince(day: string, { app }: CommandContext): Promise<readonly Memory[]> {
  const found: Memory[] = [];
  let cursor: string | undefined;
  do {
    const page = await app.ask("memories.list", { domain: ANY, since: day, limit: 200, cursor });
    found.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return found;
}
