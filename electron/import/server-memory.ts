import type { ImportItem } from "./import-item.ts";
import { type Fields, objectOf, textOf } from "./values.ts";

const PROGRAM = "server-memory";

interface Entity {
  readonly line: number;
  readonly name: string;
  readonly types: readonly string[];
  readonly observations: readonly string[];
}

/** Whether an object is a record of `@modelcontextprotocol/server-memory`. In a graph, records have no `type`. */
export function isServerMemory(value: Fields | null): value is Fields {
  if (value === null || typeof value.content === "string") return false;
  const { type, name, entityType, relationType, from, to } = value;
  const isEntity = type === "entity" || (type === undefined && typeof entityType === "string");
  const isRelation = type === "relation" || (type === undefined && typeof relationType === "string");
  return (isEntity && typeof name === "string") || (isRelation && typeof from === "string" && typeof to === "string");
}

/**
 * The graph in a JSON document: the result of the tool `read_graph`, as the tool's object or as the message with it; null
 * for another document.
 */
export function graphIn(document: unknown): KnowledgeGraph | null {
  const value = objectOf(document);
  const [first] = Array.isArray(value.content) ? value.content : [];
  const forms = [value, objectOf(value.structuredContent), objectOf(objectOf(first).text), objectOf(value.result)];
  const found = forms.find(({ entities }) => Array.isArray(entities));
  if (found === undefined) return value.result === undefined ? null : graphIn(value.result);
  const graph = new KnowledgeGraph();
  const { entities, relations } = found;
  const records = [entities, relations].flatMap((list) => (Array.isArray(list) ? list.map(objectOf) : []));
  for (const [index, record] of records.entries()) if (isServerMemory(record)) graph.add(record, index + 1);
  return graph;
}

/** The entities and relations of `@modelcontextprotocol/server-memory`. Each entity becomes one memory. */
export class KnowledgeGraph {
  readonly #entities = new Map<string, Entity>();
  readonly #relations = new Map<string, Set<string>>();

  /** Adds a record. The observations of two records of one entity are joined. @param line counted from 1 */
  add(value: Fields, line: number): void {
    if (value.type === "relation" || typeof value.from === "string") {
      const from = textOf(value.from);
      const facts = this.#relations.get(from) ?? new Set();
      facts.add(`${textOf(value.relationType) || "relates to"} → ${textOf(value.to)}`);
      this.#relations.set(from, facts);
      return;
    }
    const name = textOf(value.name);
    const known = this.#entities.get(name);
    const observations = new Set([...(known?.observations ?? []), ...observationsOf(value.observations)]);
    const types = new Set([...(known?.types ?? []), textOf(value.entityType)].filter((type) => type !== ""));
    this.#entities.set(name, { line: known?.line ?? line, name, types: [...types], observations: [...observations] });
  }

  /** The entities in their order, with their observations and relations; relations of unknown entities are skipped. */
  *items(): Generator<ImportItem> {
    const program = PROGRAM;
    for (const { line, name, types, observations } of this.#entities.values()) {
      const facts = [...observations, ...(this.#relations.get(name) ?? [])].map((fact) => `- ${fact}`);
      const content = [`# ${name}`, ...(facts.length === 0 ? [] : ["", ...facts])].join("\n");
      const memory = { content, tags: types.map((type) => type.replaceAll(",", " ")), source: program };
      yield { program, line, place: `line ${line}`, kind: "memory", memory };
    }
    const count = [...this.#relations].flatMap(([from, facts]) => (this.#entities.has(from) ? [] : [...facts])).length;
    if (count > 0) yield { program, line: 0, place: "relations", kind: "skipped", reason: "relation", count };
  }
}

/** The texts of observations, which some versions store as objects. */
function observationsOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value];
  return list
    .map((each) => textOf(each) || textOf(objectOf(each).content) || textOf(objectOf(each).text))
    .filter((text) => text !== "");
}
