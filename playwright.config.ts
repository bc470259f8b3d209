import { defineConfig } from "@playwright/test";
import { type HostOptions, IN_BROWSER, IN_DESKTOP } from "./e2e/fixtures.ts";
import { findChromium, sandboxArguments } from "./scripts/tools.ts";

const chromium = findChromium(process.env) ?? undefined;

/** The application driven as a person would: as the desktop app, and in a browser beside the headless server. */
export default defineConfig<HostOptions>({
  testDir: "e2e",
  outputDir: "test-results",
  // Each test starts an application of its own, and shares the browser of its worker. Electron's windows share a display,
  // with its focus and its clipboard: one at a time. Two browsers run next to it, because tests often wait.
  workers: 3,
  // On a busy machine the start of an application takes ten times as long, and so does the first use of a model.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  forbidOnly: process.env.CI === "true",
  reporter: [["list"], ["json"]],
  // A failed test has a screenshot and the page as text. A trace of each step takes an eighth of all processor time:
  // `npm run test:e2e -- --trace retain-on-failure` records it.
  use: {
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: { executablePath: chromium, args: [...sandboxArguments()] },
  },
  projects: [
    {
      name: "electron",
      workers: 1,
      testIgnore: "headless/**",
      grepInvert: new RegExp(IN_BROWSER),
      use: { host: "desktop" },
    },
    {
      name: "chromium",
      testIgnore: "desktop/**",
      grepInvert: new RegExp(IN_DESKTOP),
      use: { host: "headless" },
    },
  ],
});
