import { differingSubject } from "../../core/client-identity.ts";
import { type Memory, titleOf } from "../../core/memory.ts";
import { DATA_NOTE, fence } from "../framing.ts";

/** A memory's front matter in output order; null values are left out. */
function frontMatterOf(memory: Memory): readonly (readonly [string, unknown])[] {
  const { client } = memory;
  return [
    ["urn", memory.urn],
    ["title", titleOf(memory.content)],
    ["namespace", memory.namespace],
    ["domain", memory.domain],
    ["tags", memory.tags.length === 0 ? null : memory.tags],
    ["source", memory.source],
    ["validFrom", memory.validFrom],
    ["validUntil", memory.validUntil],
    ["client", client === null ? null : `${client.name} ${client.version}`.trim()],
    ["via", client === null ? null : differingSubject(client)],
    ["created", memory.createdAt],
    ["updated", memory.updatedAt === memory.createdAt ? null : memory.updatedAt],
    ["revision", memory.revision],
    ["pinned", memory.pinned ? true : null],
    ["supersededBy", memory.supersededBy],
    ["deleted", memory.deletedAt],
  ];
}

/** Formats a memory as a Markdown document: front matter, then the unchanged content. */
export function toDocument(memory: Memory): string {
  return `---\n${toLines(memory).join("\n")}\n---\n\n${memory.content}\n`;
}

/** Formats a memory for a model: as {@link toDocument}, with the content as data between random marks. */
export function toFencedDocument(memory: Memory): string {
  return `---\n${toLines(memory).join("\n")}\nnote: ${JSON.stringify(DATA_NOTE)}\n---\n\n${fence(memory.content)}\n`;
}

/** Formats memories as a YAML list of their front matter. */
export function toListing(memories: readonly Memory[]): string {
  return `# ${DATA_NOTE}\n${memories.map((memory) => `- ${toLines(memory).join("\n  ")}\n`).join("")}`;
}

/** JSON strings and lists are valid YAML (YAML 1.2, section 1.3). */
function toLines(memory: Memory): string[] {
  return frontMatterOf(memory)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
}
