import { titleOf } from "../../core/memory.ts";
import { SEARCH_MODES } from "../../core/search.ts";
import { messageText } from "../../text/message.ts";
import type { Command } from "../command.ts";
import { defined, FILTER_OPTIONS, FORMER_PROJECT_OPTION, scopedFilterOf } from "../filter-options.ts";
import { memoryFacts, memoryFields } from "../memory-list.ts";
import { LIST_OUTPUT, printList } from "../output.ts";
import { oneLine } from "../terminal.ts";

export const search: Command = {
  name: "search",
  arguments: "<QUERY...>",
  options: [
    ...FILTER_OPTIONS,
    "--mode <hybrid|text|vector>",
    "-l, --limit <N>",
    "--min-score <SCORE>",
    "--cursor <CURSOR>",
    ...LIST_OUTPUT,
  ],
  hidden: [FORMER_PROJECT_OPTION],
  examples: ["recollect search deploy window", "recollect search 'ns:decisions since:30d' --all --json"],
  async run(call, context) {
    const { app, terminal, text } = context;
    const query = call.words.join(" ");
    const filter = await scopedFilterOf(call, text, app, query);
    const found = await app.ask(
      "memories.search",
      defined({
        query,
        ...filter,
        mode: call.choice("mode", SEARCH_MODES),
        limit: call.number("limit", { from: 1, to: 100, otherwise: 10 }),
        minScore: call.share("min-score"),
        cursor: call.text("cursor"),
      }),
    );
    const notices = found.notices.map((notice) => messageText(text.searchNotices, notice));
    const results = found.items.map(({ memory, score, matched }) => ({ ...memory, score, matched }));
    const { nextCursor, mode } = found;
    if (!call.json) for (const notice of notices) terminal.note(terminal.yellow(notice));
    await printList(call, context, {
      json: { results, ...defined({ nextCursor }), mode, ...(notices.length === 0 ? {} : { notices }) },
      items: results,
      form: {
        lines(memory) {
          const title = titleOf(memory.content);
          const excerpt = oneLine(memory.matched.excerpt, terminal.width - 2);
          const isShown = title.startsWith(excerpt.replace(/…$/, ""));
          return [
            terminal.bold(oneLine(title, terminal.width)),
            ...(isShown ? [] : [`  ${excerpt}`]),
            `  ${terminal.faint(memoryFacts(memory))}`,
          ];
        },
      },
      fields: (result) => ({ ...memoryFields(result), score: result.score, excerpt: result.matched.excerpt }),
      // A notice says how to see the results that are less likely.
      empty:
        found.lessLikely > 0
          ? ""
          : Array.isArray(filter.domain)
            ? text.memories.noneFoundHere
            : text.memories.noneFound,
    });
  },
};
