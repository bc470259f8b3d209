import { expect, expectAccessible, expectAccessibleInThemes, IN_BROWSER, keepScreenshot, test } from "./fixtures.ts";
import { capture, connectHttp, connectStdio } from "./testing/clients.ts";
import { shimFile } from "./testing/programs.ts";

test("merges near duplicates and undoes the merge", { tag: IN_BROWSER }, async ({ app }, info) => {
  const { page, endpoint } = app;
  const client = await connectHttp(endpoint, "e2e-client");
  await capture(client, "The staging database is restored from production every Monday at four.", {
    tags: ["staging"],
  });
  await capture(client, "The staging database is restored from production each Monday at four.", {
    tags: ["database"],
  });
  // Secrets are masked when they are captured, unless the owner allows them.
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("link", { name: "Secrets in memories" }).click();
  await page.getByRole("radio", { name: "Allow" }).click();
  await expect(page.getByText("Memories are stored as they are.")).toBeVisible();
  await capture(client, "Deploy token: abcd1234efgh5678 is used by the pipeline.");
  await capture(client, "Vault token: wxyz9876stuv5432 opens the store.", { domain: "acme/shop" });

  await page.getByRole("link", { name: "Memories", exact: true }).click();
  await page.getByRole("link", { name: /Health/ }).click();
  await page.getByRole("button", { name: "Merge…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("Staging is restored from production on Mondays at four.");
  await expectAccessible(page, "merge");
  await keepScreenshot(page, info, "merge");
  await dialog.getByRole("button", { name: "Merge", exact: true }).click();
  await expect(page.getByText("No near duplicates")).toBeVisible();
  await page.getByRole("link", { name: /^Memories/ }).click();
  await expect(page.getByRole("option")).toHaveCount(3);
  await expect(page.getByRole("option", { name: /Staging is restored/ })).toBeVisible();
  // By its keys: the notice with the button may have closed.
  await page.keyboard.press("ControlOrMeta+z");
  await expect(page.getByRole("option")).toHaveCount(4);

  await page.getByRole("link", { name: /Health/ }).click();
  const secrets = page.getByRole("radio", { name: "Secrets" });
  await expect(secrets.locator("..")).toHaveText("Secrets2");
  await secrets.click();
  await expect(page.getByText(/Deploy token: ••••••/)).toBeVisible();
  await expect(page.getByText("abcd1234efgh5678")).toHaveCount(0);
  await expectAccessible(page, "secrets");
  // Both in one step: they are of two projects.
  await page.getByRole("link", { name: /^Open/ }).first().focus();
  await page.keyboard.press("ControlOrMeta+a");
  const bar = page.getByRole("region", { name: "Selected findings" });
  await expect(bar.getByText("2 findings selected")).toBeVisible();
  await expectAccessibleInThemes(page, "selected findings", "selected-findings");
  await bar.getByRole("button", { name: "Delete" }).click();
  const question = page.getByRole("dialog", { name: "Delete 2 findings of 2 projects?" });
  await expect(question.getByText(/acme\/shop \(1\)/)).toBeVisible();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No secrets found")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(page.getByText(/^Undone: 2 memories deleted/).first()).toBeVisible();
  await client.close();
});

test("shows similar notes as one group, merges it in one step and undoes it", { tag: IN_BROWSER }, async ({ app }) => {
  const { page, endpoint } = app;
  const client = await connectHttp(endpoint, "e2e-client");
  for (let build = 1; build <= 40; build += 1) {
    await capture(client, `Build ${build} of the shop passed on the main branch, all integration tests are green.`, {
      tags: build % 2 === 0 ? ["build"] : ["build", "green"],
    });
  }
  await capture(client, "Invoices are sent by post to customers without an address for e-mail.");

  await page.getByRole("link", { name: /Health/ }).click();
  const list = page.getByRole("list", { name: "Near duplicates" });
  await expect(page.getByText("1 finding")).toBeVisible();
  await expect(list.getByText("the newest of 40")).toBeVisible();
  await expectAccessibleInThemes(page, "group", "group");
  await page.keyboard.press("ArrowDown");
  await expect(list.locator(":focus")).toHaveCount(1);
  await page.keyboard.press("m");
  // The notes differ in a number, so that they may say different things: nothing is merged unless it is chosen.
  await expect(page.getByRole("dialog", { name: "Compare 40 memories" })).toBeVisible();
  await page.getByRole("checkbox", { name: "Merge all" }).check();
  const dialog = page.getByRole("dialog", { name: "Merge 40 memories" });
  await expect(dialog).toBeVisible();
  await dialog.getByRole("radio", { name: /^Keep “Build 12 / }).check();
  await dialog.getByRole("checkbox", { name: /^Merge “Build 7 / }).uncheck();
  await expect(page.getByRole("dialog", { name: "Merge 39 memories" })).toBeVisible();
  await page.getByRole("dialog").getByRole("textbox").fill("Builds of the shop pass on the main branch.");
  await expectAccessibleInThemes(page, "merge of a group", "merge-group");
  await page.getByRole("dialog").getByRole("button", { name: "Merge", exact: true }).click();
  await expect(page.getByText("Merged 39 memories.")).toBeVisible();
  await page.getByRole("link", { name: /^Memories/ }).click();
  await expect(page.getByRole("option")).toHaveCount(3);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(page.getByRole("option").first()).toHaveAttribute("aria-setsize", "41");
  await page.getByRole("link", { name: /Health/ }).click();
  await page.getByRole("button", { name: "Check again" }).click();
  await expect(list.getByText("the newest of 40")).toBeVisible();
  await client.close();
});

test(
  "shows hidden characters, and moves everything of one client to the trash and back",
  { tag: IN_BROWSER },
  async ({ app, folder }, info) => {
    const { page } = app;
    const client = await connectStdio(folder, "another-name", {
      command: process.execPath,
      args: [shimFile],
      env: { RECOLLECT_CLIENT: "claude-code" },
    });
    await capture(client, "The mail filter allows user\u202etxt.exe since May.");
    await capture(client, "Backups run at four.");

    await page.getByRole("link", { name: /Health/ }).click();
    await page.getByRole("radio", { name: "Hidden characters" }).click();
    await expect(page.getByText("allows user⟨U+202E⟩txt.exe")).toBeVisible();
    await expect(page.getByText("another-name via claude-code")).toBeVisible();
    await expectAccessibleInThemes(page, "hidden characters", "hidden-characters");
    await page.getByRole("button", { name: "Everything from one client…" }).click();
    const dialog = page.getByRole("dialog", { name: "Everything from one client" });
    await dialog.getByRole("combobox", { name: "Client" }).click();
    await page.getByRole("option", { name: "claude-code" }).click();
    const trash = dialog.getByRole("button", { name: "Move 2 memories to the trash" });
    await expect(trash).toBeEnabled();
    await expect(dialog.getByText(/\(2\)/)).toBeVisible();
    await expectAccessibleInThemes(page, "everything of one client", "from-client");
    await trash.click();
    await expect(page.getByText("No hidden characters found")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).first().click();
    await page.getByRole("link", { name: /^Memories/ }).click();
    await expect(page.getByRole("option")).toHaveCount(2);
    await page.getByRole("option", { name: /mail filter/ }).click();
    await expect(page.getByRole("article").getByText("user⟨U+202E⟩txt.exe").first()).toBeVisible();
    await expect(
      page.getByRole("region", { name: "Details" }).getByText("by another-name via claude-code"),
    ).toBeVisible();
    await keepScreenshot(page, info, "hidden-characters-page");
    await client.close();
  },
);
