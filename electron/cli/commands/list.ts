import { MEMORY_SORTS } from "../../core/filter.ts";
import type { Memory } from "../../core/memory.ts";
import { messageText } from "../../text/message.ts";
import type { Command } from "../command.ts";
import { defined, FILTER_OPTIONS, FORMER_PROJECT_OPTION, scopedFilterOf } from "../filter-options.ts";
import { memoryFields, memoryForm } from "../memory-list.ts";
import { LIST_OUTPUT, printList } from "../output.ts";

/** The maximum limit of one request. */
const MAX_PAGE_SIZE = 200;

export const list: Command = {
  name: "list",
  options: [
    ...FILTER_OPTIONS,
    "--sort <created|created-ascending|updated|recalled>",
    "--trash",
    "-l, --limit <N>",
    ...LIST_OUTPUT,
  ],
  hidden: [FORMER_PROJECT_OPTION],
  examples: [
    "recollect list --namespace decisions --since 7d",
    "recollect list --all --limit 5 --format '{shortId}\\t{title}'",
  ],
  async run(call, context) {
    const { app, terminal, text } = context;
    const filter = defined({
      ...(await scopedFilterOf(call, text, app)),
      sort: call.choice("sort", MEMORY_SORTS),
      trash: call.flag("trash") ? ("only" as const) : undefined,
    });
    const maximum = call.number("limit", { from: 1, to: 1_000_000, otherwise: 50 });
    const memories: Memory[] = [];
    const notices = new Set<string>();
    let cursor: string | undefined;
    do {
      const limit = Math.min(MAX_PAGE_SIZE, maximum - memories.length);
      const page = await app.ask("memories.list", { ...filter, limit, ...defined({ cursor }) });
      memories.push(...page.items);
      for (const notice of page.notices ?? []) notices.add(messageText(text.searchNotices, notice));
      cursor = page.nextCursor;
    } while (cursor !== undefined && memories.length < maximum);
    if (!call.json) for (const notice of notices) terminal.note(terminal.yellow(notice));
    await printList(call, context, {
      json: { memories, ...(notices.size === 0 ? {} : { notices: [...notices] }) },
      items: memories,
      form: memoryForm(context),
      fields: memoryFields,
      empty: filter.trash === undefined ? text.memories.noneHere : text.memories.trashEmpty,
    });
    if (cursor !== undefined && terminal.isInteractive) terminal.note(terminal.faint(text.memories.more(maximum)));
  },
};
