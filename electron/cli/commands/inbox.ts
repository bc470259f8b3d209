import type { Page } from "../../core/filter.ts";
import type { Proposal } from "../../core/inbox.ts";
import { titleOf } from "../../core/memory.ts";
import { type Command, type CommandCall, type CommandContext, EXIT, type ExitCode, UsageError } from "../command.ts";
import { formatJson, oneLine } from "../terminal.ts";

const ACTIONS = ["list", "keep", "reject"] as const;
const PAGE_SIZE = 50;

export const inbox: Command = {
  name: "inbox",
  summary: "Review memories that wait for your decision",
  usage: "[list | keep <id>… | reject <id>…]",
  details: `Memories of clients that may only propose, memories that read like an
instruction to an assistant, and imports with --inbox wait in the inbox. No
client sees them before you keep them. Exits with 4 if an id is not in the inbox.`,
  options: {},
  words: [0, 200],
  async run(call, context) {
    const [given = "list", ...ids] = call.words;
    const action = ACTIONS.find((name) => name === given);
    if (action === undefined) throw new UsageError(`There is no action ${given}: use ${ACTIONS.join(", ")}.`, "inbox");
    if (action === "list") return await printWaiting(call, context);
    if (ids.length === 0) throw new UsageError(`Name what to ${action}: recollect inbox ${action} <id>`, "inbox");
    for (const id of ids) {
      await context.app.ask(`inbox.${action}`, { id });
      if (!call.json) context.terminal.print(`${action === "keep" ? "Kept" : "Rejected"}: ${oneLine(id, 100)}`);
    }
    if (call.json) context.terminal.print(formatJson({ [action === "keep" ? "kept" : "rejected"]: ids }));
    return EXIT.ok;
  },
};

async function printWaiting(call: CommandCall, { app, terminal }: CommandContext): Promise<ExitCode> {
  const proposals: Proposal[] = [];
  let cursor: string | undefined;
  do {
    const page: Page<Proposal> = await app.ask("inbox.list", { state: "waiting", limit: PAGE_SIZE, cursor });
    proposals.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  if (call.json) {
    terminal.print(formatJson({ waiting: proposals }));
    return EXIT.ok;
  }
  for (const { memory, subject, reason } of proposals) {
    const from = `${memory.id}  ${reason.padEnd(11)}  ${oneLine(memory.client?.name ?? subject, 30)}`;
    terminal.print(
      `${terminal.faint(from)}  ${oneLine(titleOf(memory.content), Math.max(30, terminal.width - from.length - 2))}`,
    );
  }
  terminal.note(
    proposals.length === 0
      ? "Nothing waits for review."
      : `${proposals.length} wait: recollect inbox keep <id>, or reject <id>.`,
  );
  return EXIT.ok;
}
