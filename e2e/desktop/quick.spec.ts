import type { ElectronApplication } from "@playwright/test";
import { root } from "../../scripts/tools.ts";
import { expect, expectAccessible, keepScreenshot, test } from "../fixtures.ts";
import { capture, connectHttp } from "../testing/clients.ts";
import { makeDataFolder, removeDataFolder, waitForEndpoint } from "../testing/data-folder.ts";
import { firstWindow, launchDesktop, nextWindow } from "../testing/hosts.ts";
import { electronProgram, environment, run } from "../testing/programs.ts";

/** Keeps what a global shortcut runs: nothing here can press a key outside of a page. */
async function watchShortcut(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ globalShortcut }) => {
    const register = globalShortcut.register;
    globalShortcut.register = (keys, run) => {
      Object.assign(globalThis, { pressShortcut: run });
      return register.call(globalShortcut, keys, run);
    };
  });
}
const pressShortcut = (app: ElectronApplication) =>
  app.evaluate(() => (globalThis as unknown as { pressShortcut(): void }).pressShortcut());
const isRegistered = (app: ElectronApplication, keys: string) =>
  app.evaluate(({ globalShortcut }, wanted) => globalShortcut.isRegistered(wanted), keys);
const isQuickVisible = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().some(
      (window) => window.webContents.getURL().includes("?quick") && window.isVisible(),
    ),
  );

test("searches and captures in the window that a global shortcut opens", async ({ folder }, info) => {
  const app = await launchDesktop(folder);
  const page = await firstWindow(app);
  const client = await connectHttp(await waitForEndpoint(folder), "e2e-client");
  await capture(client, "Deploy on Tuesdays", { domain: "acme/shop" });
  await capture(client, "# Orders use PostgreSQL\n\nThey need transactions.", { domain: "acme/shop" });
  await watchShortcut(app);

  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Choose keys…" }).click();
  await page.keyboard.press("k");
  await expect(page.getByRole("alert")).toContainText("Use Ctrl, Alt");
  await page.keyboard.press("Control+Alt+Shift+F9");
  await expect(page.getByRole("button", { name: "Turn off" })).toBeVisible();
  expect(await isRegistered(app, "Ctrl+Alt+Shift+F9")).toBe(true);
  await keepScreenshot(page, info, "setting");

  const opened = nextWindow(app);
  await pressShortcut(app);
  const quick = await opened;
  const field = quick.getByRole("textbox", { name: "Search memories, or write one" });
  await expect(field).toBeFocused();
  await quick.keyboard.type("orders");
  await expect(quick.getByRole("option", { name: /Orders use PostgreSQL/ })).toHaveAttribute("aria-selected", "true");
  await expectAccessible(quick, "the quick window");
  await keepScreenshot(quick, info, "search");
  await quick.keyboard.press("Enter");
  await expect(page.getByRole("article").getByText("They need transactions.")).toBeVisible();
  await expect.poll(() => isQuickVisible(app)).toBe(false);

  await pressShortcut(app);
  await expect.poll(() => isQuickVisible(app)).toBe(true);
  await expect(field).toHaveValue("");
  await field.focus();
  await quick.keyboard.type("Refunds are rounded per line.");
  await quick.keyboard.press("Tab");
  await quick.keyboard.press("Enter");
  await quick.getByRole("option", { name: "acme/shop" }).waitFor();
  await quick.keyboard.press("ArrowDown");
  await quick.keyboard.press("Enter");
  await expect(quick.getByRole("combobox", { name: "Project of the new memory" })).toHaveText("acme/shop");
  await expect(quick.getByRole("listbox")).toHaveCount(0);
  await quick.keyboard.press("Control+Enter");
  await expect(quick.getByRole("button", { name: "Undo" })).toBeVisible();
  await quick.emulateMedia({ colorScheme: "dark" });
  await keepScreenshot(quick, info, "captured-dark");
  await expectAccessible(quick, "a captured memory", "colours");
  await field.focus();
  await quick.keyboard.press("Escape");
  await expect.poll(() => isQuickVisible(app)).toBe(false);
  await page.getByRole("link", { name: "Memories", exact: true }).click();
  await page.getByRole("option", { name: /Refunds are rounded per line/ }).click();
  await expect(page.getByRole("article").getByText("acme/shop").first()).toBeVisible();

  // Another program has the combination.
  const otherFolder = await makeDataFolder();
  const other = await launchDesktop(otherFolder);
  const otherPage = await firstWindow(other);
  await otherPage.getByRole("link", { name: "Settings" }).click();
  await otherPage.getByRole("button", { name: "Choose keys…" }).click();
  await otherPage.keyboard.press("Control+Alt+Shift+F9");
  await expect(otherPage.getByText("Ctrl+Alt+Shift+F9 is used by another program.")).toBeVisible();
  await keepScreenshot(otherPage, info, "taken");
  await other.close();
  await removeDataFolder(otherFolder);

  // A second start opens it too, for a shortcut of the desktop.
  const { executable, args } = electronProgram();
  const second = run(executable, [...args, root, "--quick"], environment(folder));
  expect(await second.exited).toBe(0);
  await expect.poll(() => isQuickVisible(app)).toBe(true);
  await quick.keyboard.press("Escape");

  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByRole("button", { name: "Choose keys…" })).toBeVisible();
  expect(await isRegistered(app, "Ctrl+Alt+Shift+F9")).toBe(false);
  await client.close();
  await app.close();
});
