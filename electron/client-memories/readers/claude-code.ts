import { readdir } from "node:fs/promises";
import path from "node:path";
import { parse } from "yaml";
import { claudeSettingsFile } from "../../connect/instructions/instruction-files.ts";
import type { ClientMemoryProblem } from "../../core/client-memories.ts";
import { splitFrontMatter } from "../../import/front-matter.ts";
import { objectOf, textOf } from "../../import/values.ts";
import { type ListedFolder, listFolder } from "../list-folder.ts";
import { readJsonFile } from "../read-text-file.ts";
import { sectionText, splitSections } from "../sections.ts";
import type { ClientMemoryReader, FoundEntry, ReaderSystem } from "./reader.ts";

const INDEX = "MEMORY.md";
/** A line of the index that points to a file: `- [Title](file.md) — summary`. */
const POINTER = /^\s*[-*]\s+\[[^\]]*\]\(([^)]*)\)/;
/** Folders of a client are two levels deep at most, for example of a team. */
const MAX_DEPTH = 2;
/** The program cuts longer names of projects, and appends a hash. */
const MAX_SLUG = 200;
/** The most folders that are read to find the folder of one project. */
const MAX_FOLDERS = 200;

/** The kinds of knowledge by the `type` in the front matter (2.1.329): user, feedback, project, reference. */
const NAMESPACES: Readonly<Record<string, string>> = { feedback: "patterns" };

/**
 * Claude Code's auto memory: `projects/<folder>/memory/`, with one fact in each file, whose front matter has its name,
 * a description and its type, and an index, MEMORY.md. Earlier versions wrote notes with headings, some of them in
 * MEMORY.md.
 */
export const claudeCode: ClientMemoryReader = {
  client: "claude-code",
  folders(system) {
    const own = ownFolder(system);
    return { trees: [projectsFolder(system), ...(own === null ? [] : [own])], flat: [] };
  },
  async find(system) {
    const projects = projectsFolder(system);
    const known = knownFolders(system).map((folder) => [slugOf(folder), folder] as const);
    const listed: ListedFolder[] = [];
    const problems: ClientMemoryProblem[] = [];
    const slugs = await listFolder(projects, 0, () => false);
    problems.push(...slugs.problems);
    for (const slug of slugs.folders) {
      const folder = path.join(projects, slug, "memory");
      const found = await listFolder(folder, MAX_DEPTH, (name) => name.endsWith(".md"));
      problems.push(...found.problems);
      if (found.files.length === 0) continue;
      const project = known.find(([name]) => isSlug(slug, name))?.[1] ?? (await folderOfSlug(slug, system));
      listed.push({ ...found, files: found.files.map((file) => ({ ...file, folder: project })) });
    }
    const own = ownFolder(system);
    if (own !== null) {
      const found = await listFolder(own, MAX_DEPTH, (name) => name.endsWith(".md"));
      problems.push(...found.problems);
      listed.push(found);
    }
    return {
      files: listed.flatMap(({ files }) => files),
      problems: [...new Map(problems.map((problem) => [problem.path, problem])).values()],
    };
  },
  read(file, text) {
    if (path.basename(file.path) === INDEX) return sectionsOf(withoutPointers(text));
    const { fields, body, isRepaired } = splitFrontMatter(text, parse);
    const description = textOf(fields.description);
    const type = textOf(objectOf(fields.metadata).type) || textOf(fields.type);
    if (textOf(fields.name) === "" && description === "" && type === "") return sectionsOf(body);
    const content = description === "" || body.startsWith("#") ? body : `# ${description}\n\n${body}`.trim();
    if (content === "") return [];
    return [
      {
        name: "",
        content,
        namespace: NAMESPACES[type] ?? "context",
        tags: type === "" ? [] : [type],
        ...(type === "user" ? { isPersonal: true } : {}),
        ...(isRepaired ? { isRepaired } : {}),
      },
    ];
  },
};

function sectionsOf(text: string): FoundEntry[] {
  return splitSections(text)
    .filter(({ body }) => body !== "")
    .map((section) => ({ name: section.heading, content: sectionText(section), namespace: "context", tags: [] }));
}

function withoutPointers(text: string): string {
  return text
    .split(/\r?\n/)
    .filter((line) => POINTER.exec(line)?.[1]?.includes(".md") !== true)
    .join("\n");
}

function projectsFolder(system: ReaderSystem): string {
  return path.join(path.dirname(claudeSettingsFile(system)), "projects");
}

/** The folder that the user's settings name for the memories of all projects; null without such a setting. */
function ownFolder(system: ReaderSystem): string | null {
  const given = textOf(readJsonFile(claudeSettingsFile(system)).autoMemoryDirectory);
  const folder = /^~[/\\]/.test(given) ? path.join(system.home, given.slice(2)) : given;
  return path.isAbsolute(folder) ? path.normalize(folder) : null;
}

/** The folders in which the program was used. */
export function knownFolders(system: ReaderSystem): readonly string[] {
  const { CLAUDE_CONFIG_DIR: configured } = system.env;
  const file = path.join(configured || system.home, ".claude.json");
  return Object.keys(objectOf(readJsonFile(file).projects)).filter((folder) => path.isAbsolute(folder));
}

/** The name of the folder in which the program stores the data of a project folder. */
function slugOf(folder: string): string {
  return folder.replace(/[^a-zA-Z0-9]/g, "-");
}

function isSlug(slug: string, name: string): boolean {
  return slug === name || (name.length > MAX_SLUG && slug.startsWith(name.slice(0, MAX_SLUG)));
}

/** Finds the existing folder whose name the program changed to this one; null if there is none. */
async function folderOfSlug(slug: string, { platform }: ReaderSystem): Promise<string | null> {
  const root = platform === "win32" ? `${slug.slice(0, 1)}:\\` : "/";
  let reads = 0;
  const search = async (folder: string): Promise<string | null> => {
    if (slugOf(folder) === slug) return folder;
    if (++reads > MAX_FOLDERS) return null;
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const next = path.join(folder, entry.name);
      const isOnPath = slug === slugOf(next) || slug.startsWith(`${slugOf(next)}-`);
      const found = isOnPath && entry.isDirectory() ? await search(next) : null;
      if (found !== null) return found;
    }
    return null;
  };
  return search(root);
}
