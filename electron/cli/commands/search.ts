import { titleOf } from "../../core/memory.ts";
import { SEARCH_MODES } from "../../core/search.ts";
import { localDay } from "../../text/local-time.ts";
import type { Command } from "../command.ts";
import { defined, FILTER_OPTIONS, filterOf } from "../filter-options.ts";
import { oneLine } from "../terminal.ts";

export const search: Command = {
  name: "search",
  arguments: "<query...>",
  options: [...FILTER_OPTIONS, "--mode <MODE>", "-l, --limit <N>", "--min-score <SCORE>", "--cursor <CURSOR>"],
  async run(call, { app, terminal, text }) {
    const result = await app.call(
      "search_memories",
      defined({
        query: call.words.join(" "),
        ...filterOf(call, text),
        mode: call.choice("mode", SEARCH_MODES),
        limit: call.number("limit", { from: 1, to: 100, otherwise: 10 }),
        minScore: call.share("min-score"),
        cursor: call.text("cursor"),
        detail: "everything",
      }),
    );
    if (call.json) return terminal.printJson(result);
    for (const notice of result.notices ?? []) terminal.note(notice);
    if (result.results.length === 0) terminal.note(text.memories.noneFound);
    for (const { id, namespace, domain, createdAt, content, score, matched } of result.results) {
      const title = titleOf(content);
      terminal.print(`${score.toFixed(2)}  ${terminal.bold(oneLine(title, terminal.width - 6))}`);
      terminal.print(
        `      ${terminal.faint(`${namespace} · ${oneLine(domain, 200)} · ${localDay(createdAt)} · ${id}`)}`,
      );
      const excerpt = oneLine(matched.excerpt, terminal.width - 6);
      if (!title.startsWith(excerpt.replace(/…$/, ""))) terminal.print(`      ${excerpt}`);
    }
  },
};
