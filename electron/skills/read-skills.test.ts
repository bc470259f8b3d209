import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { memorySkillFiles, SkillCatalog } from "@modelcontextprotocol/server/ext/skills";
import { afterEach, expect, it } from "vitest";
import { root } from "../../scripts/tools.ts";
import { resourcePaths } from "../platform/resources.ts";
import { readSkills } from "./read-skills.ts";

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(path.join(tmpdir(), "recollect-skills-"));
  folders.push(folder);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
  return folder;
}

it("reads the shipped skills, which the SDK's strict catalogue accepts", async () => {
  const skills = readSkills(resourcePaths(root).skills);
  const names = [
    "distill-conversation",
    "import-project",
    "recall-first",
    "remember-well",
    "review-suggestions",
    "tidy-memories",
  ];
  expect(skills.map(({ name }) => name)).toEqual(names);
  const files = skills.flatMap(({ name, files }) =>
    Object.entries(files).map(([file, content]) => [`${name}/${file}`, content] as const),
  );
  const { entries } = await SkillCatalog.load(memorySkillFiles(Object.fromEntries(files)), { strict: true });
  expect(entries.map(({ frontmatter }) => [frontmatter.name, frontmatter.description])).toEqual(
    skills.map(({ name, description }) => [name, description]),
  );
});

it("finds the skills next to the archive of a packaged application", () => {
  expect(resourcePaths("/opt/Recollect/resources/app.asar").skills).toBe("/opt/Recollect/resources/skills");
});

it("reads the files of a skill with their paths, and its text without the front matter", () => {
  const main = "---\r\nname: try-it\r\ndescription: Tries it.\r\n---\r\n# Try\r\n";
  const folder = folderWith({ "try-it/SKILL.md": main, "try-it/references/more.md": "More." });
  expect(readSkills(folder)).toEqual([
    {
      name: "try-it",
      description: "Tries it.",
      text: "# Try",
      files: { "SKILL.md": main, "references/more.md": "More." },
    },
  ]);
});

it.each([
  ["a folder without skills", {}, /no skills/],
  ["a skill without SKILL.md", { "try-it/readme.md": "# Try" }, /try-it.SKILL\.md is missing/],
  ["a skill without front matter", { "try-it/SKILL.md": "# Try" }, /front matter/],
  ["the name of another folder", { "try-it/SKILL.md": "---\nname: other\ndescription: x\n---\n" }, /name/],
  ["a name with a capital", { "Try/SKILL.md": "---\nname: Try\ndescription: x\n---\n" }, /name/],
  ["an empty description", { "try-it/SKILL.md": '---\nname: try-it\ndescription: ""\n---\n' }, /description/],
  [
    "a long description",
    { "try-it/SKILL.md": `---\nname: try-it\ndescription: ${"x".repeat(1025)}\n---\n` },
    /description/,
  ],
])("refuses %s", (_, files, message) => {
  expect(() => readSkills(folderWith(files))).toThrow(message);
});
