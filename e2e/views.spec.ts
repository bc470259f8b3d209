import { expect, expectAccessible, expectAccessibleInThemes, IN_BROWSER, keepScreenshot, test } from "./fixtures.ts";
import { capture, connectHttp } from "./testing/clients.ts";

test(
  "saves filters as a view, renames it, and restores it after a delete",
  { tag: IN_BROWSER },
  async ({ app }, info) => {
    const { page, endpoint } = app;
    const client = await connectHttp(endpoint, "e2e-client");
    await capture(client, "Use PostgreSQL for orders.", { namespace: "decisions", tags: ["database"] });
    await capture(client, "Tests start the broker first.", { namespace: "testing" });

    await page.getByRole("option", { name: /PostgreSQL/ }).click();
    await page.getByRole("button", { name: "database" }).click();
    await expect(page.getByRole("option")).toHaveCount(1);
    await page.getByRole("button", { name: "Save view" }).click();
    await page.getByRole("dialog").getByRole("textbox", { name: "Name", exact: true }).fill("Databases");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("link", { name: "Databases" })).toBeVisible();

    await page.getByRole("link", { name: /^Memories/ }).click();
    await expect(page.getByRole("option")).toHaveCount(2);
    await page.reload();
    await page.getByRole("link", { name: "Databases" }).click();
    await expect(page.getByRole("option")).toHaveCount(1);
    await expectAccessible(page, "saved view");
    await keepScreenshot(page, info, "saved-view");

    const usual = page.viewportSize() ?? { width: 1280, height: 800 };
    await page.setViewportSize({ width: 800, height: 600 });
    await page.getByRole("link", { name: /^Memories/ }).click();
    await page.getByRole("button", { name: "Saved views" }).click();
    await expectAccessible(page, "saved views, narrow");
    await page.getByRole("menuitemcheckbox", { name: "Databases" }).click();
    await expect(page.getByRole("option")).toHaveCount(1);
    await page.setViewportSize(usual);

    await page.getByRole("link", { name: "Databases" }).hover();
    await page.getByRole("button", { name: "More actions for Databases" }).click();
    await page.getByRole("menuitem", { name: "Delete", exact: true }).click();
    await expect(page.getByRole("link", { name: "Databases" })).toBeHidden();
    await page.getByRole("button", { name: "Undo" }).first().click();
    await expect(page.getByRole("link", { name: "Databases" })).toBeVisible();
    await client.close();
  },
);

test("saves a search without filters as a view", { tag: IN_BROWSER }, async ({ app }) => {
  const { page, endpoint } = app;
  const client = await connectHttp(endpoint, "e2e-client");
  await capture(client, "Use PostgreSQL for orders.");
  await client.close();
  await page.getByRole("searchbox", { name: "Search memories" }).fill("orders");
  await expect(page.getByText(/1 found/)).toBeVisible();
  await page.getByRole("button", { name: "Save view" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("link", { name: /^Memories/ }).click();
  await page.getByRole("link", { name: "orders", exact: true }).click();
  await expect(page.getByRole("searchbox", { name: "Search memories" })).toHaveValue("orders");
});

test(
  "navigates the timeline by keyboard and shows the memories of a day",
  { tag: IN_BROWSER },
  async ({ app }, info) => {
    const { page, endpoint } = app;
    const client = await connectHttp(endpoint, "e2e-client");
    await capture(client, "Use PostgreSQL for orders.", { namespace: "decisions", domain: "acme/shop" });
    await capture(client, "Tests start the broker first.", { namespace: "testing" });
    await client.close();
    await page.getByRole("link", { name: /Timeline/ }).click();
    const calendar = page.getByRole("table", { name: "Captures by day" });
    await calendar.getByRole("button", { name: /^2 memories on/ }).focus();
    await expect(page.getByText("decisions 1, testing 1 — acme/shop 1, user 1")).toBeVisible();
    await page.keyboard.press("ArrowLeft");
    await expect(calendar.getByRole("button", { name: /^No memories on/ }).and(page.locator(":focus"))).toBeVisible();
    await expectAccessibleInThemes(page, "the calendar");
    await keepScreenshot(page, info, "calendar");
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("list", { name: "Filters" })).toContainText("on:");
    await expect(page.getByRole("option")).toHaveCount(2);
  },
);

test("opens the memories of a day from the timeline", { tag: IN_BROWSER }, async ({ app }, info) => {
  const { page, endpoint } = app;
  const client = await connectHttp(endpoint, "e2e-client");
  await capture(client, "Use PostgreSQL for orders.", { namespace: "decisions", tags: ["database"] });
  await page.getByRole("link", { name: /Timeline/ }).click();
  await expect(page.getByText("1 memory captured in the last year")).toBeVisible();
  await page.getByText("Show as table").click();
  await expectAccessible(page, "timeline");
  await keepScreenshot(page, info, "timeline");
  await page.getByRole("table").getByRole("link").first().click();
  await expect(page.getByRole("list", { name: "Filters" })).toContainText("on:");
  await expect(page.getByRole("option", { name: /PostgreSQL/ })).toBeVisible();
  await client.close();
});
