import { existsSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { homePath } from "../connect/folders.ts";
import { removeInstructions } from "../connect/instructions/insert-instructions.ts";
import { projectInstructionFile, userInstructionFile } from "../connect/instructions/instruction-files.ts";
import { splitFrontMatter } from "../import/front-matter.ts";
import { knownFolders } from "./readers/claude-code.ts";
import type { FoundEntry, ReaderSystem } from "./readers/reader.ts";
import { sectionText, splitSections } from "./sections.ts";

const KINDS = ["claude", "agents", "gemini"] as const;
/** The projects used last are offered; the owner can name any other file. */
const MAX_PROJECTS = 50;

/** The existing instruction files in usual places: the user's own and the ones in Claude Code's projects. */
export function findInstructionFiles(system: ReaderSystem): readonly string[] {
  const users = [...KINDS.map((kind) => userInstructionFile(kind, system)), homePath(system, ".qwen", "QWEN.md")];
  const projects = knownFolders(system).slice(-MAX_PROJECTS);
  const places = projects.flatMap((folder) => KINDS.map((kind) => projectInstructionFile(kind, folder)));
  return [...new Set([...users, ...places])].filter((file): file is string => file !== null && existsSync(file));
}

/**
 * The sections of a file of instructions, without the instructions that Recollect inserted.
 * @throws invalid_argument if the markers of these do not match
 */
export function readInstructionSections(text: string): readonly FoundEntry[] {
  const own = removeInstructions(text, "claude").text;
  const { body } = splitFrontMatter(own, parse);
  return splitSections(body)
    .filter((section) => section.body !== "")
    .map((section) => ({
      name: section.heading,
      content: sectionText(section),
      namespace: "patterns",
      tags: [],
    }));
}

/** The folder that a file of instructions is about; null for the user's own, which are about every project. */
export function folderOfInstructions(file: string, system: ReaderSystem): string | null {
  const users = [...KINDS.map((kind) => userInstructionFile(kind, system)), homePath(system, ".qwen", "QWEN.md")];
  if (users.includes(file)) return null;
  const folder = path.dirname(file);
  // Rules of clients are in folders of the project.
  const [project] = folder.split(/[/\\]\.(?:claude|cursor|github|gemini|qwen)(?:[/\\]|$)/);
  return project ?? folder;
}
