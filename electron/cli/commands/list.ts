import { MEMORY_SORTS } from "../../core/filter.ts";
import { type Memory, titleOf } from "../../core/memory.ts";
import { localDay } from "../../text/local-time.ts";
import type { Command } from "../command.ts";
import { defined, FILTER_OPTIONS, filterOf } from "../filter-options.ts";
import { oneLine } from "../terminal.ts";
import { walkMemories } from "../walk-memories.ts";

export const list: Command = {
  name: "list",
  options: [...FILTER_OPTIONS, "--sort <ORDER>", "--trash", "-l, --limit <N>"],
  async run(call, { app, terminal, text }) {
    const args = defined({
      ...filterOf(call, text),
      sort: call.choice("sort", MEMORY_SORTS),
      trash: call.flag("trash") ? "only" : undefined,
      detail: "everything",
    });
    const memories: Memory[] = [];
    const notices: string[] = [];
    const onNotice = (notice: string) => {
      notices.push(notice);
      if (!call.json) terminal.note(notice);
    };
    const maximum = call.number("limit", { from: 1, to: 1_000_000, otherwise: 50 });
    for await (const memory of walkMemories(app, args, maximum, onNotice)) {
      if (call.json) memories.push(memory);
      else terminal.print(formatLine(memory, terminal));
    }
    if (call.json) terminal.printJson({ memories, ...(notices.length === 0 ? {} : { notices }) });
  },
};

function formatLine(
  { id, createdAt, namespace, domain, content }: Memory,
  { faint, width }: { faint(text: string): string; readonly width: number },
): string {
  const place = `${id}  ${localDay(createdAt)}  ${namespace.padEnd(11)}  ${oneLine(domain, 60)}`;
  return `${faint(place)}  ${oneLine(titleOf(content), Math.max(30, width - place.length - 2))}`;
}
