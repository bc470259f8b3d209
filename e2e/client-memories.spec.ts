import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { writeMemory } from "../electron/app/testing/test-client-memories.ts";
import { expect, expectAccessible, IN_BROWSER, keepScreenshot, test } from "./fixtures.ts";
import { homeFolder } from "./testing/programs.ts";

/** A change is read a moment after it ends, when the machine has time. */
const READ = { timeout: 60_000 };

test(
  "from an edit of Claude Code's own memory to a proposal, and to a memory with its source",
  { tag: IN_BROWSER },
  async ({ app, folder }, info) => {
    const { page } = app;
    const home = homeFolder(folder);
    const project = path.join(home, "shop");
    mkdirSync(project);
    execFileSync("git", ["init", "-q", project]);
    execFileSync("git", ["-C", project, "remote", "add", "origin", "https://github.com/acme/shop.git"]);
    const slug = project.replace(/[^a-zA-Z0-9]/g, "-");
    writeFileSync(path.join(home, ".claude.json"), JSON.stringify({ projects: { [project]: {} } }));
    const instructions = path.join(project, "CLAUDE.md");
    writeFileSync(instructions, "# Shop\n\n## Style\n\nName columns in snake_case.\n\n## Commands\n\nmake all\n");
    const first = writeMemory(home, "orders-database", "Orders are in PostgreSQL 16.", slug);
    const before = readFileSync(first, "utf8");
    const check = async (name: string, colorScheme: "light" | "dark") => {
      await page.emulateMedia({ colorScheme });
      await keepScreenshot(page, info, name.replaceAll(" ", "-"));
      await expectAccessible(page, name);
    };

    await page.getByRole("link", { name: "Clients" }).click();
    await page.getByRole("link", { name: "Assistants’ own memories" }).click();
    const group = page.getByRole("region", { name: "Assistants’ own memories" });
    await group.getByRole("button", { name: "Look for memories" }).click();
    await expect(group.getByText("1 memory in 1 folder")).toBeVisible(READ);
    await group.getByText("Where they are").click();
    await expect(group.getByText(/\(acme\/shop\)$/)).toBeVisible();
    await check("survey", "light");
    await group.getByRole("switch", { name: "Watch the memories of Claude Code" }).click();
    await expect(group.getByText("1 waiting")).toBeVisible(READ);
    await group.getByText("Choose sections").click();
    await group.getByRole("checkbox", { name: "Style" }).click();
    await expect(group.getByText("1 of 2 sections")).toBeVisible(READ);
    await expect(group.getByText("1 waiting")).toHaveCount(2, READ);
    await check("watched dark", "dark");

    await group.getByRole("button", { name: "Review in the Inbox" }).click();
    const proposal = page.getByRole("article", { name: "Proposed memory" });
    await expect(proposal.getByText("Orders are in PostgreSQL 16.")).toBeVisible();
    await expect(proposal.getByText("From Claude Code's own memory")).toBeVisible();
    await expect(proposal.getByText("acme/shop")).toBeVisible();
    await expect(proposal.getByText(/\/memory\/orders-database\.md$/)).toBeVisible();
    await check("proposal", "light");
    await page.keyboard.press("Enter");
    await expect(proposal.getByText("From a file that you let Recollect watch")).toBeVisible();
    await page.keyboard.press("Backspace");
    await expect(page.getByText("Nothing waits for review")).toBeVisible();
    expect(readFileSync(first, "utf8")).toBe(before);

    // The client changes its memory while the application runs: a proposal to replace the memory that was kept.
    appendFileSync(first, "\nSince November they are in PostgreSQL 18.\n");
    await expect(proposal.getByText("Since November they are in PostgreSQL 18.")).toBeVisible(READ);
    await expect(proposal.getByText("Replaces")).toBeVisible();
    await check("changed dark", "dark");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Nothing waits for review")).toBeVisible();

    await page.getByRole("link", { name: /^Memories/ }).click();
    const list = page.getByRole("option");
    await expect(list).toHaveCount(1);
    await list.first().click();
    await expect(page.getByText(/\/memory\/orders-database\.md$/)).toBeVisible();
    await expect(page.getByRole("article").getByText("Since November they are in PostgreSQL 18.")).toBeVisible();
  },
);
