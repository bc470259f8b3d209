import { expect, expectAccessible, expectAccessibleInThemes, IN_BROWSER, test } from "./fixtures.ts";
import { call, capture, connectHttp } from "./testing/clients.ts";

test("an edit conflict is compared and resolved accessibly", { tag: IN_BROWSER }, async ({ app }) => {
  const { page, endpoint } = app;
  const client = await connectHttp(endpoint, "e2e-client");
  const memory = await capture(client, "Use PostgreSQL for orders.");
  const row = page.getByRole("option", { name: /Use PostgreSQL/ });
  await page.getByRole("link", { name: /^Memories/ }).click();
  await row.click();
  await expect(page.getByRole("article", { name: "Memory" })).toBeVisible();
  await page.keyboard.press("e");
  await expect(page.getByRole("textbox", { name: "Content" })).toBeFocused();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Use PostgreSQL 18 for orders.");
  await call(client, "update_memory", { id: memory.id, content: "Use MySQL for orders." });
  await page.getByRole("button", { name: "Compare" }).click();
  await expect(
    page.getByRole("alert").getByRole("heading", { name: /e2e-client also changed this memory/ }),
  ).toBeVisible();
  await expectAccessibleInThemes(page, "a conflict", "conflict");
  await page.getByRole("button", { name: "Merge manually" }).click();
  await expect(page.getByRole("region", { name: "Their version" })).toContainText("Use MySQL");
  await expectAccessible(page, "merging manually");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(row).toBeVisible();
  await expect
    .poll(() => call(client, "get_memory", { id: memory.id }))
    .toMatchObject({ memory: { content: "Use PostgreSQL 18 for orders.", revision: 3 } });
  await client.close();
});
