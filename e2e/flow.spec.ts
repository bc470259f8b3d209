import { ResourceUpdatedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import type { Memory } from "../electron/core/memory.ts";
import { expect, IN_BROWSER, keepScreenshot, test } from "./fixtures.ts";
import { call, capture, connectHttp } from "./testing/clients.ts";

test("shows a client's capture in the open window, and edits, deletes and restores it", async ({ app }, info) => {
  const { page, endpoint } = app;
  await expect(page.getByText("No memories yet")).toBeVisible();

  const client = await connectHttp(endpoint, "e2e-client");
  const memory = await capture(client, "Use PostgreSQL, not Mongo, for orders\n\nOrders need **transactions**.", {
    namespace: "decisions",
    tags: ["database"],
  });
  const row = page.getByRole("option", { name: /Use PostgreSQL/ });
  await expect(row).toBeVisible();

  const notified: string[] = [];
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void notified.push(params.uri));
  await client.subscribeResource({ uri: memory.urn });

  await row.click();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByRole("textbox", { name: "Content" }).fill("Use PostgreSQL 18 for orders");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("option", { name: /Use PostgreSQL 18/ })).toBeVisible();
  await expect.poll(() => notified).toContain(memory.urn);
  const edited = await call<{ memory: Memory }>(client, "get_memory", { id: memory.id });
  expect(edited.memory).toMatchObject({ content: "Use PostgreSQL 18 for orders", revision: 2 });
  await keepScreenshot(page, info, "memory");

  await page.getByRole("button", { name: "Delete", exact: true }).first().click();
  // The notice stays open while the pointer is on it.
  await page.getByRole("button", { name: "Undo" }).first().hover();
  await expect(page.getByRole("option", { name: /Use PostgreSQL 18/ })).toBeHidden();
  await expect(call(client, "get_memory", { id: memory.id })).resolves.toMatchObject({
    memory: { deletedAt: expect.any(String) },
  });
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(page.getByRole("option", { name: /Use PostgreSQL 18/ })).toBeVisible();
  await expect(call(client, "get_memory", { id: memory.id })).resolves.toMatchObject({ memory: { deletedAt: null } });
  await client.close();
});

test(
  "tags several memories in a small window and returns from the editor to the list",
  { tag: IN_BROWSER },
  async ({ app }, info) => {
    const { page, endpoint } = app;
    await page.getByRole("button", { name: "Close first steps" }).click();
    const client = await connectHttp(endpoint, "e2e-client");
    for (const content of ["First fact.", "Second fact.", "Third fact."]) await capture(client, content);
    await page.setViewportSize({ width: 800, height: 600 });
    await expect(page.getByRole("option")).toHaveCount(3);
    const list = page.getByRole("listbox", { name: "Memories" });
    await list.focus();
    await expect(list).toBeFocused();
    for (const keys of ["Home", "Shift+ArrowDown", "Shift+ArrowDown"]) await page.keyboard.press(keys);
    const selected = page.getByRole("region", { name: "Selected memories" });
    await expect(selected.getByText("3 memories selected")).toBeVisible();
    await page.keyboard.press("t");
    await page.keyboard.type("facts,");
    await page.keyboard.press("Enter");
    await expect(page.getByText("3 memories tagged.")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).first().hover();
    await keepScreenshot(page, info, "several");
    await expect(call(client, "list_memories", { tags: ["facts"], domain: "_" })).resolves.toMatchObject({
      memories: { length: 3 },
    });
    await page.getByRole("button", { name: "Undo" }).first().click();
    await expect(page.getByText("Undone")).toBeVisible();

    await page.keyboard.press("Escape");
    await list.focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("article", { name: "Memory" })).toBeVisible();
    await page.keyboard.press("e");
    await expect(page.getByRole("textbox", { name: "Content" })).toBeFocused();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type(" Indeed.");
    await page.keyboard.press("ControlOrMeta+s");
    await expect(page.getByRole("heading", { name: "Third fact. Indeed." })).toBeVisible();
    await expect(page.locator("[data-page]")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(list).toBeFocused();
    const edited = page.getByRole("option", { name: /Third fact. Indeed./ });
    await expect(edited).toHaveAttribute("aria-selected", "true");

    await page.setViewportSize({ width: 1280, height: 800 });
    await page.keyboard.press("Enter");
    await expect(page.locator("[data-page]")).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("heading", { name: "Third fact. Indeed." })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(list).toBeFocused();
    await expect(edited).toHaveAttribute("aria-selected", "true");
    await client.close();
  },
);
