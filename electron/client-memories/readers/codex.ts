import path from "node:path";
import { homePath } from "../../connect/folders.ts";
import { listFolder } from "../list-folder.ts";
import { numberRepeated, type Section, sectionText, splitSections } from "../sections.ts";
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
/** A reference to tasks. */
const REFERENCE = /^\[Task \d+(?:, ?(?:Task )?\d+)*\]$/;

/**
 * The memories that Codex makes of its sessions, in `memories/`: the handbook MEMORY.md, in groups of tasks, and the
 * general part in memory_summary.md (openai/codex, codex-rs/memories/write). Raw memories and summaries of sessions are
 * inputs of these two files, and are not read.
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
  const names = numberRepeated(entries.map(({ name }) => name));
  return entries.map((entry, index) => ({ ...entry, name: names[index] ?? entry.name }));
}

function entryOf({ heading }: Section, content: string): FoundEntry {
  return {
    name: heading,
    content: content.split("\n").map(withoutReferences).join("\n"),
    namespace: /^User (?:preferences|profile)/i.test(heading) ? "patterns" : "learnings",
    tags: [],
  };
}

/** Removes the references to tasks from the end of a line. A pattern would need quadratic time for a long line. */
function withoutReferences(line: string): string {
  const text = line.trimEnd();
  const mark = /[.;,]$/.exec(text)?.[0] ?? "";
  let rest = text.slice(0, text.length - mark.length);
  for (let start = rest.lastIndexOf("["); start !== -1; start = rest.lastIndexOf("[")) {
    if (!REFERENCE.test(rest.slice(start))) break;
    rest = rest.slice(0, start).trimEnd();
  }
  return rest + mark === text ? line : rest + mark;
}
