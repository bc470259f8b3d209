import { mkdirSync, readdirSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { CLAUDE_MEM, fillClaudeMem } from "../electron/import/claude-mem.fixture.ts";
import { expect, expectAccessible, keepScreenshot, test } from "./fixtures.ts";
import { homeFolder } from "./support/programs.ts";

test("what claude-mem keeps is offered, looked into and brought along while it runs, once", async ({
  app,
  folder,
}, info) => {
  const { page } = app;
  const own = path.join(homeFolder(folder), ".claude-mem");
  mkdirSync(own);
  const database = new DatabaseSync(path.join(own, "claude-mem.db"));
  database.exec(`PRAGMA journal_mode = WAL; ${CLAUDE_MEM}`);
  fillClaudeMem(database);
  await page.reload();

  await page.getByRole("note").getByRole("button", { name: "Import…" }).click();
  const dialog = page.getByRole("dialog", { name: "Import memories" });
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await expectAccessible(page, `what can be imported, ${theme}`);
  }
  await dialog.getByRole("button", { name: /^Look inside: claude-mem/ }).click();
  await expect(dialog.getByText("3 memories would come in")).toBeVisible();
  await expect(dialog.getByText(/2 prompts left out/)).toBeVisible();
  await expectAccessible(page, "what would come in");
  await keepScreenshot(page, info, "import-preview");
  await dialog.getByRole("textbox", { name: "Domain for shop" }).fill("acme/shop");
  await dialog.getByRole("button", { name: "Import 3 memories" }).click();
  await expect(dialog.getByText("3 memories came in")).toBeVisible();
  await expect(dialog.getByText("acme/shop")).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole("link", { name: /^Memories/ }).click();
  await expect(page.getByRole("option", { name: /PostgreSQL for orders/ })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("import memories");
  await page.keyboard.press("Enter");
  await dialog.getByRole("textbox", { name: "File or folder" }).fill(own);
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("There is nothing new in it.")).toBeVisible();
  await expect(dialog.getByText("3 known already")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  database.close();
  expect(readdirSync(own)).toEqual(["claude-mem.db"]);
});
