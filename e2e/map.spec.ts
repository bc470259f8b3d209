import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectAccessibleInThemes, IN_BROWSER, keepScreenshot, test } from "./fixtures.ts";
import { capture, connectHttp } from "./testing/clients.ts";
import type { RunningHost } from "./testing/hosts.ts";

const PARTS = {
  "acme/shop": ["orders", "payments", "stock", "invoices", "refunds", "carts", "prices", "returns"],
  "acme/infra": ["the cluster", "the proxy", "the pipeline", "backups", "alerts", "DNS", "queues", "secrets"],
} as const;
const SENTENCES = {
  "acme/shop": [
    (part: string) => `The table of ${part} is in PostgreSQL.`,
    (part: string) => `PostgreSQL locks ${part} during a migration.`,
  ],
  "acme/infra": [
    (part: string) => `Kubernetes restarts ${part} on staging each night.`,
    (part: string) => `Staging has ${part} of its own in Kubernetes.`,
  ],
} as const;

/** Captures 32 memories of two projects. */
async function captureMemories({ endpoint }: RunningHost): Promise<void> {
  const client = await connectHttp(endpoint, "e2e-client");
  for (const domain of ["acme/shop", "acme/infra"] as const) {
    for (const part of PARTS[domain]) {
      for (const sentence of SENTENCES[domain]) {
        await capture(client, sentence(part), { domain, namespace: "context" });
      }
    }
  }
  await client.close();
}

const openMap = async (page: Page) => {
  await page.getByRole("link", { name: /^Memories/ }).click();
  await page.getByRole("link", { name: "Map", exact: true }).click();
};
const mapOf = (page: Page) => page.getByRole("application", { name: "Map of memories" });
const listOf = (page: Page) => page.getByRole("listbox", { name: "Memories by cluster" });

/** The number of colours in which points are drawn. Points are not quite opaque, and labels are. */
const coloursOnMap = (page: Page) =>
  page.evaluate(`(() => {
    const canvas = document.querySelector("canvas");
    if (canvas === null || canvas.width === 0) return 0;
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const counts = new Map();
    for (let at = 0; at < data.length; at += 4) {
      if (Math.abs(data[at + 3] - 217) > 1) continue;
      const colour = [0, 1, 2].map((part) => Math.round(data[at + part] / 32)).join();
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
    return [...counts.values()].filter((count) => count > 50).length;
  })()`);

/** Moves the pointer into the first memory that is drawn, from the top. */
async function hoverMemory(page: Page): Promise<void> {
  const point = await page.evaluate<{ readonly x: number; readonly y: number } | null>(`(() => {
    const canvas = document.querySelector("canvas");
    const { left, top, width } = canvas.getBoundingClientRect();
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const isPoint = (pixel) => Math.abs(data[pixel * 4 + 3] - 217) <= 1;
    // A point has a few pixels in each direction. The edge of a letter has fewer.
    const around = [-2, -1, 0, 1, 2].flatMap((step) => [step, step * canvas.width]);
    const pixels = Array.from({ length: data.length / 4 }, (_, pixel) => pixel);
    const pixel = pixels.find((pixel) => around.every((step) => isPoint(pixel + step)));
    if (pixel === undefined) return null;
    const scale = width / canvas.width;
    return { x: left + (pixel % canvas.width) * scale, y: top + Math.floor(pixel / canvas.width) * scale };
  })()`);
  if (point === null) throw new Error("The map has no points.");
  await page.mouse.move(point.x, point.y);
}

test(
  "shows a memory under the pointer, opens it, and selects all with a lasso",
  { tag: IN_BROWSER },
  async ({ app }, info) => {
    const { page } = app;
    await openMap(page);
    await expect(page.getByText("Not enough memories for a map")).toBeVisible();
    await expectAccessible(page, "the map without memories");
    await captureMemories(app);
    await expect(mapOf(page)).toBeVisible();
    await expect(page.getByText(/^Shows \d+ of/)).toBeHidden();
    await expectAccessibleInThemes(page, "the map", "map");
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.reload();
    await expect.poll(() => coloursOnMap(page)).toBe(2);
    await hoverMemory(page);
    await expect(page.locator("[data-hover-card]")).toBeVisible();
    const title = (await page.locator("[data-hover-card] p").first().textContent()) ?? "";
    expect(title).toMatch(/PostgreSQL|Kubernetes/);
    await keepScreenshot(page, info, "map-hover");
    await page.mouse.down();
    await page.mouse.up();
    await expect(page).toHaveURL(/#\/memories\/all\/\w{26}/);
    await expect(page.getByRole("article")).toContainText(title);

    await openMap(page);
    await expect(mapOf(page)).toBeVisible();
    const box = await mapOf(page).boundingBox();
    if (box === null) throw new Error("There is no map.");
    await page.keyboard.down("Shift");
    await page.mouse.move(box.x + 4, box.y + 4);
    await page.mouse.down();
    for (const [x, y] of [
      [box.width - 4, 4],
      [box.width - 4, box.height - 4],
      [4, box.height - 4],
    ] as const) {
      await page.mouse.move(box.x + x, box.y + y, { steps: 4 });
    }
    await page.mouse.up();
    await page.keyboard.up("Shift");
    await expect(page.getByRole("heading", { name: "32 memories selected" })).toBeVisible();
    await expectAccessible(page, "selected memories on the map");
    await keepScreenshot(page, info, "map-selected");
    await page.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("Not enough memories for a map")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).first().click();
    await expect(mapOf(page)).toBeVisible();
  },
);

test("reaches every memory by keyboard, in a wide and in a narrow window", { tag: IN_BROWSER }, async ({ app }) => {
  const { page } = app;
  await captureMemories(app);
  await openMap(page);
  await expect(mapOf(page)).toBeVisible();
  await expect(page.getByText(/^Shows \d+ of/)).toBeHidden();
  await mapOf(page).focus();
  await page.keyboard.press("+");
  await expect(page.getByRole("button", { name: "Show all" })).toBeEnabled();
  await page.keyboard.press("0");
  await expect(page.getByRole("button", { name: "Show all" })).toBeDisabled();

  await page.getByRole("combobox", { name: "Project" }).click();
  await page.getByRole("option", { name: "acme/infra", exact: true }).click();
  await listOf(page).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await expect(page.getByRole("heading", { name: "2 memories selected" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("heading", { name: "2 memories selected" })).toBeHidden();
  await page.setViewportSize({ width: 800, height: 600 });
  await page.getByText("List", { exact: true }).click();
  await expect(mapOf(page)).toBeHidden();
  await expectAccessible(page, "the list of the map, narrow");
  await listOf(page).focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#\/memories\/all\/\w{26}/);
  await expect(page.getByRole("article")).toContainText("Kubernetes");
});
