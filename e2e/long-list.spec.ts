import type { Page } from "@playwright/test";
import { expect, IN_BROWSER, test } from "./fixtures.ts";
import { capture, connectHttp } from "./testing/clients.ts";

/** More than one page, so that scrolling loads more. */
const MANY = 240;

const listOf = (page: Page) => page.getByRole("listbox", { name: "Memories" });
const placeOf = (page: Page, title: string) =>
  page.getByRole("option", { name: title }).evaluate((row) => Math.round(row.getBoundingClientRect().top));

/** Waits until the list does not scroll any more. */
async function settledPlaceOf(page: Page, title: string): Promise<number> {
  let place = await placeOf(page, title);
  await expect(async () => {
    const last = place;
    place = await placeOf(page, title);
    expect(place).toBe(last);
  }).toPass({ intervals: [200] });
  return place;
}

test("loads a long list as it is scrolled, and keeps position, selection and focus when clients write", {
  tag: IN_BROWSER,
}, async ({ app }) => {
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

  // End loads more until the oldest memory is reached.
  await list.focus();
  await expect(async () => {
    await page.keyboard.press("End");
    await expect(page.getByRole("option", { selected: true })).toHaveAttribute("aria-posinset", String(MANY), {
      timeout: 300,
    });
  }).toPass();

  // Stop in the middle of the list with an open memory.
  for (let step = 0; step < 8; step++) await page.keyboard.press("PageUp");
  const chosen = page.getByRole("option", { selected: true });
  const title = (await chosen.textContent())?.match(/Memory \d{3} of many/)?.[0] ?? "";
  const before = await settledPlaceOf(page, title);
  const address = await page.evaluate<string>("location.href");

  await Promise.all(Array.from({ length: 5 }, (_, index) => capture(client, `Written later ${index}`)));
  await expect(page.getByRole("button", { name: "5 new" })).toBeVisible();
  expect(await placeOf(page, title)).toBe(before);
  await expect(chosen).toContainText(title);
  await expect(list).toBeFocused();
  expect(await page.evaluate("location.href")).toBe(address);

  // Many new memories are not fetched one by one; they appear on reload.
  for (let from = 0; from < 60; from += 30) {
    await Promise.all(Array.from({ length: 30 }, (_, index) => capture(client, `Flood ${from + index}`)));
  }
  // All of them: those that arrive after the click would keep the position again.
  const added = page.getByRole("button", { name: "65 new" });
  await expect(added).toBeVisible();
  expect(await placeOf(page, title)).toBe(before);
  await expect(list).toBeFocused();

  await added.click();
  await expect(page.getByRole("option", { name: /Flood/ }).first()).toBeInViewport();
  await expect(rows.first()).toHaveAttribute("aria-setsize", String(MANY + 65));
  await client.close();
});

test("cancels an earlier search and shows the results of the last key", { tag: IN_BROWSER }, async ({ app }) => {
  const { page, endpoint } = app;
  const client = await connectHttp(endpoint, "e2e-client");
  for (const word of ["apple", "apricot", "banana", "application"]) await capture(client, `The ${word} in the garden`);
  await expect(page.getByRole("option")).toHaveCount(4);
  const field = page.getByRole("searchbox", { name: "Search memories" });
  await field.pressSequentially("application", { delay: 5 });
  await expect(page.getByRole("option", { name: /application/ }).first()).toBeVisible();
  await expect(field).toHaveValue("application");
  await expect(page).toHaveURL(/q=application/);
  await field.fill("");
  await expect(page.getByRole("option")).toHaveCount(4);
  await client.close();
});
