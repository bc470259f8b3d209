import type { Page } from "@playwright/test";
import { startAuthorizationServer } from "../../electron/servers/oauth/testing/authorization-server.ts";
import { startProtectedServer } from "../../electron/servers/oauth/testing/protected-server.ts";
import { expect, expectAccessible, keepScreenshot, test } from "../fixtures.ts";

/** Presses a button that opens a page in the browser. */
async function pageOpenedBy(page: Page, press: () => Promise<void>): Promise<Page> {
  const [opened] = await Promise.all([page.context().waitForEvent("page"), press()]);
  return opened;
}

test("adds a server that needs a sign-in, refuses, signs in, calls a tool and signs out", async ({ app }, info) => {
  const authorization = await startAuthorizationServer();
  const server = await startProtectedServer(authorization);
  const { page } = app;
  await page.getByRole("link", { name: /^Servers/ }).click();
  await page.getByRole("button", { name: "Add a server" }).click();
  await page.getByLabel("Command, address or configuration").fill(server.url);
  await page.getByLabel("Name", { exact: true }).fill("tickets");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const part = page.getByRole("region", { name: "Sign-in" });
  await expect(part.getByText("tickets needs a sign-in.")).toBeVisible();
  await expect(page.getByText("sign-in needed · web address").first()).toBeVisible();
  await expectAccessible(page, "a server that needs a sign-in");
  await keepScreenshot(page, info, "sign-in-needed");

  const refused = await pageOpenedBy(page, () => part.getByRole("button", { name: "Sign in" }).click());
  await expect(part.getByText("Waiting for the browser…").first()).toBeVisible();
  await expectAccessible(page, "a sign-in that waits for the browser");
  await keepScreenshot(page, info, "sign-in-waiting");
  await refused.getByPlaceholder("Enter any login").fill("ada");
  await refused.getByPlaceholder("and password").fill("any");
  await refused.getByRole("button", { name: "Sign-in" }).click();
  await refused.getByRole("link", { name: /Cancel/ }).click();
  await expect(refused.getByText("Recollect is not signed in at tickets.")).toBeVisible();
  await expect(part.getByRole("alert")).toContainText("was refused in the browser");
  await keepScreenshot(page, info, "sign-in-refused");
  await page.emulateMedia({ colorScheme: "dark" });
  await keepScreenshot(page, info, "sign-in-refused-dark");
  await page.emulateMedia({ colorScheme: null });

  const allowed = await pageOpenedBy(page, () => part.getByRole("button", { name: "Sign in" }).click());
  // The authorization server knows the owner from before.
  await allowed.getByRole("button", { name: "Continue" }).click();
  await expect(allowed.getByRole("heading", { name: "You can close this window" })).toBeVisible();
  await keepScreenshot(allowed, info, "closing-page");
  await expect(part.getByText("Signed in", { exact: true })).toBeVisible();
  await expect(page.getByText("running · web address · 2 tools")).toBeVisible();
  await keepScreenshot(page, info, "signed-in");

  await page.getByRole("button", { name: /^read/ }).click();
  const tool = page.getByRole("region", { name: "tickets › read" });
  await tool.getByLabel(/^text/).fill("from the window");
  await tool.getByRole("button", { name: "Call", exact: true }).click();
  await expect(tool.getByRole("region", { name: "Result" })).toContainText("read from the window");
  await page.goBack();

  await part.getByRole("button", { name: "Sign out" }).click();
  await expect(part.getByRole("button", { name: "Sign in" })).toBeVisible();
  server.close();
  authorization.close();
});
