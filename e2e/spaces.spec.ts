import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, IN_DESKTOP, keepScreenshot, test } from "./fixtures.ts";
import { call, capture, connectHttp } from "./testing/clients.ts";
import { makeDataFolder, removeDataFolder } from "./testing/data-folder.ts";
import { startHeadless } from "./testing/hosts.ts";

/** Another device writes to the folder, and this one reads it, when the machine has time. */
const EXCHANGE = { timeout: 60_000 };
const DOMAIN = "acme/shop";

const state = (page: Page, name: string) => page.getByRole("region", { name, exact: true }).getByRole("status").first();
const memory = (page: Page, title: string | RegExp) => page.getByRole("option", { name: title });
const openPlace = (page: Page, hash: string) => page.evaluate(`location.hash = ${JSON.stringify(hash)}`);

test(
  "two devices share a folder: create, invite, join, and merge concurrent changes",
  { tag: IN_DESKTOP },
  async ({ app, browser, folder }, info) => {
    const here = app.page;
    const check = async (name: string, colorScheme: "light" | "dark") => {
      await here.emulateMedia({ colorScheme });
      await keepScreenshot(here, info, name.replaceAll(" ", "-"));
      await expectAccessible(here, name);
    };
    const synced = path.join(folder, "synced");
    await mkdir(synced);
    const client = await connectHttp(app.endpoint, "e2e-client");
    const { id } = await capture(client, "Deploys run at 3.", { domain: DOMAIN });

    await here.getByRole("link", { name: "All projects" }).click();
    await here.getByRole("link", { name: "Spaces" }).click();
    await here.getByRole("button", { name: "Create a space" }).click();
    const create = here.getByRole("dialog", { name: "Create a space" });
    await create.getByLabel("Name", { exact: true }).fill("Shop");
    await create.getByLabel("Name of this device").fill("Laptop");
    await create.getByRole("textbox", { name: "Folder", exact: true }).fill(synced);
    await create.getByRole("checkbox", { name: /^acme\/shop/ }).check();
    await check("creating a space", "light");
    await create.getByRole("button", { name: "Create", exact: true }).click();
    await expect(state(here, "Shop")).toHaveText("up to date", EXCHANGE);
    await expect(here.getByRole("list", { name: "Devices" })).toContainText("1 change", EXCHANGE);

    await here.getByRole("tab", { name: "Invite" }).click();
    await here.getByRole("button", { name: "Create link" }).click();
    const link = await here
      .getByRole("region", { name: "Link" })
      .getByText(/^recollect:/)
      .textContent();

    const otherFolder = await makeDataFolder();
    const other = await startHeadless(browser, otherFolder);
    try {
      const there = other.page;
      await expect(there.getByRole("link", { name: "Settings" })).toBeVisible();
      await openPlace(there, `#/spaces/join?${new URLSearchParams({ link: link ?? "" })}`);
      const join = there.getByRole("dialog", { name: "Join a space" });
      await join.getByRole("button", { name: "Preview" }).click();
      await join.getByRole("textbox", { name: "Folder", exact: true }).fill(synced);
      await join.getByRole("button", { name: "Continue" }).click();
      await expect(join.getByText("1 change from 1 device")).toBeVisible();
      await join.getByLabel("Name of this device").fill("Desktop");
      await join.getByRole("button", { name: "Join", exact: true }).click();
      await expect(state(there, "Shop")).toHaveText("up to date", EXCHANGE);
      await openPlace(there, "#/memories");
      await memory(there, "Deploys run at 3.").click();
      await expect(there.getByText("on Laptop")).toBeVisible(EXCHANGE);

      // Offline: neither device receives what the other one changes.
      for (const page of [here, there]) {
        await openPlace(page, "#/spaces");
        await page.getByRole("button", { name: /^Shop/ }).click();
        await page.getByRole("button", { name: "Pause" }).click();
        await expect(state(page, "Shop")).toHaveText("paused");
      }
      const otherClient = await connectHttp(other.endpoint, "other-client");
      await call(client, "update_memory", { id, content: "Deploys run at 4." });
      await call(otherClient, "update_memory", { id, content: "Deploys run at noon." });
      await otherClient.close();
      for (const page of [here, there]) await page.getByRole("button", { name: "Resume" }).click();

      await here.getByRole("link", { name: "Memories", exact: true }).getByText("1 conflict").waitFor(EXCHANGE);
      await check("a space", "dark");
      await here.getByRole("link", { name: "Memories", exact: true }).click();
      await here.getByRole("link", { name: "Health" }).click();
      await expect(here.getByText(/-client on (?:Laptop|Desktop)/)).toBeVisible();
      await check("a conflict", "dark");
      await here.keyboard.press("ArrowDown");
      await expect(here.getByRole("link", { name: /^Open “Deploys run/ })).toBeFocused();
      await here.keyboard.press("m");
      const merge = here.getByRole("dialog", { name: "Merge two versions" });
      await expect(merge.getByRole("region", { name: "Present version" })).toContainText(/at (?:4|noon)\./);
      await merge.getByRole("textbox", { name: "Merged text" }).fill("Deploys run at 4 and at noon.");
      await check("merging versions", "light");
      await merge.getByRole("button", { name: "Merge", exact: true }).click();
      await expect(here.getByText("No conflicts between devices")).toBeVisible();

      await openPlace(there, "#/memories");
      await memory(there, "Deploys run at 4 and at noon.").click(EXCHANGE);
      await there.getByRole("tab", { name: /History/ }).click();
      await expect(there.getByText("concurrent", { exact: true })).toHaveCount(2);
      await expect(there.getByRole("link", { name: "Health" })).not.toContainText("conflict");
    } finally {
      await other.stop();
      await removeDataFolder(otherFolder);
    }
    await client.close();
  },
);
