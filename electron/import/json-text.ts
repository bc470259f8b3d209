import { ChatGptMemories, isChatGptConversation } from "./chatgpt.ts";
import { isClaudeMemories, readClaudeMemories } from "./claude-account.ts";
import { isClaudeMemExport, readClaudeMemExport } from "./claude-mem.ts";
import type { ForeignMemory, ImportItem } from "./import-item.ts";
import { isMcpMemoryServiceExport, readMcpMemoryServiceExport } from "./mcp-memory-service.ts";
import { isMem0Export, isMem0Memory, readMem0Export, toMem0Item } from "./mem0.ts";
import { type Fields, objectOf, omitEmpty, parseObject, textOf } from "./values.ts";

interface Line {
  readonly line: number;
  readonly text: string;
}

/** The largest document or line that is read into memory. Parsed, it takes several times as much. */
export const MAX_DOCUMENT_BYTES = 64 * 1024 * 1024;

/**
 * Reads JSON: one object a line, as exports of Recollect and server-memory's file are, or one document, as the exports
 * of other programs are. Lines that are neither become unreadable items.
 */
export async function* readJsonText(lines: AsyncIterable<string>): AsyncGenerator<ImportItem> {
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
    const items = readDocument(document.join("\n"));
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
  return isClaudeMemExport(value) || Array.isArray(value.memories) || isMem0Export(value) || isClaudeMemories(value);
}

function numbered(texts: readonly string[]): Line[] {
  return texts.map((text, index) => ({ line: index + 1, text }));
}

/** Returns null if the text is not a document of memories. */
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
  if (isMem0Export(value)) return readMem0Export(value).items;
  if (isClaudeMemories(value)) return readClaudeMemories([value]).items;
  const list = Array.isArray(value) ? value : document.memories;
  if (!Array.isArray(list)) return null;
  return list.some((each) => isChatGptConversation(objectOf(each))) ? savedIn(list) : itemsOf(list);
}

/** The saved memories in the conversations of a ChatGPT export. */
function savedIn(conversations: readonly unknown[]): AsyncIterable<ImportItem> {
  const memories = new ChatGptMemories();
  for (const conversation of conversations) memories.add(objectOf(conversation));
  return memories.source().items;
}

function* itemsOf(list: readonly unknown[]): Generator<ImportItem> {
  for (const [index, value] of list.entries()) {
    const items = itemOf(objectOf(value), { line: index + 1, text: JSON.stringify(value) });
    for (const item of items) yield { ...item, place: `entry ${index + 1}` };
  }
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
    const ends = { validFrom: validFrom ?? undefined, validUntil: validUntil ?? undefined };
    const memory = omitEmpty({ content, namespace, domain, tags, source: source ?? undefined, ...ends });
    // The application rejects members of the wrong type and reports the problem.
    yield { ...at, program: "json", kind: "memory", memory: { ...memory, content } as ForeignMemory };
  } else {
    yield { ...at, program: "json", kind: "unreadable", reason: "import_line_invalid" };
  }
}

interface Entity {
  readonly line: number;
  readonly name: string;
  readonly entityType: string;
  readonly observations: readonly string[];
}

/** Whether a line is from the file of `@modelcontextprotocol/server-memory`. */
function isServerMemory(value: Fields | null): value is Fields {
  return (
    (value?.type === "entity" && typeof value.name === "string" && Array.isArray(value.observations)) ||
    (value?.type === "relation" && typeof value.from === "string" && typeof value.to === "string")
  );
}

/** The entities and relations of `@modelcontextprotocol/server-memory`. Each entity becomes one memory. */
class KnowledgeGraph {
  readonly #entities = new Map<string, Entity>();
  readonly #relations = new Map<string, string[]>();

  add(value: Fields, line: number): void {
    if (value.type === "relation") {
      const from = textOf(value.from);
      const fact = `${textOf(value.relationType) || "relates to"} → ${textOf(value.to)}`;
      this.#relations.set(from, [...(this.#relations.get(from) ?? []), fact]);
      return;
    }
    const name = textOf(value.name);
    const observations = (value.observations as unknown[]).map(textOf);
    this.#entities.set(name, { line, name, entityType: textOf(value.entityType), observations });
  }

  /** The entities in their order, with their observations and relations; relations of unknown entities are skipped. */
  *items(): Generator<ImportItem> {
    const program = "server-memory";
    for (const { line, name, entityType, observations } of this.#entities.values()) {
      const facts = [...observations, ...(this.#relations.get(name) ?? [])].map((fact) => `- ${fact}`);
      const content = [`# ${name}`, ...(facts.length === 0 ? [] : ["", ...facts])].join("\n");
      const memory = { content, tags: [entityType.replaceAll(",", " ")], source: program };
      yield { program, line, place: `line ${line}`, kind: "memory", memory };
    }
    const count = [...this.#relations].flatMap(([from, facts]) => (this.#entities.has(from) ? [] : facts)).length;
    if (count > 0) yield { program, line: 0, place: "relations", kind: "skipped", reason: "relation", count };
  }
}
