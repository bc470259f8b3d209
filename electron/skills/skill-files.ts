import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** The content of each file of a skill by its path in the skill's folder, with `/`. */
export type SkillFiles = Readonly<Record<string, string>>;

/**
 * Reads the files of the skills in a folder, by the names of the skills' folders.
 * @throws Error for a folder without skills
 */
export function readSkillFiles(folder: string): ReadonlyMap<string, SkillFiles> {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  if (names.length === 0) throw new Error(`There are no skills in ${folder}.`);
  return new Map(names.map((name) => [name, filesIn(path.join(folder, name))]));
}

function filesIn(folder: string): SkillFiles {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
  return Object.fromEntries(
    paths.map((file) => [path.relative(folder, file).replaceAll("\\", "/"), readFileSync(file, "utf8")]),
  );
}
