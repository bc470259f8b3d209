import path from "node:path";
import { defineConfig } from "@playwright/test";
import { type HostOptions, IN_BROWSER, IN_DESKTOP } from "./e2e/fixtures.ts";
import { ACTION_TIMEOUT_MS } from "./e2e/testing/hosts.ts";
import { findChromium, sandboxArguments } from "./scripts/tools.ts";

// Each test has its own data folder. Without this cache, each application would compile all of its code.
process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, "node_modules", ".cache", "node-compile");

const chromium = findChromium(process.env) ?? undefined;

/** The application driven as a person would: as the desktop app, and in a browser beside the headless server. */
export default defineConfig<HostOptions>({
  testDir: "e2e",
  outputDir: "test-results",
  // Each test starts an application of its own, and shares the browser of its worker. Electron's windows share a display,
  // with its focus and its clipboard: one at a time. Two browsers run next to it, because tests often wait.
  workers: 3,
  // On a busy machine everything takes several times as long. A test that needs more than this says so itself.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  forbidOnly: process.env.CI === "true",
  reporter: [["list"], ["json"]],
  // A failed test has a screenshot and the page as text. A trace of each step takes an eighth of all processor time:
  // `npm run test:e2e -- --trace retain-on-failure` records it.
  use: {
    // Without a limit, an action on a page that hangs waits until the test ends, and the report does not name it.
    actionTimeout: ACTION_TIMEOUT_MS,
    navigationTimeout: ACTION_TIMEOUT_MS,
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: { executablePath: chromium, args: [...sandboxArguments()] },
  },
  projects: [
    {
      name: "electron",
      // `launchDesktop` starts Electron a third time after two attempts of 90 seconds that hung.
      timeout: 300_000,
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
