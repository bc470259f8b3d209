import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { capture, connectHttp } from "./support/clients.ts";

/** More than are read at once, so that the list goes on while it is scrolled. */
const MANY = 240;

const listOf = (page: Page) => page.getByRole("listbox", { name: "Memories" });
const placeOf = (page: Page, title: string) =>
  page.getByRole("option", { name: title }).evaluate((row) => Math.round(row.getBoundingClientRect().top));

test("a long list goes on as it is scrolled, and what clients write moves neither it, the selection nor the focus", async ({
  app,
}) => {
  const { page, endpoint } = app;
  const client = await connectHttp(endpoint, "e2e-client");
  for (let from = 0; from < MANY; from += 40) {
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        capture(client, `Memory ${String(from + index).padStart(3, "0")} of many`),
      ),
    );
  }
  await page.reload();
  const list = listOf(page);
  const rows = page.getByRole("option");
  await expect(rows.first()).toHaveAttribute("aria-setsize", String(MANY));
  expect(await rows.count()).toBeLessThan(60);

  // To the end of what is loaded, and on, until the oldest is there.
  await list.focus();
  await expect(async () => {
    await page.keyboard.press("End");
    await expect(page.getByRole("option", { selected: true })).toHaveAttribute("aria-posinset", String(MANY), {
      timeout: 300,
    });
  }).toPass();

  // Somewhere in the middle, one memory open.
  for (let step = 0; step < 8; step++) await page.keyboard.press("PageUp");
  const chosen = page.getByRole("option", { selected: true });
  const title = (await chosen.textContent())?.match(/Memory \d{3} of many/)?.[0] ?? "";
  const before = await placeOf(page, title);
  const address = page.url();

  await Promise.all(Array.from({ length: 5 }, (_, index) => capture(client, `Written meanwhile ${index}`)));
  await expect(page.getByRole("button", { name: "5 new" })).toBeVisible();
  expect(await placeOf(page, title)).toBe(before);
  await expect(chosen).toContainText(title);
  await expect(list).toBeFocused();
  expect(page.url()).toBe(address);

  // Many at once are not read one by one; they wait for the reader.
  for (let from = 0; from < 60; from += 30) {
    await Promise.all(Array.from({ length: 30 }, (_, index) => capture(client, `Flood ${from + index}`)));
  }
  await expect(page.getByRole("button", { name: /new$/ })).not.toHaveText("5 new");
  expect(await placeOf(page, title)).toBe(before);
  await expect(list).toBeFocused();

  await page.getByRole("button", { name: /new$/ }).click();
  await expect(page.getByRole("option", { name: /Flood/ }).first()).toBeInViewport();
  await expect(rows.first()).toHaveAttribute("aria-setsize", String(MANY + 65));
  await client.close();
});

test("a search takes the place of the one before it, and the last key's results are shown", async ({ app }) => {
  const { page, endpoint } = app;
  const client = await connectHttp(endpoint, "e2e-client");
  for (const word of ["apple", "apricot", "banana", "application"]) await capture(client, `The ${word} in the garden`);
  await expect(page.getByRole("option")).toHaveCount(4);
  const field = page.getByRole("searchbox", { name: "Search memories" });
  await field.pressSequentially("application", { delay: 5 });
  await expect(page.getByRole("option", { name: /application/ }).first()).toBeVisible();
  await expect(field).toHaveValue("application");
  expect(page.url()).toContain("q=application");
  await field.fill("");
  await expect(page.getByRole("option")).toHaveCount(4);
  await client.close();
});
