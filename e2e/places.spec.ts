import { expect, expectAccessible, IN_BROWSER, keepScreenshot, test } from "./fixtures.ts";
import { call, capture, connectHttp } from "./testing/clients.ts";

const PLACES = ["Today", "Memories", "Activity", "Clients", "Servers", "Settings"] as const;

test("every place shows its data in light and dark", { tag: IN_BROWSER }, async ({ app }, info) => {
  const { page, endpoint } = app;
  const client = await connectHttp(endpoint, "e2e-client");
  await capture(client, "# Use PostgreSQL for orders\n\nOrders need **transactions** across `orders` and `stock`.", {
    namespace: "decisions",
    domain: "acme/shop",
    tags: ["database", "orders"],
    source: "docs/adr/0004.md",
  });
  await capture(client, "Integration tests start the broker with `docker compose up broker`.", {
    namespace: "testing",
    domain: "acme/shop",
  });
  await capture(client, "Prefers short answers with the reason first.", { namespace: "context" });
  await call(client, "search_memories", { query: "transactions", domain: "_" });
  await expect(client.callTool({ name: "get_memory", arguments: { id: "nonsense" } })).resolves.toMatchObject({
    isError: true,
  });
  for (const theme of ["Light", "Dark"] as const) {
    await page.getByRole("link", { name: /Settings/ }).click();
    await page.getByRole("radio", { name: theme }).click();
    for (const place of PLACES) {
      await page.getByRole("link", { name: new RegExp(place) }).click();
      await expect(page.getByRole("main", { name: place })).toBeVisible();
      if (place === "Memories") await page.getByRole("option", { name: /Use PostgreSQL/ }).click();
      const name = `${place.toLowerCase()}-${theme.toLowerCase()}`;
      await keepScreenshot(page, info, name);
      await expectAccessible(page, name, theme === "Light" ? "all" : "colours");
    }
  }

  await page.getByRole("link", { name: /Activity/ }).click();
  await page.getByRole("radio", { name: "Wire" }).check();
  for (const target of ["capture_memory", "search_memories", "get_memory"]) {
    await expect(page.getByRole("row", { name: new RegExp(target) }).first()).toBeVisible();
  }
  await page.getByRole("link", { name: /Clients/ }).click();
  await expect(page.getByText("e2e-client").first()).toBeVisible();
  await page.getByRole("button", { name: "Connect a client" }).click();
  await page.getByRole("radio", { name: "Claude Code" }).check();
  await expect(page.getByRole("button", { name: "Write it for me" })).toBeVisible();
  await page.getByText("Copy and add it by hand").click();
  await expect(page.getByText(/claude mcp add recollect/)).toBeVisible();
  await keepScreenshot(page, info, "connect");
  await expectAccessible(page, "connect");
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: /Settings/ }).click();
  await page.getByRole("link", { name: "Connection" }).click();
  await expect(page.getByRole("main").getByText(endpoint.url)).toBeVisible();
  // The place scrolls, not the window.
  await page.getByRole("link", { name: "Backups" }).click();
  await page.getByText("Second copy").evaluate((part) => part.scrollIntoView({ block: "start" }));
  expect(await page.locator("#root").evaluate(({ scrollTop }) => scrollTop)).toBe(0);

  // A synonym finds a setting, by keyboard alone.
  await page.keyboard.press("/");
  await page.keyboard.type("dark");
  const theme = page.getByRole("list", { name: "Settings found" }).getByRole("link", { name: /^Theme/ });
  await expect(theme.locator("mark")).toHaveText("dark");
  await keepScreenshot(page, info, "settings-search");
  await expectAccessible(page, "the search of settings");
  await page.keyboard.press("ArrowDown");
  await expect(theme).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("radio", { name: "Dark" })).toBeFocused();
  await expectAccessible(page, "a setting that was found", "colours");
  await client.close();
});
