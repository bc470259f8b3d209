import { readFile } from "node:fs/promises";
import { expect, expectAccessible, keepScreenshot, test } from "./fixtures.ts";
import { call, capture, connectHttp } from "./support/clients.ts";

test("a request is replayed, a writing one after a second word, and stays pinned when the log is cleared", async ({
  app,
}, info) => {
  const { page, endpoint } = app;
  const client = await connectHttp(endpoint, "e2e-client");
  await capture(client, "Integration tests start the broker.", { namespace: "testing" });
  await call(client, "list_memories", { limit: 5 });
  await client.close();

  await page.getByRole("link", { name: /Activity/ }).click();
  await page.getByRole("row", { name: /list_memories/ }).click();
  const detail = page.getByRole("region", { name: "Message", exact: true });
  await detail.getByRole("button", { name: "Replay" }).click();
  await expect(detail.getByText("Recollect window")).toBeVisible();
  await keepScreenshot(page, info, "replayed");
  await expectAccessible(page, "a replayed message");

  await page.getByRole("row", { name: /capture_memory/ }).click();
  await detail.getByRole("button", { name: "Replay" }).click();
  await page.getByRole("dialog", { name: "Replay capture_memory?" }).getByRole("button", { name: "Replay" }).click();
  await expect(detail.getByText("Recollect window")).toBeVisible();

  await detail.getByRole("button", { name: "Pin the message" }).click();
  await expect(detail.getByRole("button", { name: "Unpin the message" })).toBeVisible();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Clear the log…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Clear the log" }).click();
  await expect(page.getByRole("row", { name: /capture_memory/ })).toHaveCount(1);
  await expect(page.getByRole("row", { name: /list_memories/ })).toHaveCount(0);
});

test("the chosen messages are saved as JSON Lines, and rates are told by client", async ({ app, host }, info) => {
  const { page, endpoint } = app;
  const client = await connectHttp(endpoint, "e2e-client");
  for (const limit of [1, 2, 3]) await call(client, "list_memories", { limit });
  await client.close();

  await page.getByRole("link", { name: /Activity/ }).click();
  const rows = page.getByRole("row", { name: /list_memories/ });
  await rows.first().click({ modifiers: ["ControlOrMeta"] });
  await rows.last().click({ modifiers: ["Shift"] });
  await expect(page.getByText("3 messages selected")).toBeVisible();
  // The desktop app asks where to save, in a dialog of the system that no test can answer.
  if (host === "headless") {
    const download = page.waitForEvent("download");
    await page.getByRole("region", { name: "Selected messages" }).getByRole("button", { name: "Export" }).click();
    const lines = (await readFile(await (await download).path(), "utf8")).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).target)).toEqual(["list_memories", "list_memories", "list_memories"]);
  }
  await page.getByRole("button", { name: "Rates by client" }).click();
  await expect(page.getByRole("region", { name: "By client" }).getByRole("row", { name: /e2e-client/ })).toBeVisible();
  await keepScreenshot(page, info, "rates-by-client");
  await expectAccessible(page, "rates by client");
});
