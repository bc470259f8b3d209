import type { ImportItem, ImportSource } from "./import-item.ts";
import { type Fields, objectOf, omitEmpty, textOf } from "./values.ts";

const PROGRAM = "claude";
/** A heading of a summary: a line of bold text, or a Markdown heading. */
const HEADING = /^(?:\*\*([^*\n]+)\*\*|#{1,6}[ \t]+(.+))[ \t]*$/m;

/** Whether a JSON document has the saved memories of a Claude account: `memories.json` in its export archive. */
export function isClaudeMemories(document: unknown): boolean {
  return listOf(document).some(({ conversations_memory, project_memories, memory_files }) => {
    const hasSummary = typeof conversations_memory === "string" || Object.keys(objectOf(project_memories)).length > 0;
    return hasSummary || (Array.isArray(memory_files) && memory_files.length > 0);
  });
}

/**
 * Reads such documents. Claude keeps one summary of the account and one of each project. Each section of a summary
 * becomes a memory, with the section's heading as its permanent name.
 * @param projects the names of projects by their ids, if the archive contains them
 */
export function readClaudeMemories(
  documents: readonly unknown[],
  projects: ReadonlyMap<string, string> = new Map(),
): ImportSource {
  const items = documents.flatMap(listOf).flatMap((account) => accountItems(account, projects));
  return {
    total: items.length,
    items: (async function* () {
      for (const [index, item] of items.entries()) yield { ...item, line: index + 1 };
    })(),
  };
}

function accountItems(account: Fields, projects: ReadonlyMap<string, string>): ImportItem[] {
  const ofProjects = Object.entries(objectOf(account.project_memories)).flatMap(([id, summary]) =>
    summaryItems(textOf(summary), id, projects.get(id) ?? id),
  );
  const files = Array.isArray(account.memory_files) ? account.memory_files.map(objectOf) : [];
  const ofFiles = files.flatMap((file) => {
    const name = textOf(file.path) || textOf(file.name);
    return summaryItems(textOf(file.content), `file ${name}`, undefined, name);
  });
  return [...summaryItems(textOf(account.conversations_memory), "account", undefined), ...ofProjects, ...ofFiles];
}

function summaryItems(summary: string, owner: string, project: string | undefined, name = owner): ImportItem[] {
  return sectionsOf(summary).map(
    ({ heading, content }): ImportItem => ({
      program: PROGRAM,
      line: 0,
      place: heading === "" ? name : `${name}, ${heading}`,
      kind: "memory",
      memory: {
        content,
        tags: [],
        ...omitEmpty({ project }),
        foreign: { key: [PROGRAM, owner, heading], createdAt: null },
      },
    }),
  );
}

/** The sections of a summary: from each heading to the next one. */
function sectionsOf(summary: string): { readonly heading: string; readonly content: string }[] {
  const sections: { heading: string; lines: string[] }[] = [{ heading: "", lines: [] }];
  for (const line of summary.split(/\r?\n/)) {
    const [, bold, heading] = HEADING.exec(line) ?? [];
    const title = (bold ?? heading)?.trim();
    if (title === undefined) sections.at(-1)?.lines.push(line);
    else sections.push({ heading: title, lines: [line] });
  }
  return sections.flatMap(({ heading, lines }) => {
    const content = lines.join("\n").trim();
    const hasText = content !== "" && lines.some((line) => line.trim() !== "" && !HEADING.test(line));
    return hasText ? [{ heading, content }] : [];
  });
}

function listOf(document: unknown): Fields[] {
  return (Array.isArray(document) ? document : [document]).map(objectOf);
}
