import type { Page } from "@playwright/test";

/** The first scan of 10,000 transcripts takes some seconds; on a loaded machine minutes. */
const SCAN_TIMEOUT_MS = 600_000;
const FRAME_MS = 16;
/** About 17 rows. */
const WHEEL_PIXELS = 900;

/** Switches on the reading of Claude Code's transcripts, waits until they are read, and pauses their embedding. */
export async function readConversations(page: Page): Promise<void> {
  await page.getByRole("link", { name: /^Conversations/ }).click();
  await page
    .getByRole("switch", { name: "Read the conversations of Claude Code" })
    .or(page.getByRole("listbox", { name: "Conversations" }))
    .first()
    .waitFor();
  const isListed = await page.getByRole("listbox", { name: "Conversations" }).isVisible();
  if (isListed) await page.getByRole("button", { name: "Sources and settings" }).click();
  const enable = page.getByRole("switch", { name: "Read the conversations of Claude Code" });
  await enable.waitFor();
  if (!(await enable.isChecked())) await enable.click();
  await page.getByText(/^Up to date\./).waitFor({ timeout: SCAN_TIMEOUT_MS });
  await page.getByText(/messages? stored/).waitFor({ timeout: SCAN_TIMEOUT_MS });
  const pause = page.getByRole("button", { name: "Pause search by meaning" });
  if (await pause.isVisible()) await pause.click();
}

/** Scrolls through the list to its end, a wheel step in each frame. @returns the conversations that were shown */
export async function scrollConversations(page: Page): Promise<number> {
  const list = page.getByRole("listbox", { name: "Conversations" });
  await list.hover();
  let end = 0;
  for (let height = -1; height !== end; ) {
    height = end;
    for (let step = 0; step < 100; step++) {
      await page.mouse.wheel(0, WHEEL_PIXELS);
      await page.waitForTimeout(FRAME_MS);
    }
    end = await list.evaluate((element) => element.scrollTop);
  }
  const last = list.getByRole("option").last();
  return Number(await last.getAttribute("aria-posinset"));
}
