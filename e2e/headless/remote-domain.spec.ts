import type { Page } from "@playwright/test";
import { PostgresServer } from "../../electron/postgres/testing/postgres-server.ts";
import { createDatabase } from "../../electron/postgres/testing/test-database.ts";
import { expect, expectAccessible, keepScreenshot, test } from "../fixtures.ts";
import { capture, connectHttp } from "../testing/clients.ts";

const DOMAIN = "acme/archive";
const row = (page: Page, title: string) => page.getByRole("option", { name: new RegExp(title) });
const openPlace = (page: Page, hash: string) => page.evaluate(`location.hash = ${JSON.stringify(hash)}`);

test("adds a remote domain, searches and edits it together with local memories, and continues without the database", async ({
  app,
}, info) => {
  const { page } = app;
  const server = await PostgresServer.start();
  try {
    const { database, owner, ownerPassword } = await createDatabase(server);
    const client = await connectHttp(app.endpoint, "e2e-client");
    await capture(client, "Invoices are archived for ten years.", { domain: "acme/shop" });

    // The address of this section when it was in Settings.
    await openPlace(page, "#/settings/remoteDomains");
    const group = page.getByRole("region", { name: "Remote projects" });
    await group.getByText("Add a remote project").click();
    await group.getByLabel("Project", { exact: true }).fill(DOMAIN);
    await group.getByLabel("Address", { exact: true }).fill(`postgres://${owner}@127.0.0.1:${server.port}/${database}`);
    await group.getByLabel("Password", { exact: true }).fill("wrong");
    await group.getByRole("button", { name: "Add project" }).click();
    await expect(group.getByText("refused the login")).toBeVisible();
    await keepScreenshot(page, info, "a-wrong-password");
    await group.getByLabel("Password", { exact: true }).fill(ownerPassword);
    await group.getByRole("button", { name: "Add project" }).click();
    await expect(group.getByText("Reachable")).toBeVisible();
    await group.getByRole("combobox", { name: `Access to ${DOMAIN}` }).click();
    await page.getByRole("option", { name: "Read and write" }).click();
    await capture(client, "Invoices of 2019 are archived on tape.", { domain: DOMAIN });
    await group.getByRole("button", { name: `Check ${DOMAIN} now` }).click();
    await expect(group.getByText("1 memory")).toBeVisible();
    await keepScreenshot(page, info, "a-remote-domain");
    await expectAccessible(page, "a remote domain");

    await openPlace(page, "#/memories?q=archived+invoices");
    await expect(row(page, "archived")).toHaveCount(2);
    await row(page, "on tape").click();
    await page.keyboard.press("e");
    await page.getByRole("textbox", { name: "Content" }).fill("Invoices of 2019 are archived on disk.");
    await page.keyboard.press("ControlOrMeta+s");
    await expect(page.getByRole("article")).toContainText("on disk");
    await page.getByRole("tab", { name: "History (2)" }).click();
    await keepScreenshot(page, info, "a-remote-memory");

    await server.stop();
    await openPlace(page, "#/memories?q=invoices+archived");
    await expect(row(page, "for ten years")).toBeVisible();
    await expect(page.getByText(/acme\/archive.*cannot be reached/)).toBeVisible();
    await keepScreenshot(page, info, "a-search-without-the-database");
    await expectAccessible(page, "a search without the database");
    await server.restart();
    await openPlace(page, "#/remoteDomains");
    await group.getByRole("button", { name: `Check ${DOMAIN} now` }).click();
    await expect(group.getByText("Reachable")).toBeVisible();
    await openPlace(page, "#/memories?q=archived+invoices");
    await expect(row(page, "on disk")).toBeVisible();
    await client.close();
  } finally {
    await server.close();
  }
});
