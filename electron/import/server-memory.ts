import type { ImportItem } from "./import-item.ts";
import { textOf } from "./values.ts";

interface Entity {
  readonly line: number;
  readonly name: string;
  readonly entityType: string;
  readonly observations: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

/** Whether a line is of the file that `@modelcontextprotocol/server-memory` keeps. */
export function isServerMemory(value: Fields | null): value is Fields {
  return (
    (value?.type === "entity" && typeof value.name === "string" && Array.isArray(value.observations)) ||
    (value?.type === "relation" && typeof value.from === "string" && typeof value.to === "string")
  );
}

/** Makes each entity one memory, with what was observed and what it relates to. */
export function createServerMemoryReader() {
  const entities = new Map<string, Entity>();
  const relations = new Map<string, string[]>();
  return {
    take(value: Fields, line: number): void {
      if (value.type === "relation") {
        const from = textOf(value.from);
        const said = `${textOf(value.relationType) || "relates to"} → ${textOf(value.to)}`;
        relations.set(from, [...(relations.get(from) ?? []), said]);
      } else {
        const observations = (value.observations as unknown[]).map(textOf);
        entities.set(textOf(value.name), {
          line,
          name: textOf(value.name),
          entityType: textOf(value.entityType),
          observations,
        });
      }
    },
    /** In the order of their entities; relations of what is no entity are told. */
    *items(): Generator<ImportItem> {
      for (const { line, name, entityType, observations } of entities.values()) {
        const facts = [...observations, ...(relations.get(name) ?? [])].map((fact) => `- ${fact}`);
        const content = [`# ${name}`, ...(facts.length === 0 ? [] : ["", ...facts])].join("\n");
        const memory = { content, tags: [entityType.replaceAll(",", " ")], source: "server-memory" };
        yield { program: "server-memory", line, place: `line ${line}`, kind: "memory", memory };
      }
      const lost = [...relations].flatMap(([from, said]) => (entities.has(from) ? [] : said)).length;
      if (lost === 0) return;
      yield {
        program: "server-memory",
        line: 0,
        place: "relations",
        kind: "left-out",
        reason: "relation",
        count: lost,
      };
    },
  };
}
