/**
 * `npm run bench window [-- --size 100000] [--conversations 10000] [--runs 3] [--folder <folder>]`: the window in
 * Chromium with the headless application, 100,000 memories and 10,000 conversations. Measured by the page's clock and
 * marks: the time to the first list, the time from the last key of a search to its painted results, frames while the
 * lists scroll (the conversations to their end), the time until each place is complete, frames of Activity at 1,000
 * messages per second, and the size of the page's objects after all of it. Prints a Markdown table with the median of
 * the runs, the worst run, and the limit. `--folder` keeps the filled data folder for the next run.
 */
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, loadavg, tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Page } from "@playwright/test";
import { launchBrowser, type RunningHost, startHeadless } from "../e2e/testing/hosts.ts";
import { homeFolder } from "../e2e/testing/programs.ts";
import { build } from "../scripts/build.ts";
import { writeTranscripts } from "./conversations/generate.ts";
import { queryOf } from "./http/contents.ts";
import { fillFolder } from "./search/fill-folder.ts";
import { readConversations, scrollConversations } from "./window/conversation-list.ts";
import { measureFrames } from "./window/frame-times.ts";
import { loadLog } from "./window/log-load.ts";
import { heapMegabytes, openPlaces } from "./window/open-places.ts";
import { reportRuns, type WindowRun } from "./window/report.ts";
import { typeSearches } from "./window/type-searches.ts";

const { values } = parseArgs({
  options: {
    size: { type: "string", default: "100000" },
    conversations: { type: "string", default: "10000" },
    runs: { type: "string", default: "3" },
    folder: { type: "string" },
  },
});
const SEARCHES = 20;
/** Slightly above the target of 1,000 per second, since late ticks at the end are not compensated. */
const LOG_RATE = 1_020;
const LOG_MS = 8_000;
/** The time for the page to change before frames are counted. */
const SETTLE_MS = 500;

async function scrollList(page: Page): Promise<void> {
  const list = page.getByRole("listbox", { name: "Memories" });
  await list.hover();
  for (let turn = 0; turn < 60; turn++) {
    await page.mouse.wheel(0, 900);
    await page.waitForTimeout(16);
  }
}

async function measureRun({ page, endpoint }: RunningHost, run: number): Promise<WindowRun> {
  await page.getByRole("link", { name: /^Memories/ }).click();
  await page.reload();
  const firstList = await page.waitForFunction(
    () => performance.getEntriesByName("recollect.first-list")[0]?.duration ?? null,
  );
  const queries = Array.from({ length: SEARCHES }, (_, index) => queryOf(run * SEARCHES + index));
  const searches = await typeSearches(page, queries);
  await page.getByRole("searchbox", { name: "Search memories" }).fill("");
  await page.getByRole("option").first().waitFor();
  const scrolling = await measureFrames(page, () => scrollList(page));
  await page.getByRole("link", { name: /^Conversations/ }).click();
  await page.getByRole("listbox", { name: "Conversations" }).getByRole("option").first().waitFor();
  let conversations = 0;
  const scrollingConversations = await measureFrames(page, async () => {
    conversations = await scrollConversations(page);
  });
  const places = await openPlaces(page);
  await page.getByRole("link", { name: /^Activity/ }).click();
  await page.waitForTimeout(SETTLE_MS);
  let logRate = 0;
  const logging = await measureFrames(page, async () => {
    logRate = await loadLog(endpoint, LOG_RATE, LOG_MS);
  });
  return {
    firstList: (await firstList.jsonValue()) ?? Number.NaN,
    searches,
    scrolling,
    conversations,
    scrollingConversations,
    places,
    logging,
    logRate,
    heap: await heapMegabytes(page),
  };
}

build();
const keptFolder = values.folder;
const folder = keptFolder ?? (await mkdtemp(path.join(tmpdir(), "recollect-window-")));
try {
  await fillFolder(folder, Number(values.size));
  if (!existsSync(homeFolder(folder))) {
    writeTranscripts(homeFolder(folder), { files: Number(values.conversations) }, { turns: 2, toolBytes: 500 });
  }
  const browser = await launchBrowser();
  const host = await startHeadless(browser, folder);
  await readConversations(host.page);
  const runs: WindowRun[] = [];
  // The first run is a warm-up and is not counted.
  for (let run = 0; run <= Number(values.runs); run++) {
    const measured = await measureRun(host, run);
    if (run > 0) runs.push(measured);
  }
  await host.stop();
  await browser.close();
  console.log(
    `${values.size} memories, ${runs.length} runs, load ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores\n`,
  );
  console.log(reportRuns(runs));
} finally {
  if (keptFolder === undefined) await rm(folder, { recursive: true, force: true });
}
