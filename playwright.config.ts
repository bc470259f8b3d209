import { defineConfig } from "@playwright/test";
import type { HostOptions } from "./e2e/fixtures.ts";

/** The application driven as a person would: once as the desktop app, once in a browser beside the headless server. */
export default defineConfig<HostOptions>({
  testDir: "e2e",
  outputDir: "test-results",
  // Each test starts an application of its own; two cores carry one at a time.
  workers: 1,
  // On a busy machine the start of an application takes ten times as long, and so does the first use of a model.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  forbidOnly: process.env.CI === "true",
  reporter: [["list"], ["json"]],
  use: { trace: "retain-on-failure", screenshot: "only-on-failure" },
  projects: [
    { name: "chromium", testIgnore: "desktop/**", use: { host: "headless" } },
    { name: "electron", testIgnore: "headless/**", use: { host: "desktop" } },
  ],
});
