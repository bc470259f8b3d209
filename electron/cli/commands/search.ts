import { titleOf } from "../../core/memory.ts";
import type { SearchHit, SearchMode } from "../../core/search.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { defined, FILTER_OPTIONS, filterOf } from "../filter-options.ts";
import { oneLine } from "../terminal.ts";

interface SearchAnswer {
  readonly results: readonly SearchHit[];
  readonly nextCursor?: string;
  readonly mode: SearchMode;
  readonly notices?: readonly string[];
}

export const search: Command = {
  name: "search",
  summary: "Find memories by words and meaning",
  usage: "<query> [options]",
  details: `The query may hold "exact phrases" and filters: ns:decisions tag:auth -tag:old domain:user since:30d.
Words that begin with a hyphen come after --, for example: recollect search -- -tag:old`,
  options: {
    ...FILTER_OPTIONS,
    mode: { type: "string", value: "MODE", help: "hybrid (both, the default), text (words) or vector (meaning)." },
    limit: { type: "string", short: "l", value: "N", help: "How many, 1 to 100; default 10." },
    cursor: { type: "string", value: "CURSOR", help: "Go on where an answer with nextCursor (--json) ended." },
  },
  words: [1, Number.POSITIVE_INFINITY],
  async run(call, { app, terminal }) {
    const answer = await app.call<SearchAnswer>(
      "search_memories",
      defined({
        query: call.words.join(" "),
        ...filterOf(call),
        mode: call.choice("mode", ["hybrid", "text", "vector"]),
        limit: call.number("limit", { from: 1, to: 100, otherwise: 10 }),
        cursor: call.text("cursor"),
      }),
    );
    if (call.json) {
      terminal.print(JSON.stringify(answer, null, 2));
      return EXIT.ok;
    }
    for (const notice of answer.notices ?? []) terminal.note(notice);
    if (answer.results.length === 0) terminal.note("Nothing was found.");
    for (const { memory, score, matched } of answer.results) {
      const { id, namespace, domain, createdAt, content } = memory;
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
