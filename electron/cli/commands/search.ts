import { titleOf } from "../../core/memory.ts";
import { SEARCH_MODES } from "../../core/search.ts";
import { type Command, EXIT } from "../command.ts";
import { defined, FILTER_OPTIONS, filterOf } from "../filter-options.ts";
import { formatJson, oneLine } from "../terminal.ts";

export const search: Command = {
  name: "search",
  summary: "Search memories by text and meaning",
  usage: "<query> [options]",
  details: `The query can contain "exact phrases" and filters:
ns:decisions tag:auth -tag:old domain:user since:30d
Words that start with a hyphen go after --, as in: recollect search -- -tag:old`,
  options: {
    ...FILTER_OPTIONS,
    mode: { type: "string", value: "MODE", help: "hybrid (default), text or vector (meaning only)." },
    limit: { type: "string", short: "l", value: "N", help: "Number of results, 1 to 100; default 10." },
    "min-score": {
      type: "string",
      value: "SCORE",
      help: "Lowest score of a result, 0 to 1; 0 for all. Default: what is likely to be relevant.",
    },
    cursor: { type: "string", value: "CURSOR", help: "Continue from the nextCursor of a previous --json result." },
  },
  words: [1, Number.POSITIVE_INFINITY],
  async run(call, { app, terminal }) {
    const result = await app.call(
      "search_memories",
      defined({
        query: call.words.join(" "),
        ...filterOf(call),
        mode: call.choice("mode", SEARCH_MODES),
        limit: call.number("limit", { from: 1, to: 100, otherwise: 10 }),
        minScore: call.share("min-score"),
        cursor: call.text("cursor"),
        detail: "everything",
      }),
    );
    if (call.json) {
      terminal.print(formatJson(result));
      return EXIT.ok;
    }
    for (const notice of result.notices ?? []) terminal.note(notice);
    if (result.results.length === 0) terminal.note("No memories found.");
    for (const { id, namespace, domain, createdAt, content, score, matched } of result.results) {
      const title = titleOf(content);
      terminal.print(`${score.toFixed(2)}  ${terminal.bold(oneLine(title, terminal.width - 6))}`);
      terminal.print(
        `      ${terminal.faint(`${namespace} · ${oneLine(domain, 200)} · ${createdAt.slice(0, 10)} · ${id}`)}`,
      );
      const excerpt = oneLine(matched.excerpt, terminal.width - 6);
      if (!title.startsWith(excerpt.replace(/…$/, ""))) terminal.print(`      ${excerpt}`);
    }
    return EXIT.ok;
  },
};
