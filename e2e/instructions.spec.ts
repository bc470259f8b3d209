import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, expectAccessibleInThemes, IN_BROWSER, keepScreenshot, test } from "./fixtures.ts";
import { homeFolder } from "./testing/programs.ts";

test(
  "writes instructions and hooks as previewed, and removes them without a trace",
  { tag: IN_BROWSER },
  async ({ app, folder }, info) => {
    const { page } = app;
    const claude = path.join(homeFolder(folder), ".claude");
    const text = path.join(claude, "CLAUDE.md");
    const settings = path.join(claude, "settings.json");
    const textBefore = "# Mine\n\nBe brief.\n";
    const settingsBefore = '{\n  // kept\n  "model": "opus"\n}\n';
    await mkdir(claude);
    await writeFile(text, textBefore);
    await writeFile(settings, settingsBefore);

    await page.getByRole("link", { name: /Clients/ }).click();
    await page.getByRole("button", { name: "Instructions", exact: true }).click();
    const skills = page.getByRole("region", { name: "Skills" });
    await skills.getByText("Show tidy-memories").click();
    await expect(skills.getByText("## Merge")).toBeVisible();
    await keepScreenshot(page, info, "skills");
    await skills.getByText("Show tidy-memories").click();
    for (const [file, place] of [
      ["CLAUDE.md", text],
      ["Claude Code settings", settings],
    ] as const) {
      await page.getByRole("button", { name: `Add to ${file}` }).click();
      await expect(page.getByRole("figure", { name: `Changes in ${place}` })).toBeVisible();
      if (place === text) {
        await expectAccessibleInThemes(page, "instructions", "instructions");
        await page.setViewportSize({ width: 800, height: 600 });
        await keepScreenshot(page, info, "instructions-narrow");
        await page.setViewportSize({ width: 1280, height: 800 });
      }
      // After the key press that opened the preview, the next one writes.
      await expect(page.getByRole("button", { name: "Write", exact: true })).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(page.getByText(`Written to ${place}.`)).toBeVisible();
    }
    expect(await readFile(text, "utf8")).toContain("search_memories");
    expect(await readFile(settings, "utf8")).toMatch(/\/\/ kept[\s\S]*SessionStart[\s\S]* hook SessionStart"/);
    await expect(page.getByText("Up to date")).toHaveCount(2);

    for (const file of ["CLAUDE.md", "Claude Code settings"]) {
      await page.getByRole("button", { name: `Remove from ${file}` }).click();
      await page.getByRole("button", { name: "Remove", exact: true }).click();
      await expect(page.getByRole("button", { name: `Add to ${file}` })).toBeVisible();
    }
    expect(await readFile(text, "utf8")).toBe(textBefore);
    expect(await readFile(settings, "utf8")).toBe(settingsBefore);
  },
);

test("writes a project's files by its folder, and leaves an invalid file unchanged", { tag: IN_BROWSER }, async ({
  app,
  folder,
}) => {
  const { page } = app;
  const project = path.join(folder, "shop");
  await mkdir(project);
  const broken = "<!-- recollect:start -->\nno end\n";
  await writeFile(path.join(project, "GEMINI.md"), broken);
  await page.goto(new URL("#/clients/instructions", page.url()).href);
  await page.getByRole("radio", { name: "One project" }).check({ force: true });
  const field = page.getByRole("textbox", { name: "The project's folder" });
  await field.fill(path.join(folder, "nowhere"));
  await expect(page.getByText(/The folder .* does not exist/)).toBeVisible();
  await field.fill(project);
  await page.getByRole("button", { name: "Add to AGENTS.md" }).click();
  await page.getByRole("button", { name: "Write", exact: true }).click();
  await expect(page.getByText("Up to date")).toBeVisible();
  expect(await readFile(path.join(project, "AGENTS.md"), "utf8")).toContain("<!-- recollect:end -->");
  await expect(page.getByText(/markers in the file do not match/)).toBeVisible();
  expect(await readFile(path.join(project, "GEMINI.md"), "utf8")).toBe(broken);
});
