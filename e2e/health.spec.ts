import { expect, expectAccessible, keepScreenshot, test } from "./fixtures.ts";
import { capture, connectHttp } from "./testing/clients.ts";

test("merges near duplicates and undoes the merge", async ({ app }, info) => {
  const { page, endpoint } = app;
  const client = await connectHttp(endpoint, "e2e-client");
  await capture(client, "The staging database is restored from production every Monday at four.", {
    tags: ["staging"],
  });
  await capture(client, "The staging database is restored from production each Monday at four.", {
    tags: ["database"],
  });
  // Secrets are masked when they are captured, unless the owner allows them.
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("radio", { name: "Allow" }).click();
  await expect(page.getByText("Memories are stored as they are.")).toBeVisible();
  await capture(client, "Deploy token: abcd1234efgh5678 is used by the pipeline.");

  await page.getByRole("link", { name: /Health/ }).click();
  await page.getByRole("button", { name: "Merge…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("Staging is restored from production on Mondays at four.");
  await expectAccessible(page, "merge");
  await keepScreenshot(page, info, "merge");
  await dialog.getByRole("button", { name: "Merge" }).click();
  await expect(page.getByText("No near duplicates")).toBeVisible();
  await page.getByRole("link", { name: /^Memories/ }).click();
  await expect(page.getByRole("option")).toHaveCount(2);
  await expect(page.getByRole("option", { name: /Staging is restored/ })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("option")).toHaveCount(3);

  await page.getByRole("link", { name: /Health/ }).click();
  await page.getByRole("radio", { name: "Secrets" }).click();
  await expect(page.getByText(/Deploy token: ••••••/)).toBeVisible();
  await expect(page.getByText("abcd1234efgh5678")).toHaveCount(0);
  await expectAccessible(page, "secrets");
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByText("No secrets found")).toBeVisible();
  await client.close();
});
