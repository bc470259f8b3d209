import { RecollectError } from "../text/errors.ts";
import { ChatGptMemories, isChatGptConversation } from "./chatgpt.ts";
import { isClaudeMemories, readClaudeMemories } from "./claude-account.ts";
import { isClaudeMemExport, readClaudeMemExport } from "./claude-mem.ts";
import type { ForeignMemory, ImportItem } from "./import-item.ts";
import { isMcpMemoryServiceExport, readMcpMemoryServiceExport } from "./mcp-memory-service.ts";
import { isMem0Export, isMem0Memory, readMem0Export, toMem0Item } from "./mem0.ts";
import { graphIn, isServerMemory, KnowledgeGraph } from "./server-memory.ts";
import { type Fields, objectOf, parseObject, textOf, textsOf } from "./values.ts";

/** The ways in which programs write an absent value. */
const ABSENT = /^(?:|null|none|nil|undefined|n\/a|-)$/i;

interface Line {
  readonly line: number;
  readonly text: string;
}

/** The largest document or line that is read into memory. Parsed, it takes several times as much. */
export const MAX_DOCUMENT_BYTES = 64 * 1024 * 1024;

/**
 * Reads JSON: one object a line, as exports of Recollect and server-memory's file are, or one document, as the exports
 * of other programs are. Lines that are neither become unreadable items.
 * @param path names the file in errors
 * @throws invalid_argument for a document that has conversations only
 */
export async function* readJsonText(lines: AsyncIterable<string>, path: string): AsyncGenerator<ImportItem> {
  const graph = new KnowledgeGraph();
  /** The lines read so far while they may be a document; null for a file of lines. */
  let document: string[] | null = [];
  /** Whether the first line with text may start a document; null before that line. */
  let mayBeDocument: boolean | null = null;
  let length = 0;
  let lineCount = 0;
  const toItems = function* (line: Line): Generator<ImportItem> {
    const value = parseObject(line.text);
    if (isServerMemory(value)) graph.add(value, line.line);
    else yield* itemOf(value, line);
  };
  for await (const text of lines) {
    lineCount += 1;
    if (document === null) {
      yield* toItems({ line: lineCount, text });
      continue;
    }
    document.push(text);
    length += text.length + 1;
    mayBeDocument ??= text.trim() === "" ? null : startsDocument(text);
    if (mayBeDocument !== false && length <= MAX_DOCUMENT_BYTES) continue;
    yield* numbered(document).flatMap((line) => [...toItems(line)]);
    document = null;
  }
  if (document !== null) {
    const items = readDocument(document.join("\n"), path);
    if (items === null) for (const line of numbered(document)) yield* toItems(line);
    else yield* items;
  }
  yield* graph.items();
}

/** Whether the first line with text can start a document: not if it is a memory of its own. */
function startsDocument(line: string): boolean {
  const first = line.replace(/^\ufeff/, "").trim();
  const value = parseObject(first);
  return value === null ? /^[[{]/.test(first) : isExport(value);
}

function isExport(value: Fields): boolean {
  const hasList = Array.isArray(value.memories) || Array.isArray(value.conversations);
  return (
    hasList || isClaudeMemExport(value) || isMem0Export(value) || isClaudeMemories(value) || graphIn(value) !== null
  );
}

function numbered(texts: readonly string[]): Line[] {
  return texts.map((text, index) => ({ line: index + 1, text }));
}

/** Returns null if the text is not a document of memories. */
function readDocument(text: string, path: string): AsyncIterable<ImportItem> | Generator<ImportItem> | null {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    return null;
  }
  const document = objectOf(value);
  if (isClaudeMemExport(document)) return readClaudeMemExport(document).items;
  if (isMcpMemoryServiceExport(document)) return readMcpMemoryServiceExport(document).items;
  if (isMem0Export(value)) return readMem0Export(value).items;
  if (isClaudeMemories(value)) return readClaudeMemories([value]).items;
  const graph = graphIn(value);
  if (graph !== null) return graph.items();
  const list = Array.isArray(value) ? value : (document.memories ?? document.conversations);
  if (!Array.isArray(list)) return null;
  return list.some((each) => isConversation(objectOf(each))) ? savedIn(list, path) : itemsOf(list);
}

/** Whether an object is a conversation of a ChatGPT or Claude account. */
function isConversation(value: Fields): boolean {
  return isChatGptConversation(value) || Array.isArray(value.chat_messages);
}

/** The saved memories in the conversations of a ChatGPT export. Claude's are in a file of their own. */
function savedIn(conversations: readonly unknown[], path: string): AsyncIterable<ImportItem> {
  const memories = new ChatGptMemories();
  for (const conversation of conversations) memories.add(objectOf(conversation));
  const { total, items } = memories.source();
  if (total === 0) throw new RecollectError("import_no_saved_memories", { path }, { field: "file" });
  return items;
}

function* itemsOf(list: readonly unknown[]): Generator<ImportItem> {
  const graph = new KnowledgeGraph();
  for (const [index, value] of list.entries()) {
    const fields = objectOf(value);
    if (isServerMemory(fields)) {
      graph.add(fields, index + 1);
      continue;
    }
    const items = itemOf(fields, { line: index + 1, text: JSON.stringify(value) });
    for (const item of items) yield { ...item, place: `entry ${index + 1}` };
  }
  yield* graph.items();
}

/** Whether an object is from an export of Recollect, and not only content to capture. */
function isArchived(value: Fields): boolean {
  return ["id", "content", "createdAt", "updatedAt", "revision"].every((name) => value[name] !== undefined);
}

function* itemOf(value: Fields | null, { line, text }: Line): Generator<ImportItem> {
  if (text.trim() === "") return;
  const at = { line, place: `line ${line}` };
  if (value !== null && isArchived(value)) {
    yield { ...at, program: "recollect", kind: "archived", memory: value };
  } else if (value !== null && isMem0Memory(value)) {
    yield toMem0Item(value, line);
  } else if (typeof value?.content === "string") {
    const { content, namespace, domain, tags, source, validFrom, validUntil } = value;
    const given = Object.entries({ namespace, domain, source, validFrom, validUntil });
    // A namespace may have the name "none".
    const isGiven = ([name, each]: [string, unknown]) => !isAbsent(each) || (name === "namespace" && each === "none");
    const memory = { ...Object.fromEntries(given.filter(isGiven)), ...tagsIn(tags) };
    // The application rejects members of the wrong type and reports the problem.
    yield { ...at, program: "json", kind: "memory", memory: { ...memory, content } as ForeignMemory };
  } else {
    yield { ...at, program: "json", kind: "unreadable", reason: "import_line_invalid" };
  }
}

function isAbsent(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === "string" && ABSENT.test(value.trim()));
}

/** Tags as `capture_memory` reads them: a list, or text with commas or the JSON of a list. Other values are reported. */
function tagsIn(tags: unknown): { readonly tags?: unknown } {
  if (isAbsent(tags)) return {};
  if (typeof tags === "string") return { tags: textsOf(tags).filter((tag) => !isAbsent(tag)) };
  if (!Array.isArray(tags)) return { tags };
  return { tags: tags.filter((tag) => !isAbsent(tag)).map((tag) => textOf(tag) || textOf(objectOf(tag).name) || tag) };
}
