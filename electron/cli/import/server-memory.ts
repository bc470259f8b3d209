import { parseObject } from "./import-report.ts";

interface Entity {
  readonly line: number;
  readonly name: string;
  readonly entityType: string;
  readonly observations: readonly string[];
}

/** Whether a line is of the file that `@modelcontextprotocol/server-memory` keeps. */
export function isServerMemory(text: string): boolean {
  const value = parseObject(text);
  return (
    (value?.type === "entity" && typeof value.name === "string" && Array.isArray(value.observations)) ||
    (value?.type === "relation" && typeof value.from === "string" && typeof value.to === "string")
  );
}

/** Makes each entity one memory, with what was observed and what it relates to; as lines for an import. */
export function createServerMemoryReader() {
  const entities = new Map<string, Entity>();
  const relations = new Map<string, string[]>();
  return {
    take(text: string, line: number): void {
      const value = parseObject(text);
      if (value?.type === "relation") {
        const from = String(value.from);
        const said = `${String(value.relationType ?? "relates to")} → ${String(value.to)}`;
        relations.set(from, [...(relations.get(from) ?? []), said]);
      } else if (value?.type === "entity") {
        const observations = (value.observations as unknown[]).map(String);
        const entityType = String(value.entityType ?? "");
        entities.set(String(value.name), { line, name: String(value.name), entityType, observations });
      }
    },
    /** Numbered by the lines of their entities. */
    *memories(): Generator<{ readonly line: number; readonly text: string }> {
      for (const { line, name, entityType, observations } of entities.values()) {
        const facts = [...observations, ...(relations.get(name) ?? [])].map((fact) => `- ${fact}`);
        const content = [`# ${name}`, ...(facts.length === 0 ? [] : ["", ...facts])].join("\n");
        const tag = entityType.trim().replace(/[\s,]+/g, "-");
        yield { line, text: JSON.stringify({ content, tags: tag === "" ? [] : [tag], source: "server-memory" }) };
      }
    },
  };
}
