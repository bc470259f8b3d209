import { type Memory, titleOf } from "../../core/memory.ts";
import type { MemoryUse } from "../../core/use.ts";
import { toDocument } from "../../mcp/resources/front-matter.ts";
import { localMinute, localTime } from "../../text/local-time.ts";
import type { Command, CommandContext } from "../command.ts";
import { memoryFields } from "../memory-list.ts";
import { printRecord } from "../output.ts";
import { oneLine, plainText } from "../terminal.ts";

export const show: Command = {
  name: "show",
  arguments: "<ID>",
  options: ["--history", "--format <TEMPLATE>"],
  examples: ["recollect show K3NCCX12", "recollect show K3NCCX12 --history"],
  async run(call, context) {
    const { app, terminal, text } = context;
    const memory = await app.ask("memories.get", { reference: call.words[0] ?? "" });
    if (call.flag("history")) {
      const history = await app.ask("memories.history", { reference: memory.id });
      if (call.json) return terminal.printJson({ memory, history });
      const lines = history.flatMap(({ revision, action, at, client, content }) => [
        `${terminal.bold(text.show.revision(revision, text.show.actions[action]))}  ${terminal.faint(
          [localMinute(at), client?.name ?? text.show.you].join(" · "),
        )}`,
        `  ${oneLine(titleOf(content), terminal.width - 2)}`,
      ]);
      return await terminal.page(lines.join("\n"));
    }
    if (printRecord(call, context, memoryFields(memory), memory)) return;
    if (!terminal.isInteractive) return await terminal.page(plainText(toDocument(memory)).trimEnd());
    await terminal.page(formatMemory(memory, await app.ask("use.ofMemory", { id: memory.id }), context));
  },
};

/** A memory as a person reads it. A script gets the document with front matter. */
function formatMemory(memory: Memory, use: MemoryUse, { terminal, text }: CommandContext): string {
  const { namespace, domain, tags, source, validFrom, validUntil, client, createdAt, updatedAt } = memory;
  const words = text.show;
  const facts: readonly (readonly [label: string, value: string | null])[] = [
    [words.place, [namespace, oneLine(domain, 200), ...(memory.pinned ? [words.pinned] : [])].join(" · ")],
    [words.tags, tags.length === 0 ? null : tags.join(", ")],
    [words.source, source],
    [
      words.valid,
      validFrom === null && validUntil === null ? null : words.between(timeOf(validFrom), timeOf(validUntil)),
    ],
    [words.by, `${client?.name ?? words.you}, ${localMinute(createdAt)}`],
    [words.changed, updatedAt === createdAt ? null : localMinute(updatedAt)],
    [words.use, formatUse(use, words)],
    [words.superseded, memory.supersededBy],
    [words.deleted, memory.deletedAt === null ? null : localMinute(memory.deletedAt)],
    [words.id, memory.id],
  ];
  const head = facts.flatMap(([label, value]) =>
    value === null ? [] : [`${terminal.faint(label)} ${oneLine(value, Math.max(40, terminal.width - 14))}`],
  );
  return [...head, "", plainText(memory.content)].join("\n");
}

function formatUse({ given, used, unknown, last }: MemoryUse, words: CommandContext["text"]["show"]): string | null {
  if (given === 0) return null;
  if (last === null) return words.times(given, unknown === given ? null : used);
  return `${words.times(given, used)}, ${words.lastUse(last.conversation, localMinute(last.at))}`;
}

function timeOf(time: string | null): string | null {
  return time === null ? null : localTime(time);
}
