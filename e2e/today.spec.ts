import { expect, expectAccessibleInThemes, IN_BROWSER, keepScreenshot, test } from "./fixtures.ts";
import { call, capture, connectConfigured, connectHttp } from "./testing/clients.ts";

test("opens at Today, and says in sentences what happened", { tag: IN_BROWSER }, async ({ app, folder }, info) => {
  const { page, endpoint } = app;
  await page.evaluate(`location.hash = ""; location.reload()`);
  await expect(page.getByRole("main", { name: "Today" })).toBeVisible();
  await keepScreenshot(page, info, "today-first");
  await page.getByRole("button", { name: "Close first steps" }).click();
  await expect(page.getByText("Nothing happened yet")).toBeVisible();
  await page.mouse.move(5, 5);
  await expectAccessibleInThemes(page, "empty Today", "today-empty");

  const client = await connectHttp(endpoint, "codex-mcp-client");
  const { id } = await capture(client, "# Refunds are rounded per line\n\nNot per order.", { domain: "acme/shop" });
  await call(client, "search_memories", { query: "money rounding", domain: "_" });
  for (let times = 0; times < 4; times += 1) await call(client, "get_memory", { id });
  const happened = page.getByRole("region", { name: "What happened" });
  await expect(happened.getByText("Codex remembered Refunds are rounded per line in acme/shop.")).toBeVisible();
  await expect(happened.getByText(/Codex searched for money rounding: \d found|nothing found/)).toBeVisible();
  await expect(happened.getByText("Codex read Refunds are rounded per line.")).toContainText("4 times");

  // The lines on screen do not move.
  await happened.hover();
  await capture(client, "Prices are stored in cents.", { domain: "acme/shop" });
  await page.getByRole("button", { name: /^\d new$/ }).click();
  await expect(happened.getByText("Codex remembered Prices are stored in cents in acme/shop.")).toBeVisible();

  const proposer = await connectConfigured(folder, "claude-code");
  await page.evaluate(`location.hash = "#/clients/claude-code"`);
  await page.getByRole("button", { name: "Permissions of Claude Code" }).click();
  await page.getByRole("radio", { name: "Propose" }).click();
  await expect(page.getByText(/wait in the Inbox until you keep them/)).toBeVisible();
  await page.getByRole("link", { name: "Today" }).click();
  await call(proposer, "capture_memory", { content: "Deploys run on Tuesdays.", domain: "acme/infra" });
  const waits = page.getByRole("complementary", { name: "Waits for you" });
  await expect(waits.getByText("1 memory to review")).toBeVisible();
  await expectAccessibleInThemes(page, "Today", "today");
  await page.setViewportSize({ width: 800, height: 600 });
  await keepScreenshot(page, info, "today-narrow");
  await page.setViewportSize({ width: 640, height: 400 });
  await keepScreenshot(page, info, "today-zoomed");
  await page.setViewportSize({ width: 1280, height: 800 });
  await waits.getByRole("button", { name: "Keep “Deploys run on Tuesdays.”" }).click();
  await expect(waits.getByText("Nothing waits for you.")).toBeVisible();

  await page.getByRole("link", { name: /Activity/ }).click();
  await expect(page.getByText("Codex remembered Refunds are rounded per line in acme/shop.")).toBeVisible();
  await keepScreenshot(page, info, "activity-plain");
  await page
    .getByRole("link", { name: /show the message$/ })
    .first()
    .click();
  await expect(page.getByRole("region", { name: "Message", exact: true })).toBeVisible();
  await expect(page.getByRole("radio", { name: "Wire" })).toBeChecked();
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("combobox", { name: "Language" }).click();
  await page.getByRole("option", { name: "简体中文" }).click();
  await page.getByRole("link", { name: "今天" }).click();
  await expect(page.getByText("Codex 在 acme/shop 中记住了 Refunds are rounded per line。")).toBeVisible();
  await keepScreenshot(page, info, "today-chinese");
  await client.close();
  await proposer.close();
});
