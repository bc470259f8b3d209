import { isClaudeMemExport, readClaudeMemExport } from "./claude-mem.ts";
import type { ForeignMemory, ImportItem } from "./import-item.ts";
import { isMcpMemoryServiceExport, readMcpMemoryServiceExport } from "./mcp-memory-service.ts";
import { createServerMemoryReader, isServerMemory } from "./server-memory.ts";
import { objectOf, parseObject, present } from "./values.ts";

interface Line {
  readonly line: number;
  readonly text: string;
}

/** Longest document that is read whole, in characters. */
const MOST = 256 * 1024 * 1024;

/**
 * Reads JSON: one object a line, as our own export and server-memory write them, or a whole document, as other programs
 * export theirs. What is neither is told line by line.
 */
export async function* readJsonText(lines: AsyncIterable<string>): AsyncGenerator<ImportItem> {
  const graph = createServerMemoryReader();
  /** The lines of what may be a document; null once it is known to be lines. */
  let document: string[] | null = [];
  let length = 0;
  let number = 0;
  const toItems = function* (line: Line): Generator<ImportItem> {
    const value = parseObject(line.text);
    if (isServerMemory(value)) graph.take(value, line.line);
    else yield* itemOf(value, line);
  };
  for await (const text of lines) {
    number += 1;
    if (document === null) {
      yield* toItems({ line: number, text });
      continue;
    }
    document.push(text);
    length += text.length;
    if (mayBeDocument(document) && length <= MOST) continue;
    yield* numbered(document).flatMap((line) => [...toItems(line)]);
    document = null;
  }
  if (document !== null) {
    const whole = readDocument(document.join("\n"));
    if (whole === null) for (const line of numbered(document)) yield* toItems(line);
    else yield* whole;
  }
  yield* graph.items();
}

/** Whether these first lines can be the start of a document: not if the first that is not blank stands on its own. */
function mayBeDocument(lines: readonly string[]): boolean {
  const first = lines
    .find((line) => line.trim() !== "")
    ?.replace(/^\ufeff/, "")
    .trim();
  if (first === undefined) return true;
  const value = parseObject(first);
  return value === null ? /^[[{]/.test(first) : isExport(value);
}

function isExport(value: Readonly<Record<string, unknown>>): boolean {
  return isClaudeMemExport(value) || Array.isArray(value.memories);
}

function numbered(texts: readonly string[]): Line[] {
  return texts.map((text, index) => ({ line: index + 1, text }));
}

/** Null where it is no document of memories. */
function readDocument(text: string): AsyncIterable<ImportItem> | Generator<ImportItem> | null {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    return null;
  }
  const document = objectOf(value);
  if (isClaudeMemExport(document)) return readClaudeMemExport(document).items;
  if (isMcpMemoryServiceExport(document)) return readMcpMemoryServiceExport(document).items;
  const list = Array.isArray(value) ? value : document.memories;
  return Array.isArray(list) ? itemsOf(list) : null;
}

function* itemsOf(list: readonly unknown[]): Generator<ImportItem> {
  for (const [index, value] of list.entries()) {
    const item = itemOf(objectOf(value), { line: index + 1, text: JSON.stringify(value) });
    for (const each of item) yield { ...each, place: `entry ${index + 1}` };
  }
}

/** Whether it is of our own export, and not only a content to be captured. */
function isArchived(value: Readonly<Record<string, unknown>>): boolean {
  return ["id", "content", "createdAt", "updatedAt", "revision"].every((name) => value[name] !== undefined);
}

function* itemOf(value: Readonly<Record<string, unknown>> | null, { line, text }: Line): Generator<ImportItem> {
  if (text.trim() === "") return;
  const at = { line, place: `line ${line}` };
  if (value !== null && isArchived(value)) {
    yield { ...at, program: "recollect", kind: "archived", memory: value };
  } else if (typeof value?.content === "string") {
    const { content, namespace, domain, tags, source } = value;
    const memory = present({ content, namespace, domain, tags, source: source ?? undefined });
    // What has another type than it should is refused by the application, which says what is wrong.
    yield { ...at, program: "json", kind: "memory", memory: { ...memory, content } as ForeignMemory };
  } else {
    yield { ...at, program: "json", kind: "unreadable", reason: 'It is no JSON object with a "content".' };
  }
}
