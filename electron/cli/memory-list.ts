import { type Memory, titleOf } from "../core/memory.ts";
import { SHORT_ID_LENGTH } from "../core/urn.ts";
import { localDay } from "../text/local-time.ts";
import type { Column } from "./columns.ts";
import type { CommandContext } from "./command.ts";
import { oneLine } from "./terminal.ts";

/** The end of an id, which every command accepts in its place. The error about an ambiguous one names the ids. */
export function shortId(id: string): string {
  return id.slice(-SHORT_ID_LENGTH);
}

/** A memory with the fields that a template can name in addition to its own. */
export function memoryFields(memory: Memory): object {
  return { ...memory, title: titleOf(memory.content), shortId: shortId(memory.id), project: memory.domain };
}

/** A memory in one line: its title first. */
export function memoryForm(
  { terminal, text }: Pick<CommandContext, "terminal" | "text">,
  timeOf: (memory: Memory) => string = ({ createdAt }) => localDay(createdAt),
): { readonly columns: readonly Column[]; cells(memory: Memory): readonly string[] } {
  const { columns: titles } = text;
  const style = terminal.faint;
  return {
    columns: [
      { title: titles.title, min: 28 },
      { title: titles.namespace, max: 16, min: 8, drop: 2, style },
      { title: titles.project, max: 28, min: 10, drop: 3, style },
      { title: titles.date, drop: 1, style },
      { title: titles.id, style },
    ],
    cells: (memory) => {
      const mark = memory.pinned ? "* " : "";
      return [`${mark}${titleOf(memory.content)}`, memory.namespace, memory.domain, timeOf(memory), shortId(memory.id)];
    },
  };
}

/** "decisions · acme/web · 2026-01-31 · K3NCCX12" */
export function memoryFacts({ namespace, domain, createdAt, id }: Memory): string {
  return [namespace, oneLine(domain, 200), localDay(createdAt), shortId(id)].join(" · ");
}
