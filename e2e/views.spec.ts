import { expect, expectAccessible, keepScreenshot, test } from "./fixtures.ts";
import { capture, connectHttp } from "./support/clients.ts";

test("filters become a view that stays, is renamed, and comes back after it was deleted", async ({ app }, info) => {
  const { page, endpoint } = app;
  const client = await connectHttp(endpoint, "e2e-client");
  await capture(client, "Use PostgreSQL for orders.", { namespace: "decisions", tags: ["database"] });
  await capture(client, "Tests start the broker first.", { namespace: "testing" });

  await page.getByRole("option", { name: /PostgreSQL/ }).click();
  await page.getByRole("button", { name: "database" }).click();
  await expect(page.getByRole("option")).toHaveCount(1);
  await page.getByRole("button", { name: "Save view" }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("Databases");
  await page.getByRole("button", { name: "Save", exact: true }).click();

  await page.getByRole("link", { name: /^Memories/ }).click();
  await expect(page.getByRole("option")).toHaveCount(2);
  await page.reload();
  await page.getByRole("link", { name: "Databases" }).click();
  await expect(page.getByRole("option")).toHaveCount(1);
  await expectAccessible(page, "saved view");
  await keepScreenshot(page, info, "saved-view");

  await page.getByRole("link", { name: "Databases" }).hover();
  await page.getByRole("button", { name: "More about Databases" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(page.getByRole("link", { name: "Databases" })).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("link", { name: "Databases" })).toBeVisible();
  await client.close();
});

test("the timeline leads to the memories of a day", async ({ app }, info) => {
  const { page, endpoint } = app;
  const client = await connectHttp(endpoint, "e2e-client");
  await capture(client, "Use PostgreSQL for orders.", { namespace: "decisions", tags: ["database"] });
  await page.getByRole("link", { name: /Timeline/ }).click();
  await expect(page.getByText("1 memory captured in the last year")).toBeVisible();
  await page.getByText("Show as a table").click();
  await expectAccessible(page, "timeline");
  await keepScreenshot(page, info, "timeline");
  await page.getByRole("table").getByRole("link").first().click();
  await expect(page.getByRole("list", { name: "Filters" })).toContainText("on:");
  await expect(page.getByRole("option", { name: /PostgreSQL/ })).toBeVisible();
  await client.close();
});
