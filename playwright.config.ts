import { defineConfig } from "@playwright/test";
import type { HostOptions } from "./e2e/fixtures.ts";
import { findChromium, sandboxArguments } from "./scripts/tools.ts";

const chromium = findChromium(process.env) ?? undefined;

/** The application driven as a person would: once as the desktop app, once in a browser beside the headless server. */
export default defineConfig<HostOptions>({
  testDir: "e2e",
  outputDir: "test-results",
  // Each test starts an application of its own, and shares the browser of its worker. Electron's windows share a display, with its focus and its clipboard: one
  // at a time, beside one browser, and two browsers once Electron's tests have ended.
  workers: 2,
  // On a busy machine the start of an application takes ten times as long, and so does the first use of a model.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  forbidOnly: process.env.CI === "true",
  reporter: [["list"], ["json"]],
  // The trace has the page of each step. A film of it too would take a sixth of all processor time.
  use: {
    trace: { mode: "retain-on-failure", screenshots: false },
    screenshot: "only-on-failure",
    launchOptions: { executablePath: chromium, args: [...sandboxArguments()] },
  },
  projects: [
    { name: "electron", workers: 1, testIgnore: "headless/**", use: { host: "desktop" } },
    { name: "chromium", testIgnore: "desktop/**", use: { host: "headless" } },
  ],
});
