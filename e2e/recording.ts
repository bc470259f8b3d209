/**
 * `npx node e2e/recording.ts`: records the first minute in the real window as an animated PNG, docs/images/first-minute.png:
 * connect a client, its first memory arrives, search for it.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "../scripts/build.ts";
import { root } from "../scripts/tools.ts";
import { animatedPng, type Frame } from "./screenshots/animated-png.ts";
import { openStage, type Size } from "./screenshots/stage.ts";
import { capture, connectHttp } from "./testing/clients.ts";
import { stopPrograms } from "./testing/programs.ts";

const SIZE: Size = { name: "recording", width: 1000, height: 640, scale: 1 };
const MEMORY = "Use PostgreSQL, not MongoDB, for orders\n\nOrders need transactions across orders, payments and stock.";
const SEARCH = "which database";

build();
const folder = await mkdtemp(path.join(tmpdir(), "recollect-pictures-"));
const frames: Frame[] = [];
try {
  const stage = await openStage(folder, []);
  const page = await stage.open(SIZE, "light", "#/memories");
  const show = async (milliseconds: number) => {
    frames.push({ png: await page.screenshot({ animations: "disabled" }), milliseconds });
  };
  await page
    .getByRole("button", { name: /Connect Claude Code/ })
    .first()
    .waitFor();
  await show(2_000);
  await page
    .getByRole("button", { name: /Connect Claude Code/ })
    .first()
    .click();
  await page.getByRole("button", { name: /Write it for me/ }).waitFor();
  await show(1_800);
  await page.getByRole("button", { name: /Write it for me/ }).click();
  const write = page.getByRole("button", { name: "Write", exact: true });
  await write.waitFor();
  await show(2_200);
  await write.click();
  await page.waitForTimeout(600);
  await show(1_500);

  const client = await connectHttp(stage.endpoint, "claude-code");
  await page.waitForTimeout(1_200);
  await show(1_800);
  await capture(client, MEMORY, { namespace: "decisions", domain: "acme/shop", tags: ["database"] });
  await page.getByRole("link", { name: /^Today/ }).click();
  await page.getByRole("heading", { name: "First steps" }).waitFor();
  await page.waitForTimeout(1_500);
  await show(2_200);
  await page.getByRole("button", { name: "Close first steps" }).click();
  await page
    .getByText(/remembered/)
    .first()
    .waitFor();
  await show(2_500);

  await page.getByRole("link", { name: /^Memories/ }).click();
  await page.getByRole("option").first().waitFor();
  await page.waitForTimeout(500);
  await show(1_500);
  const search = page.getByRole("searchbox").first();
  await search.focus();
  for (const letter of SEARCH) {
    await page.keyboard.type(letter);
    await page.waitForTimeout(120);
    await show(140);
  }
  await page.waitForTimeout(1_200);
  await page.getByRole("option").first().click();
  await page.waitForTimeout(500);
  await show(3_500);
  await client.close();
  await stage.close();
} finally {
  stopPrograms();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}
await writeFile(path.join(root, "docs", "images", "first-minute.png"), animatedPng(frames));
