import { type Memory, titleOf } from "../../core/memory.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { defined, FILTER_OPTIONS, filterOf } from "../filter-options.ts";
import { oneLine } from "../terminal.ts";
import { walkMemories } from "../walk-memories.ts";

export const list: Command = {
  name: "list",
  summary: "List memories, the newest first",
  usage: "[options]",
  options: {
    ...FILTER_OPTIONS,
    sort: { type: "string", value: "ORDER", help: "created (default), created-ascending, updated or recalled." },
    trash: { type: "boolean", help: "What is in the trash instead." },
    limit: { type: "string", short: "l", value: "N", help: "How many at most; default 50." },
  },
  words: [0, 0],
  async run(call, { app, terminal }) {
    const args = defined({
      ...filterOf(call),
      sort: call.choice("sort", ["created", "created-ascending", "updated", "recalled"]),
      trash: call.flag("trash") ? "only" : undefined,
      detail: call.json ? "everything" : "light",
    });
    const memories: Memory[] = [];
    const most = call.number("limit", { from: 1, to: 1_000_000, otherwise: 50 });
    for await (const memory of walkMemories(app, args, most)) {
      if (call.json) memories.push(memory);
      else terminal.print(lineOf(memory, terminal));
    }
    if (call.json) terminal.print(JSON.stringify({ memories }, null, 2));
    return EXIT.ok;
  },
};

function lineOf(
  { id, createdAt, namespace, domain, content }: Memory,
  { faint, width }: { faint(text: string): string; readonly width: number },
): string {
  const place = `${id}  ${createdAt.slice(0, 10)}  ${namespace.padEnd(11)}  ${oneLine(domain, 60)}`;
  return `${faint(place)}  ${oneLine(titleOf(content), Math.max(30, width - place.length - 2))}`;
}
