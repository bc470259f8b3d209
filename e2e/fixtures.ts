import { test as base, expect, type Page, type TestInfo } from "@playwright/test";
import { makeDataFolder, removeDataFolder } from "./support/data-folder.ts";
import { type RunningHost, startDesktop, startHeadless } from "./support/hosts.ts";

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

/** Keeps a picture of the page as an artefact of the run. */
export async function keepScreenshot(page: Page, info: TestInfo, name: string): Promise<void> {
  const path = info.outputPath(`${name}.png`);
  await page.screenshot({ path, animations: "disabled" });
  await info.attach(name, { path, contentType: "image/png" });
}

export { expect };
