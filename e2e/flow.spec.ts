import { ResourceUpdatedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import type { Memory } from "../electron/core/memory.ts";
import { expect, keepScreenshot, test } from "./fixtures.ts";
import { call, capture, connectHttp } from "./support/clients.ts";

test("what a client captures is seen, edited, deleted and brought back in the open window", async ({ app }, info) => {
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
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("textbox", { name: "Content" }).fill("Use PostgreSQL 18 for orders");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("option", { name: /Use PostgreSQL 18/ })).toBeVisible();
  await expect.poll(() => notified).toContain(memory.urn);
  const edited = await call<{ memory: Memory }>(client, "get_memory", { id: memory.id });
  expect(edited.memory).toMatchObject({ content: "Use PostgreSQL 18 for orders", revision: 2 });
  await keepScreenshot(page, info, "memory");

  await page.getByRole("button", { name: "Delete" }).first().click();
  await expect(page.getByRole("option", { name: /Use PostgreSQL 18/ })).toBeHidden();
  await expect(call(client, "get_memory", { id: memory.id })).resolves.toMatchObject({
    memory: { deletedAt: expect.any(String) },
  });
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("option", { name: /Use PostgreSQL 18/ })).toBeVisible();
  await expect(call(client, "get_memory", { id: memory.id })).resolves.toMatchObject({ memory: { deletedAt: null } });
  await client.close();
});
