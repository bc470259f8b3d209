import { _electron, type Browser, chromium, type ElectronApplication, type Page } from "@playwright/test";
import type { Endpoint } from "../../electron/platform/endpoint-file.ts";
import { root } from "../../scripts/tools.ts";
import { START_TIMEOUT_MS, waitFor, waitForEndpoint } from "./data-folder.ts";
import { chromiumProgram, electronProgram, environment, type Program, runHeadless } from "./programs.ts";

/** A running application with an open window, in Electron or in a browser. */
export interface RunningHost {
  readonly page: Page;
  readonly endpoint: Endpoint;
  stop(): Promise<void>;
}

/** The limit for an action on a page, such as a click: it waits until its element can be used. */
export const ACTION_TIMEOUT_MS = 60_000;

const VIEWPORT = { width: 1280, height: 800 };

/** Opens Memories, where most tests start; the window itself opens at Today. */
export async function openMemories(page: Page): Promise<void> {
  await page.evaluate(`location.hash = "#/memories"`);
}

/** Waits for the link that a headless server prints. */
export function waitForLink(program: Program): Promise<string> {
  return waitFor("the link", async () => /Open (\S+) \(works once\)/.exec(program.output())?.[1] ?? null);
}

/** Starts a headless server and opens its link in a new context of the browser, which keeps its own storage. */
export async function startHeadless(
  browser: Browser,
  folder: string,
  env: Record<string, string> = {},
): Promise<RunningHost> {
  const program = runHeadless(folder, env);
  const link = await waitForLink(program);
  const context = await browser.newContext({ viewport: VIEWPORT });
  const page = await context.newPage();
  await page.goto(link);
  // The link works once. A test that reloads the page before it has stored its session would be signed out.
  await page.getByRole("navigation").first().waitFor();
  await openMemories(page);
  return {
    page,
    endpoint: await waitForEndpoint(folder),
    async stop() {
      await context.close();
      program.process.kill("SIGTERM");
      await program.exited;
    },
  };
}

/** Starts Chromium without the test runner, which gives tests the browser of their worker. */
export function launchBrowser(): Promise<Browser> {
  const { executable, args } = chromiumProgram();
  return chromium.launch({ executablePath: executable, args: [...args] });
}

export async function launchDesktop(
  folder: string,
  options: { readonly args?: readonly string[]; readonly env?: Record<string, string> } = {},
): Promise<ElectronApplication> {
  const { executable, args } = electronProgram();
  for (let attempt = 1; ; attempt += 1) {
    try {
      const application = await _electron.launch({
        executablePath: executable,
        args: [...args, root, ...(options.args ?? [])],
        env: environment(folder, options.env),
        timeout: START_TIMEOUT_MS,
      });
      // The configuration sets it for browsers only.
      application.context().setDefaultTimeout(ACTION_TIMEOUT_MS);
      return application;
    } catch (error) {
      // On a busy machine Playwright sometimes waits for ever after both of its debuggers are attached.
      const isConnected = /<ws connected>.*<ws connected>/s.test(String(error));
      if (attempt === 3 || !isConnected) throw error;
    }
  }
}

/** The window that a started application opens. */
export function firstWindow(application: ElectronApplication): Promise<Page> {
  return application.firstWindow({ timeout: START_TIMEOUT_MS });
}

/** The window that is opened after this call. */
export function nextWindow(application: ElectronApplication): Promise<Page> {
  return application.waitForEvent("window", { timeout: START_TIMEOUT_MS });
}

/** Resolves when the application exits. */
export async function exitOf(application: ElectronApplication): Promise<void> {
  await application.waitForEvent("close", { timeout: START_TIMEOUT_MS });
}

export async function startDesktop(folder: string, env: Record<string, string> = {}): Promise<RunningHost> {
  const application = await launchDesktop(folder, { env });
  const page = await firstWindow(application);
  await page.setViewportSize(VIEWPORT);
  await page.getByRole("navigation").first().waitFor();
  await openMemories(page);
  return { page, endpoint: await waitForEndpoint(folder), stop: () => application.close() };
}
