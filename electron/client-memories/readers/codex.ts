import path from "node:path";
import { homePath } from "../../connect/folders.ts";
import { listFolder } from "../list-folder.ts";
import { type Section, sectionText, splitSections } from "../sections.ts";
import type { ClientMemoryReader, FoundEntry, ReaderSystem } from "./reader.ts";

const HANDBOOK = "MEMORY.md";
const SUMMARY = "memory_summary.md";
/** The parts of the summary that are not a table of contents of the handbook. */
const SUMMARY_PARTS = /^(?:User Profile|User preferences|General Tips)$/i;
/** A group of the handbook. Its tasks only point to the sessions that it was made from. */
const GROUP = /^Task Group:\s*(.+)$/;
const TASK = /^Task \d+\b/;
/** The folder that a group applies to, if it is one folder. */
const FOLDER = /^applies_to:.*?\bcwd=((?:\/|[A-Za-z]:\\)[^;,\r\n]*?)\s*(?:[;,]|$)/m;
/** References of a line to tasks. */
const REFERENCES = /(?:[ \t]*\[Task \d+(?:, ?(?:Task )?\d+)*\])+(?=[.;,]?[ \t]*$)/gm;

/**
 * The memories that Codex makes of its sessions, in `memories/`: the handbook MEMORY.md, in groups of tasks, and what is
 * general in memory_summary.md (openai/codex, codex-rs/memories/write). Raw memories and summaries of sessions are inputs
 * of these two files, and are not read.
 */
export const codex: ClientMemoryReader = {
  client: "codex",
  folders: (system) => ({ trees: [], flat: [memoriesFolder(system)] }),
  find: (system) => listFolder(memoriesFolder(system), 0, (name) => name === HANDBOOK || name === SUMMARY),
  read(file, text) {
    const sections = splitSections(text);
    return path.basename(file.path) === SUMMARY ? readSummary(sections) : readHandbook(sections);
  },
};

function memoriesFolder(system: ReaderSystem): string {
  return path.join(system.env.CODEX_HOME || homePath(system, ".codex"), "memories");
}

function readSummary(sections: readonly Section[]): FoundEntry[] {
  return sections
    .filter(({ heading, body }) => SUMMARY_PARTS.test(heading) && body !== "")
    .map((section) => ({ ...entryOf(section, sectionText(section)), isPersonal: true }));
}

function readHandbook(sections: readonly Section[]): FoundEntry[] {
  const entries: FoundEntry[] = [];
  let group = "";
  let folder: string | undefined;
  for (const section of sections) {
    if (section.level === 1) {
      group = GROUP.exec(section.heading)?.[1]?.trim() ?? "";
      folder = group === "" ? undefined : FOLDER.exec(section.body)?.[1];
      // The lines of a group say when it applies; another section has its own text.
      if (group !== "") continue;
    }
    if (section.body === "" || TASK.test(section.heading)) continue;
    const part = section.heading.replace(/ \(\d+\)$/, "");
    const content = group === "" ? sectionText(section) : `# ${group}: ${part}\n\n${section.body}`;
    const entry = entryOf(section, content);
    const name = group === "" ? section.heading : `${group}: ${part}`;
    entries.push({ ...entry, name, ...(folder === undefined ? {} : { folder }) });
  }
  return entries;
}

function entryOf({ heading }: Section, content: string): FoundEntry {
  return {
    name: heading,
    content: content.replace(REFERENCES, ""),
    namespace: /^User (?:preferences|profile)/i.test(heading) ? "patterns" : "learnings",
    tags: [],
  };
}
