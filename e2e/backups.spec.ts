import { mkdirSync, readdirSync } from "node:fs";
import { expect, expectAccessibleInThemes, IN_BROWSER, test } from "./fixtures.ts";
import { call, capture, connectHttp } from "./testing/clients.ts";

test(
  "backs up, previews a restore, restores a chosen memory and everything, and undoes it",
  { tag: IN_BROWSER },
  async ({ app }, info) => {
    const { page, endpoint } = app;
    const client = await connectHttp(endpoint, "e2e-client");
    const { id: key } = await capture(client, "The staging key rotates on Mondays.");
    const { id: deploys } = await capture(client, "Deploys need two approvals.");
    await capture(client, "Orders use PostgreSQL.");

    await page.getByRole("link", { name: /^Settings/ }).click();
    await page.getByRole("link", { name: "Backups" }).click();
    const settings = page.getByRole("region", { name: "Backups" });
    await settings.getByRole("button", { name: "Back up now" }).click();
    await expect(page.getByText("Backed up: 3 memories")).toBeVisible();
    // Without the daily one, which is made a minute after the start.
    const lines = settings
      .getByRole("list", { name: "All backups" })
      .getByRole("listitem")
      .filter({ hasNotText: "Daily" });
    await expect(lines).toHaveCount(1);

    await call<object>(client, "update_memory", { id: key, content: "Overwritten by mistake." });
    await call<object>(client, "delete_memory", { id: deploys });
    await capture(client, "Captured after the backup.");

    await lines
      .first()
      .getByRole("button", { name: /^Restore…/ })
      .click();
    const dialog = page.getByRole("dialog", { name: /^Restore the backup of/ });
    await expect(dialog.getByText("2 to change back: different now")).toBeVisible();
    await expect(dialog.getByText("1 to remove: not in the backup")).toBeVisible();
    await expect(dialog.getByText("Now: Overwritten by mistake.")).toBeVisible();
    await expectAccessibleInThemes(page, "the preview of a restore", "restore");
    await dialog.getByRole("searchbox").fill("rotates");
    await expect(dialog.getByRole("checkbox")).toHaveCount(1);
    await dialog.getByRole("checkbox", { name: /The staging key rotates/ }).check();
    await dialog.getByRole("button", { name: "Restore 1 selected" }).click();
    await expect(page.getByText("Restored: 0 added, 1 changed, 0 removed")).toBeVisible();
    await expect(dialog).toBeHidden();
    expect(JSON.stringify(await call<object>(client, "get_memory", { id: key }))).toContain("rotates on Mondays");

    await expect(lines).toHaveCount(2);
    await lines
      .filter({ hasText: "On request" })
      .getByRole("button", { name: /^Restore…/ })
      .click();
    await dialog.getByRole("button", { name: "Restore everything" }).click();
    await expect(page.getByText(/^Restored: 0 added, 2 changed, 1 removed/)).toBeVisible();
    // The client's session continues on the restored memories.
    expect(JSON.stringify(await call<object>(client, "get_memory", { id: deploys }))).toContain("two approvals");
    await page.getByRole("link", { name: /^Memories/ }).click();
    await expect(page.getByRole("option")).toHaveCount(3);
    // By its keys: the notice with the button may have closed.
    await page.keyboard.press("ControlOrMeta+z");
    await expect(page.getByRole("option", { name: /Captured after the backup/ })).toBeVisible();

    await page.getByRole("link", { name: /^Settings/ }).click();
    await page.getByRole("link", { name: "Backups" }).click();
    await expect(lines).toHaveCount(4);
    await settings.scrollIntoViewIfNeeded();
    await expectAccessibleInThemes(page, "the backups", "backups");

    // The desktop application has the system's dialog instead of the field.
    const second = info.outputPath("second");
    const field = settings.getByRole("textbox", { name: "Full path of the folder" });
    await field.fill(second);
    await page.keyboard.press("Enter");
    await expect(settings.getByText(/cannot have backups: it does not exist/)).toBeVisible();
    mkdirSync(second, { recursive: true });
    await field.press("Enter");
    await expect(settings.getByRole("button", { name: "Remove", exact: true })).toBeVisible();
    expect(readdirSync(second)).toEqual([expect.stringMatching(/^recollect-backups-/)]);
    await client.close();
  },
);
