import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import type { Memory } from "../electron/core/memory.ts";
import { expect, expectAccessible, IN_BROWSER, test } from "./fixtures.ts";
import { call, capture, connectHttp } from "./testing/clients.ts";

const row = (page: Page, title: string) => page.getByRole("option", { name: new RegExp(title) });

test("keeps every edit in the history and restores an earlier revision", { tag: IN_BROWSER }, async ({ app }) => {
  const { page, endpoint } = app;
  const client = await connectHttp(endpoint, "e2e-client");
  const { id } = await capture(client, "Deploy on Tuesdays");
  await call(client, "update_memory", { id, content: "Deploy on Thursdays", tags: ["release"] });
  await row(page, "Deploy on Thursdays").click();
  await page.getByRole("tab", { name: "History (2)" }).click();
  const history = page.getByRole("tabpanel");
  await history.getByRole("button", { name: /2 Changed/ }).click();
  await expect(history.locator("del")).toContainText("Tuesdays");
  await expect(history.locator("ins")).toContainText("Thursdays");
  await history.getByRole("button", { name: /1 Captured/ }).click();
  await page.getByRole("button", { name: "Restore this revision" }).click();
  await expect(row(page, "Deploy on Tuesdays")).toBeVisible();
  await expect(page.getByRole("tab", { name: "History (3)" })).toBeVisible();
  const { memory } = await call<{ memory: Memory }>(client, "get_memory", { id });
  expect(memory).toMatchObject({ content: "Deploy on Tuesdays", revision: 3 });

  // Both pages name the other memory at their top.
  await capture(client, "Deploy on Fridays", { supersedes: id });
  await row(page, "Deploy on Fridays").click();
  await page.getByRole("region", { name: "Replaces an older memory:" }).getByRole("link").click();
  await expect(page.getByRole("heading", { name: "Deploy on Tuesdays" })).toBeVisible();
  await page.getByRole("link", { name: "View newer memory" }).click();
  await expect(page.getByRole("heading", { name: "Deploy on Fridays" })).toBeVisible();
  await client.close();
});

test("undoes a saved edit, then the deletion before it, and names each", { tag: IN_BROWSER }, async ({ app }) => {
  const { page, endpoint } = app;
  const client = await connectHttp(endpoint, "e2e-client");
  await capture(client, "Deploy on Tuesdays");
  await capture(client, "Old fact");
  await row(page, "Old fact").click();
  await page.keyboard.press("Delete");
  await row(page, "Deploy on Tuesdays").click();
  await page.keyboard.press("e");
  const editor = page.getByRole("textbox", { name: "Content" });
  await editor.fill("Deploy on Thursdays");
  await page.keyboard.press("ControlOrMeta+s");
  await expect(page.getByText("“Deploy on Thursdays” saved.").first()).toBeVisible();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(page.getByText("Undone: “Deploy on Thursdays” saved.").first()).toBeVisible();
  await expect(row(page, "Deploy on Tuesdays")).toBeVisible();
  await expect(row(page, "Old fact")).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(page.getByText("Undone: “Old fact” deleted.").first()).toBeVisible();
  await expect(row(page, "Old fact")).toBeVisible();
  await client.close();
});

test("tags, exports, deletes and restores many selected memories", { tag: IN_BROWSER }, async ({ app }) => {
  const { page, endpoint } = app;
  const client = await connectHttp(endpoint, "e2e-client");
  for (const number of [1, 2, 3]) await capture(client, `Fact number ${number}`);
  await expect(page.getByRole("option")).toHaveCount(3);
  await row(page, "Fact number 3").click();
  await page.keyboard.press("ControlOrMeta+a");
  const bulk = page.getByRole("region", { name: "Selected memories" });
  await expect(bulk).toContainText("3 memories selected");

  await bulk.getByRole("button", { name: "Add tags" }).click();
  await page.getByRole("dialog").getByRole("combobox").fill("facts");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Apply" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  // The dialog closes before the last memory is changed.
  const tagged = () => call<{ memories: readonly Memory[] }>(client, "list_memories", { tags: ["facts"] });
  await expect.poll(async () => (await tagged()).memories.length).toBe(3);

  const download = page.waitForEvent("download");
  await bulk.getByRole("button", { name: "Export JSON" }).click();
  const saved = await readFile(await (await download).path(), "utf8");
  expect(saved).toContain("Fact number 2");

  await bulk.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(row(page, "Fact number")).toHaveCount(0);
  // The notice of the tags, which also has this button, may still be open below the newer one.
  await expect(page.getByText("3 memories deleted.").first()).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(row(page, "Fact number")).toHaveCount(3);

  await page.getByRole("searchbox").fill("fact number 2");
  await row(page, "Fact number 2").click();
  await page.keyboard.press("Delete");
  await expect(row(page, "Fact number 2")).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(row(page, "Fact number 2")).toBeVisible();
  await client.close();
});

test("pins a memory, finds it in the palette, and removes it when the trash is emptied", { tag: IN_BROWSER }, async ({
  app,
}) => {
  const { page, endpoint } = app;
  const client = await connectHttp(endpoint, "e2e-client");
  const { id } = await capture(client, "Orders need transactions");
  await row(page, "Orders need transactions").click({ button: "right" });
  await expectAccessible(page, "the menu of a memory");
  await page.getByRole("menuitem", { name: "Pin" }).click();
  // The first memory opens with its list.
  await page.getByRole("link", { name: /Pinned/ }).click();
  await expect(page.getByRole("article").getByRole("heading", { name: "Orders need transactions" })).toBeVisible();

  await page.getByRole("link", { name: /Activity/ }).click();
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox").fill("transactions");
  await page.getByRole("option", { name: /Orders need transactions/ }).click();
  await expect(page.getByRole("article")).toContainText("Orders need transactions");

  await call(client, "delete_memory", { id });
  await page.getByRole("link", { name: /Trash/ }).click();
  await expect(row(page, "Orders need transactions")).toBeVisible();
  await page.getByRole("button", { name: "Empty trash" }).click();
  const question = page.getByRole("dialog", { name: "Empty the trash (1 memory)?" });
  await expect(question).toContainText("This cannot be undone");
  await question.getByRole("button", { name: "Empty trash" }).click();
  await expect(page.getByText("Trash is empty")).toBeVisible();
  const gone = await client.callTool({ name: "get_memory", arguments: { id } });
  expect(gone.structuredContent).toMatchObject({ code: "not_found" });
  await client.close();
});
