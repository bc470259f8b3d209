import path from "node:path";
import { parse } from "yaml";
import { isRecord } from "../core/util/is-record.ts";
import { readSkillFiles, type SkillFiles } from "./skill-files.ts";

const MAIN_FILE = "SKILL.md";
const MAX_NAME_LENGTH = 64;
const MAX_DESCRIPTION_LENGTH = 1024;

/** A skill in the format of agentskills.io: instructions that a client's model loads when a task needs them. */
export interface Skill {
  readonly name: string;
  /** What it does and when to use it. */
  readonly description: string;
  /** The instructions, in Markdown. */
  readonly text: string;
  /** `SKILL.md` is one of them. */
  readonly files: SkillFiles;
}

/**
 * Reads the skills of a folder, by name.
 * @param folder {@link ResourcePaths.skills}
 * @throws Error that names the file for a skill that the format does not allow, and for a folder without skills
 */
export function readSkills(folder: string): readonly Skill[] {
  return [...readSkillFiles(folder)].map(([name, files]) => toSkill(path.join(folder, name), name, files));
}

function toSkill(folder: string, name: string, files: SkillFiles): Skill {
  const main = path.join(folder, MAIN_FILE);
  const [, matter, text = ""] = /^---\r?\n(.*?)\r?\n---\r?\n(.*)$/s.exec(files[MAIN_FILE] ?? "") ?? [];
  if (matter === undefined) throw new Error(`${main} is missing, or does not begin with front matter.`);
  const fields: unknown = parse(matter);
  const { name: given, description } = isRecord(fields) ? fields : {};
  if (given !== name || name.length > MAX_NAME_LENGTH || !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) {
    throw new Error(`${main}: the name must be that of the folder: lowercase letters, digits and single hyphens.`);
  }
  if (typeof description !== "string" || description === "" || description.length > MAX_DESCRIPTION_LENGTH) {
    throw new Error(`${main}: the description must have 1 to ${MAX_DESCRIPTION_LENGTH} characters.`);
  }
  return { name, description, text: text.trim(), files };
}
