import { AxeBuilder } from "@axe-core/playwright";
import { test as base, expect, type Page, type TestInfo } from "@playwright/test";
import { makeDataFolder, removeDataFolder } from "./support/data-folder.ts";
import { type RunningHost, startDesktop, startHeadless } from "./support/hosts.ts";
import { stopPrograms } from "./support/programs.ts";

/** Chosen by the project: the same tests run in the desktop app and in a browser beside the headless server. */
export interface HostOptions {
  readonly host: "desktop" | "headless";
}

interface Fixtures {
  /** Empty, and the test's own. */
  readonly folder: string;
  /** An application with its window open. */
  readonly app: RunningHost;
}

export const test = base.extend<Fixtures & HostOptions>({
  host: ["headless", { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from this pattern
  folder: async ({}, use) => {
    const folder = await makeDataFolder();
    await use(folder);
    stopPrograms();
    await removeDataFolder(folder);
  },
  app: async ({ folder, host }, use) => {
    const app = await (host === "desktop" ? startDesktop(folder) : startHeadless(folder));
    const problems: string[] = [];
    app.page.on("pageerror", (error) => problems.push(String(error)));
    app.page.on("console", (message) => {
      if (message.type() === "error") problems.push(message.text());
    });
    await use(app);
    await app.stop();
    expect(problems, "errors in the page").toEqual([]);
  },
});

/** Finds what axe finds against WCAG 2.2 AA. Legacy mode: Electron opens no second page for it. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
  const { violations } = await new AxeBuilder({ page }).withTags(tags).setLegacyMode().analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
  expect(found, `accessibility of ${what}`).toEqual([]);
}

/** Keeps a picture of the page as an artefact of the run. */
export async function keepScreenshot(page: Page, info: TestInfo, name: string): Promise<void> {
  await page.screenshot({ path: info.outputPath(`${name}.png`), animations: "disabled" });
}

export { expect };
