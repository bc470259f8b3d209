import { mkdirSync, readdirSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Page } from "@playwright/test";
import { CLAUDE_MEM, fillClaudeMem } from "../electron/import/testing/claude-mem.ts";
import { expect, expectAccessible, expectAccessibleInThemes, IN_DESKTOP, keepScreenshot, test } from "./fixtures.ts";
import { homeFolder } from "./testing/programs.ts";

/** Drops a file on the middle of the window, as the desktop does: only such a file has a path. */
async function dropFile(page: Page, file: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver"] as const) {
    await session.send("Input.dispatchDragEvent", { type, x: 400, y: 300, data });
  }
  await expect(page.getByText("Drop to import")).toBeVisible();
  await session.send("Input.dispatchDragEvent", { type: "drop", x: 400, y: 300, data });
  await session.detach();
}

test(
  "offers, previews and imports claude-mem's memories once, while it runs",
  { tag: IN_DESKTOP },
  async ({ app, folder }, info) => {
    const { page } = app;
    const own = path.join(homeFolder(folder), ".claude-mem");
    mkdirSync(own);
    const database = new DatabaseSync(path.join(own, "claude-mem.db"));
    database.exec(`PRAGMA journal_mode = WAL; ${CLAUDE_MEM}`);
    fillClaudeMem(database);
    await page.reload();

    await page.getByRole("note").getByRole("button", { name: "Import…" }).click();
    const dialog = page.getByRole("dialog", { name: "Import memories" });
    await expectAccessibleInThemes(page, "what can be imported");
    await dialog.getByRole("button", { name: /^Preview: claude-mem/ }).click();
    await expect(dialog.getByText("3 memories to import")).toBeVisible();
    await expect(dialog.getByText(/2 prompts skipped/)).toBeVisible();
    await expectAccessible(page, "the import preview");
    await keepScreenshot(page, info, "import-preview");
    await dialog.getByRole("textbox", { name: "Project for shop" }).fill("acme/shop");
    await dialog.getByRole("button", { name: "Import 3 memories" }).click();
    await expect(dialog.getByText("3 memories imported")).toBeVisible();
    await expect(dialog.getByText("acme/shop")).toBeVisible();
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(dialog).toBeHidden();

    await page.getByRole("link", { name: /^Memories/ }).click();
    await expect(page.getByRole("option", { name: /PostgreSQL for orders/ })).toBeVisible();
    await page.keyboard.press("ControlOrMeta+k");
    await page.keyboard.type("import memories");
    await page.keyboard.press("Enter");
    const field = dialog.getByRole("textbox", { name: "File or folder" });
    await field.fill(own);
    await field.press("Enter");
    await expect(dialog.getByText("Nothing new to import.")).toBeVisible();
    await expect(dialog.getByText("3 already in Recollect")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await dropFile(page, path.join(own, "claude-mem.db"));
    await expect(dialog.getByText("3 already in Recollect")).toBeVisible();
    await page.keyboard.press("Escape");
    database.close();
    expect(readdirSync(own)).toEqual(["claude-mem.db"]);
  },
);
