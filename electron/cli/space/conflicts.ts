import { type Memory, titleOf } from "../../core/memory.ts";
import type { MemoryConflictEntry } from "../../core/replication/change-store.ts";
import type { EntryFields, FieldName } from "../../core/replication/entry.ts";
import type { AppClient } from "../app-client.ts";
import { EXIT, UsageError } from "../command.ts";
import { count, formatJson, oneLine, plainText, type Terminal } from "../terminal.ts";
import { minuteOf, nameOf, plain } from "./print-space.ts";
import { findSpace, type SpaceAction } from "./space-calls.ts";

const PAGE_SIZE = 50;
const DECISIONS = ["keep", "take", "merge"] as const;

export const conflicts: SpaceAction = async ([name], call, { app, terminal }) => {
  const space = name === undefined ? null : (await findSpace(app, name)).id;
  const found = (await readConflicts(app)).filter((conflict) => space === null || conflict.space === space);
  if (call.json) {
    terminal.print(formatJson({ conflicts: found }));
    return EXIT.ok;
  }
  for (const conflict of found) await printConflict(conflict, terminal);
  if (found.length === 0) terminal.note("There are no conflicts.");
  else terminal.note(`${count(found.length, "conflict")}: recollect space resolve MEMORY keep | take | merge`);
  return EXIT.ok;
};

/** `resolve MEMORY keep`, `resolve MEMORY take [CHANGE]`, `resolve MEMORY merge --content TEXT`. */
export const resolve: SpaceAction = async ([given = "", decision, change], call, { app, input, terminal }) => {
  const chosen = DECISIONS.find((one) => one === decision);
  if (given === "" || chosen === undefined) {
    throw new UsageError("Decide: recollect space resolve MEMORY keep | take [CHANGE] | merge", "space");
  }
  const content = call.text("content");
  if ((chosen === "merge") !== (content !== undefined))
    throw new UsageError("merge needs --content TEXT or -.", "space");
  const id = given.toUpperCase();
  const open = (await readConflicts(app)).filter(({ memory }) => memory.id === id || memory.id.endsWith(id));
  const [first] = open;
  if (first === undefined) throw new UsageError(`There is no open conflict of the memory ${given}.`, "space");
  if (open.some(({ memory }) => memory.id !== first.memory.id)) {
    throw new UsageError(`${given} is the end of several ids.`, "space");
  }
  const memory = await app.ask("spaces.resolve", {
    space: first.space,
    memory: first.memory.id,
    // What came in since the list was read stays open.
    stamps: open.map(({ stamp }) => stamp),
    expectedRevision: first.memory.revision,
    ...(chosen === "take" ? { take: changeOf(open, change) } : {}),
    ...(content === undefined ? {} : { changes: { content: content === "-" ? await input.rest() : content } }),
  });
  if (call.json) terminal.print(formatJson({ memory }));
  else terminal.print(`Resolved: ${oneLine(titleOf(memory.content), terminal.width - 12)}`);
  return EXIT.ok;
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

/** @param given the change, which may be left out if there is one only */
function changeOf(open: readonly MemoryConflictEntry[], given: string | undefined): string {
  const [found, another] = open.filter(({ stamp }) => given === undefined || stamp === given);
  if (found !== undefined && another === undefined) return found.stamp;
  const choices = open.map(({ stamp, device }) => `${stamp} (${nameOf(device)})`).join(", ");
  throw new UsageError(`Name the change to take: ${choices}.`, "space");
}

async function printConflict(conflict: MemoryConflictEntry, terminal: Terminal): Promise<void> {
  const { memory, other, fields, device, client, at, stamp } = conflict;
  terminal.print(`${memory.id}  ${terminal.bold(oneLine(titleOf(memory.content), terminal.width - 30))}`);
  const author = client === null ? "" : ` by ${plain(client.name)}`;
  terminal.print(terminal.faint(`  change ${stamp}, on ${nameOf(device)}${author}, ${minuteOf(at)}`));
  if (other === null) {
    terminal.print("  A part of its history has not arrived yet.");
    return;
  }
  for (const field of fields) {
    if (field === "content") await printContents(memory.content, other.content, terminal);
    else terminal.print(`  ${field}: ${presentValue(memory, field)} is now, ${otherValue(other, field)} in the change`);
  }
}

/** `-`: now, `+`: in the change of the other device. */
async function printContents(present: string, other: string, terminal: Terminal): Promise<void> {
  const { differenceOf, formatDifference } = await import("../../connect/install/difference.ts");
  const lines = plainText(formatDifference(differenceOf(present, other)))
    .trimEnd()
    .split("\n");
  for (const line of lines) terminal.print(`  ${line}`);
}

function presentValue(memory: Memory, field: FieldName): string {
  if (field === "validity") return interval(memory.validFrom, memory.validUntil);
  return valueText(memory[field]);
}

function otherValue(other: EntryFields, field: FieldName): string {
  if (field === "validity") return interval(other.validity.validFrom, other.validity.validUntil);
  return valueText(other[field]);
}

function interval(from: string | null, until: string | null): string {
  return `${from ?? "…"} to ${until ?? "…"}`;
}

function valueText(value: unknown): string {
  if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) return "none";
  return plain(Array.isArray(value) ? value.join(", ") : String(value));
}
