import { basename, dirname } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { test as base, expect, type Page, type TestInfo } from "@playwright/test";
import { makeDataFolder, removeDataFolder } from "./testing/data-folder.ts";
import { type RunningHost, startDesktop, startHeadless } from "./testing/hosts.ts";
import { stopPrograms } from "./testing/programs.ts";

/**
 * The tag of a test that runs only in the browser. The page is the same build in Electron. Its tests there cover the
 * bridge, the files, the processes and the keys, which differ.
 */
export const IN_BROWSER = "@browser";
/** The tag of a test that runs only in Electron, because it also covers the processes or the programs of a client. */
export const IN_DESKTOP = "@desktop";

/** Set by the project: the same tests run in Electron and in a browser with the headless server. */
export interface HostOptions {
  readonly host: "desktop" | "headless";
}

/** Starts the project's kind of application in a folder. */
export type Start = (folder: string, env?: Record<string, string>) => Promise<RunningHost>;

interface Fixtures {
  /** An empty folder for the test. */
  readonly folder: string;
  readonly start: Start;
  /** A running application with an open window. */
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
  start: async ({ host, browser }, use) => {
    await use((folder, env) => (host === "desktop" ? startDesktop(folder, env) : startHeadless(browser, folder, env)));
  },
  app: async ({ folder, start }, use) => {
    const app = await start(folder);
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

/** WCAG 2.2 AA. */
const ALL_RULES = { type: "tag" as const, values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] };
/** The rules of WCAG 2.2 AA whose result depends on colours. They take half of the time of all. */
const COLOUR_RULES = { type: "rule" as const, values: ["color-contrast", "link-in-text-block"] };

/**
 * Checks WCAG 2.2 AA with axe. Legacy mode, because Electron opens no second page for it. Transitions end first, and a
 * notice that closes in the meantime does not fade: axe would measure the contrast of a colour between two states.
 * A page that the browser shows too is checked there, because it is the same in Electron.
 * @param rules `colours` for a page that was checked by all rules in another theme, which does not change its content
 */
export async function expectAccessible(page: Page, what: string, rules: "all" | "colours" = "all"): Promise<void> {
  const { file, project, tags } = base.info();
  const isForDesktop = basename(dirname(file)) === "desktop" || tags.includes(IN_DESKTOP);
  if (project.name === "electron" && !isForDesktop) return;
  await page.emulateMedia({ reducedMotion: "reduce" });
  await waitForTransitions(page);
  // The script is sent once to a page. Only violations are described: to describe what passed takes as long again.
  const isSent = await page.evaluate('typeof axe === "object"');
  const axe = new AxeBuilder(isSent ? { page, axeSource: "undefined" } : { page });
  const { violations } = await axe
    .options({ resultTypes: ["violations"], runOnly: rules === "all" ? ALL_RULES : COLOUR_RULES })
    .setLegacyMode()
    .analyze();
  await page.emulateMedia({ reducedMotion: null });
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary ?? ""}`),
  );
  expect(found, `accessibility of ${what}`).toEqual([]);
}

/** Checks a page in the light and in the dark theme. @param screenshot the name of a screenshot in each */
export async function expectAccessibleInThemes(page: Page, what: string, screenshot?: string): Promise<void> {
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme });
    if (screenshot !== undefined) await keepScreenshot(page, base.info(), `${screenshot}-${theme}`);
    await expectAccessible(page, `${what}, ${theme}`, theme === "light" ? "all" : "colours");
  }
}

/** Waits until nothing on the page fades or moves. Endless animations, such as a progress bar's, are left out. */
async function waitForTransitions(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(`document.getAnimations().filter(({ playState, effect }) =>
        playState === "running" && effect.getComputedTiming().endTime !== Infinity).length`),
    )
    .toBe(0);
}

/** Saves a screenshot as an artefact of the run, if RECOLLECT_SCREENSHOTS is set. */
export async function keepScreenshot(page: Page, info: TestInfo, name: string): Promise<void> {
  if (!process.env.RECOLLECT_SCREENSHOTS) return;
  await page.screenshot({ path: info.outputPath(`${name}.png`), animations: "disabled" });
}

export { expect };
