import type { ForeignMemory, ImportItem, ImportSource } from "./import-item.ts";
import { namespaceFor } from "./kinds-of-knowledge.ts";
import { type Fields, momentOf, nameOf as nameIn, objectOf, omitEmpty, textOf, textsOf } from "./values.ts";

const PROGRAM = "mem0";
/** The states of OpenMemory in which no client reads a memory any more. */
const REMOVED_STATES = ["deleted", "archived"];

/**
 * Whether a JSON document is from mem0: the response of its API or SDKs for all memories, only the list in it, or the
 * `memories.json` of OpenMemory's backup.
 */
export function isMem0Export(document: unknown): boolean {
  return listOf(document).some((memory) => isMem0Memory(objectOf(memory)));
}

/** Whether an object is a memory of mem0 or a line of OpenMemory's `memories.jsonl`. */
export function isMem0Memory(value: Fields): boolean {
  const isOpenMemory = typeof value.content === "string" && "state" in value && "metadata" in value;
  return typeof value.id === "string" && (typeof value.memory === "string" || isOpenMemory);
}

/** Reads such a document. */
export function readMem0Export(document: unknown): ImportSource {
  const memories = listOf(document).map(objectOf);
  const nameOf = categoryNames(objectOf(document).categories);
  return {
    total: memories.length,
    items: (async function* () {
      for (const [index, memory] of memories.entries()) {
        const named = textsOf(memory.category_ids).map((id) => nameOf.get(id) ?? "");
        yield toMem0Item({ ...memory, categories: [...textsOf(memory.categories), ...named] }, index + 1);
      }
    })(),
  };
}

/** One memory of mem0 or OpenMemory. @param line counted from 1 */
export function toMem0Item(memory: Fields, line: number): ImportItem {
  const at = { program: PROGRAM, line, place: `memory ${line}` } as const;
  if (REMOVED_STATES.includes(textOf(memory.state))) return { ...at, kind: "skipped", reason: "deleted", count: 1 };
  const content = textOf(memory.memory) || textOf(memory.content);
  if (content === "") return { ...at, kind: "unreadable", reason: "import_content_missing" };
  return { ...at, kind: "memory", memory: toMemory(memory, content) };
}

function toMemory(memory: Fields, content: string): ForeignMemory {
  const metadata = objectOf(memory.metadata);
  const createdAt = momentOf(memory.created_at);
  const id = textOf(memory.id);
  const categories = textsOf(memory.categories);
  return {
    content,
    tags: [...categories, ...textsOf(metadata.tags)],
    ...omitEmpty({
      namespace: [textOf(metadata.type), ...categories].map(namespaceFor).find((name) => name !== undefined),
      project: nameIn(metadata.project) || nameIn(metadata.repo) || nameIn(memory.project_id),
      source: textOf(metadata.source) || textOf(metadata.url),
      validUntil: textOf(memory.expiration_date),
      createdAt,
      updatedAt: momentOf(memory.updated_at),
      foreign: id === "" ? undefined : { key: [PROGRAM, id], createdAt: createdAt ?? null },
    }),
  };
}

function listOf(document: unknown): readonly unknown[] {
  if (Array.isArray(document)) return document;
  const { results, memories } = objectOf(document);
  return ([results, memories].find((list) => Array.isArray(list)) as unknown[] | undefined) ?? [];
}

/** The names of categories by their ids, in OpenMemory's backup. */
function categoryNames(categories: unknown): ReadonlyMap<string, string> {
  const list = Array.isArray(categories) ? categories.map(objectOf) : [];
  return new Map(list.map(({ id, name }) => [textOf(id), textOf(name)]));
}
