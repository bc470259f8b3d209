import type { Page } from "../../core/filter.ts";
import type { Proposal } from "../../core/inbox.ts";
import { titleOf } from "../../core/memory.ts";
import type { Command, CommandCall, CommandContext } from "../command.ts";
import { oneLine } from "../terminal.ts";

const PAGE_SIZE = 50;

export const inbox: Command = {
  name: "inbox",
  actions: {
    list: { run: printWaiting },
    keep: { arguments: "<id...>", run: decide("keep") },
    reject: { arguments: "<id...>", run: decide("reject") },
  },
};

function decide(decision: "keep" | "reject") {
  return async (call: CommandCall, { app, terminal, text }: CommandContext): Promise<void> => {
    const [key, sentence] =
      decision === "keep" ? (["kept", text.inbox.kept] as const) : (["rejected", text.inbox.rejected] as const);
    for (const id of call.words) {
      await app.ask(`inbox.${decision}`, { id });
      if (!call.json) terminal.print(sentence(oneLine(id, 100)));
    }
    if (call.json) terminal.printJson({ [key]: call.words });
  };
}

async function printWaiting(call: CommandCall, { app, terminal, text }: CommandContext): Promise<void> {
  const proposals: Proposal[] = [];
  let cursor: string | undefined;
  do {
    const page: Page<Proposal> = await app.ask("inbox.list", { state: "waiting", limit: PAGE_SIZE, cursor });
    proposals.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  if (call.json) return terminal.printJson({ waiting: proposals });
  for (const { memory, subject, reason } of proposals) {
    const from = `${memory.id}  ${reason.padEnd(11)}  ${oneLine(memory.client?.name ?? subject, 30)}`;
    terminal.print(
      `${terminal.faint(from)}  ${oneLine(titleOf(memory.content), Math.max(30, terminal.width - from.length - 2))}`,
    );
  }
  terminal.note(proposals.length === 0 ? text.inbox.empty : text.inbox.waiting(proposals.length));
}
