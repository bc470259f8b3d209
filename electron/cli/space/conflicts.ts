import { type Memory, titleOf } from "../../core/memory.ts";
import type { MemoryConflictEntry } from "../../core/replication/change-store.ts";
import type { EntryFields, FieldName } from "../../core/replication/entry.ts";
import type { CommandText } from "../../text/command-line.ts";
import { localMinute } from "../../text/local-time.ts";
import type { AppClient } from "../app-client.ts";
import { UsageError } from "../command.ts";
import { oneLine, plainText, type Terminal } from "../terminal.ts";
import { nameOf, plain } from "./print-space.ts";
import { findSpace, type SpaceAction, type SpaceContext } from "./space-calls.ts";

type Words = CommandText["spaces"]["conflicts"];

const PAGE_SIZE = 50;
const DECISIONS = ["keep", "take", "merge"] as const;

export const conflicts: SpaceAction = async ([name], call, context) => {
  const { app, terminal, text } = context;
  const words = text.spaces.conflicts;
  const space = name === undefined ? null : (await findSpace(context, name)).id;
  const found = (await readConflicts(app)).filter((conflict) => space === null || conflict.space === space);
  if (call.json) return terminal.printJson({ conflicts: found });
  for (const conflict of found) await printConflict(conflict, context);
  if (found.length === 0) terminal.note(words.none);
  else terminal.note(words.open(found.length));
};

/** `resolve MEMORY keep`, `resolve MEMORY take [CHANGE]`, `resolve MEMORY merge --content TEXT`. */
export const resolve: SpaceAction = async ([given = "", decision, change], call, context) => {
  const { app, input, terminal, text } = context;
  const words = text.spaces.conflicts;
  const chosen = DECISIONS.find((known) => known === decision);
  if (chosen === undefined) throw new UsageError(text.usage.pass(DECISIONS));
  const content = call.text("content");
  if ((chosen === "merge") !== (content !== undefined)) throw new UsageError(words.mergeNeeds);
  const id = given.toUpperCase();
  const open = (await readConflicts(app)).filter(({ memory }) => memory.id === id || memory.id.endsWith(id));
  const [first] = open;
  if (first === undefined) throw new UsageError(words.unknown(given));
  if (open.some(({ memory }) => memory.id !== first.memory.id)) throw new UsageError(words.ambiguous(given));
  const memory = await app.ask("spaces.resolve", {
    space: first.space,
    memory: first.memory.id,
    // Changes that arrived since the list was read stay open.
    stamps: open.map(({ stamp }) => stamp),
    expectedRevision: first.memory.revision,
    ...(chosen === "take" ? { take: changeOf(open, change, text) } : {}),
    ...(content === undefined ? {} : { changes: { content: content === "-" ? await input.rest() : content } }),
  });
  if (call.json) terminal.printJson({ memory });
  else terminal.print(words.resolved(oneLine(titleOf(memory.content), terminal.width - 12)));
};

async function readConflicts(app: AppClient): Promise<MemoryConflictEntry[]> {
  const all: MemoryConflictEntry[] = [];
  let cursor: string | undefined;
  do {
    const input = { limit: PAGE_SIZE, cursor };
    const page = await app.ask("spaces.conflicts", input);
    all.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return all;
}

/** @param given the change, which may be omitted if there is only one */
function changeOf(open: readonly MemoryConflictEntry[], given: string | undefined, { spaces }: CommandText): string {
  const [found, another] = open.filter(({ stamp }) => given === undefined || stamp === given);
  if (found !== undefined && another === undefined) return found.stamp;
  const choices = open.map(({ stamp, device }) => `${stamp} (${nameOf(device)})`).join(", ");
  throw new UsageError(spaces.conflicts.nameChange(choices));
}

async function printConflict(conflict: MemoryConflictEntry, { terminal, text }: SpaceContext): Promise<void> {
  const words = text.spaces.conflicts;
  const { memory, other, fields, device, client, at, stamp } = conflict;
  terminal.print(`${memory.id}  ${terminal.bold(oneLine(titleOf(memory.content), terminal.width - 30))}`);
  const author = client === null ? null : plain(client.name);
  terminal.print(terminal.faint(`  ${words.change(stamp, nameOf(device), author, localMinute(at))}`));
  if (memory.deletedAt !== null) terminal.print(`  ${words.trashed}`);
  if (other === null) {
    terminal.print(`  ${words.incomplete}`);
    return;
  }
  if (other.deletedAt !== null) terminal.print(`  ${words.otherTrashed}`);
  for (const field of fields) {
    if (field === "content") await printContents(memory.content, other.content, terminal, words);
    else terminal.print(`  ${words.field(field, presentValue(memory, field, words), otherValue(other, field, words))}`);
  }
}

/**
 * Prints the difference: `-` is the memory now, `+` the other device's change. Without a difference, the text: the
 * change was to a memory that another device deleted.
 */
async function printContents(present: string, other: string, terminal: Terminal, words: Words): Promise<void> {
  if (present === other) {
    terminal.print(`  ${words.applied}`);
    for (const line of plainText(other).trimEnd().split("\n")) terminal.print(`    ${line}`);
    return;
  }
  const { differenceOf, formatDifference } = await import("../../connect/install/difference.ts");
  const lines = plainText(formatDifference(differenceOf(present, other)))
    .trimEnd()
    .split("\n");
  for (const line of lines) terminal.print(`  ${line}`);
}

function presentValue(memory: Memory, field: FieldName, words: Words): string {
  if (field === "validity") return words.interval(memory.validFrom ?? "…", memory.validUntil ?? "…");
  return valueText(memory[field], words);
}

function otherValue(other: EntryFields, field: FieldName, words: Words): string {
  if (field === "validity") return words.interval(other.validity.validFrom ?? "…", other.validity.validUntil ?? "…");
  return valueText(other[field], words);
}

function valueText(value: unknown, words: Words): string {
  if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) return words.empty;
  return plain(Array.isArray(value) ? value.join(", ") : String(value));
}
