import { cpSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { writeSession } from "../electron/conversations/testing/claude-transcripts.ts";
import { root } from "../scripts/tools.ts";
import { expect, expectAccessible, IN_DESKTOP, keepScreenshot, test } from "./fixtures.ts";
import { homeFolder } from "./testing/programs.ts";

/** A scan runs in the background, when the machine has time. */
const SCAN = { timeout: 60_000 };
const FIXTURES = path.join(root, "electron", "conversations", "readers", "testing", "fixtures");

const ANSWER = `Use **exponential backoff** with full jitter, and stop after five tries:

\`\`\`ts
const delay = Math.random() * Math.min(cap, base * 2 ** attempt);
\`\`\`

The queue keeps the message in the meantime.`;

const SCRIPT = Array.from({ length: 200 }, (_, index) => (index === 150 ? "page(dirigibles);" : `step(${index});`));

test(
  "from the survey to a conversation, and from a message to a memory and back",
  { tag: IN_DESKTOP },
  async ({ app, folder }, info) => {
    const { page } = app;
    const home = homeFolder(folder);
    for (const client of ["claude-code", "codex", "gemini-cli"]) {
      cpSync(path.join(FIXTURES, client, "home"), home, { recursive: true, preserveTimestamps: true });
    }
    writeSession(home, "9f1c2d3e-0000-4000-8000-000000000001", [
      { text: "Which retry policy should the queue importer use?" },
      { role: "assistant", text: ANSWER },
      ...Array.from({ length: 45 }, (_, index) => [
        { text: `Step ${index + 1}: what is next?` },
        { role: "assistant" as const, text: `Step ${index + 1} is described in the plan.` },
      ]).flat(),
      { text: "And who is paged when the zeppelin alarm fires?" },
      { role: "assistant", text: `The script says:\n\n\`\`\`ts\n${SCRIPT.join("\n")}\n\`\`\`\n` },
    ]);
    const check = async (name: string, colorScheme: "light" | "dark") => {
      await page.emulateMedia({ colorScheme });
      await keepScreenshot(page, info, name.replaceAll(" ", "-"));
      await expectAccessible(page, name);
    };

    await page.getByRole("link", { name: "Conversations" }).click();
    await expect(page.getByText("Nothing is read until you switch a client on.")).toBeVisible();
    const claude = page.getByRole("switch", { name: "Read the conversations of Claude Code" });
    await expect(claude).toBeVisible(SCAN);
    await expect(claude).not.toBeChecked();
    await check("survey", "light");
    await check("survey dark", "dark");
    await claude.click();
    await expect(page.getByText(/^\d+ conversations, \d+ messages stored$/)).toBeVisible(SCAN);
    await page.getByRole("switch", { name: "Read the conversations of Codex" }).click();
    await expect(page.getByText(/messages stored$/)).toHaveCount(2, SCAN);
    await expect(page.getByText(/^Up to date\./)).toBeVisible(SCAN);
    await check("sources", "light");

    await page.getByRole("button", { name: "Show conversations" }).click();
    const list = page.getByRole("listbox", { name: "Conversations" });
    const importer = list.getByRole("option", { name: /^Which retry policy/ });
    await expect(importer).toBeVisible();
    await expect(list.getByRole("option", { name: /^Orders and files/ })).toBeVisible();
    await page.getByRole("combobox", { name: "Client" }).click();
    await page.getByRole("option", { name: "Claude Code", exact: true }).click();
    await expect(list.getByRole("option", { name: /^Orders and files/ })).toHaveCount(0);
    await importer.click();
    const reading = page.getByRole("article", { name: "Conversation" });
    await expect(reading.getByRole("listitem", { name: "Message 2, Claude Code" })).toContainText(
      "exponential backoff",
    );
    await expect(reading.getByText("zeppelin")).toHaveCount(0);
    await check("reading", "light");

    // A hit at the end opens the messages around it; earlier ones are loaded on demand.
    await page.keyboard.press("/");
    await page.getByRole("searchbox", { name: "Search conversations" }).fill("zeppelin alarm");
    await expect(list.getByRole("option")).toHaveCount(1);
    await list.getByText("And who is paged", { exact: false }).last().click();
    const hit = reading.getByRole("listitem", { name: "Message 93, You" });
    await expect(hit).toBeInViewport();
    await expect(hit.locator("mark")).toHaveText(["zeppelin", "alarm"]);
    await check("hit dark", "dark");

    // Long code is folded unless a search matches it. Everything works by keyboard.
    const answer = reading.getByRole("listitem", { name: "Message 94, Claude Code" });
    const unfold = answer.getByRole("button", { name: "Show 188 more lines" });
    await unfold.focus();
    await page.keyboard.press("Enter");
    await expect(answer).toContainText("step(199);");
    await page.keyboard.press("Enter");
    await expect(answer).not.toContainText("step(199);");
    await page.keyboard.press("/");
    await page.keyboard.insertText("dirigible ns:decisions");
    await expect(list.getByRole("option")).toHaveCount(1);
    await expect(list.locator("mark").first()).toHaveText("dirigibles");
    await expect(page.getByText("Ignored, because conversations have no such filter: ns:.")).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await expect(answer.locator("mark")).toHaveText(["dirigibles"]);
    await expect(answer.locator("mark")).toBeInViewport();
    await check("found in code", "light");
    await page.keyboard.press("/");
    await page.keyboard.insertText("zeppelin alarm");
    await expect(list.getByText("And who is paged", { exact: false }).last()).toBeVisible();
    await list.getByText("And who is paged", { exact: false }).last().click();
    await expect(reading.getByRole("listitem", { name: "Message 70, Claude Code" })).toHaveCount(0);
    await reading.getByRole("button", { name: "Show earlier messages" }).click();
    await expect(reading.getByRole("listitem", { name: "Message 70, Claude Code" })).toHaveCount(1);

    await hit.hover();
    await hit.getByRole("button", { name: "Keep message 93 as a memory" }).click();
    const dialog = page.getByRole("dialog", { name: "Keep as a memory" });
    await expect(dialog.getByLabel("Source", { exact: true })).toHaveValue(/^recollect:\/\/conversation\/\w+#93$/);
    await check("keep", "light");
    await dialog
      .getByRole("textbox", { name: "Content" })
      .fill("The team on call is paged when the zeppelin alarm fires.");
    await dialog.getByRole("button", { name: "Keep", exact: true }).click();
    await expect(dialog).toHaveCount(0);
    const from = reading.getByRole("region", { name: "Memories from this conversation" });
    await from.getByRole("link", { name: /^The team on call/ }).click();
    await expect(page.getByRole("main", { name: "Memories" })).toBeVisible();
    await page.getByRole("link", { name: /^recollect:\/\/conversation\// }).click();
    await expect(hit).toBeInViewport();

    await page.setViewportSize({ width: 800, height: 600 });
    await expect(list).toBeHidden();
    await check("narrow", "light");
    await page.getByRole("button", { name: "Back to the list" }).click();
    await expect(list).toBeVisible();
    await check("narrow list", "dark");

    await page.setViewportSize({ width: 1280, height: 800 });
    // Electron asks for the place of a download in a dialog of the system.
    if (info.project.name === "chromium") {
      await importer.click({ button: "right" });
      const download = page.waitForEvent("download");
      await page.getByRole("menuitem", { name: "Save as Markdown…" }).click();
      const saved = await readFile(await (await download).path(), "utf8");
      expect(saved).toMatch(/^# Which retry policy[\s\S]*\n## Claude Code[\s\S]*exponential backoff/);
    }
    await importer.click();
    await reading.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Forget this conversation…" }).click();
    await expect(page.getByRole("dialog").getByText(/This cannot be undone\.$/)).toBeVisible();
    await check("forget", "dark");
    await page.getByRole("button", { name: "Forget", exact: true }).click();
    await expect(importer).toHaveCount(0);
    await page.getByRole("button", { name: "Sources and settings" }).click();
    await page.getByLabel("Project to leave out").fill("shop");
    await page.getByRole("button", { name: "Leave out" }).last().click();
    await expect(page.getByRole("button", { name: "Read shop again" })).toBeVisible();
    await page.getByRole("button", { name: "Show conversations" }).click();
    await expect(page.getByText("No conversations stored")).toBeVisible(SCAN);
    await check("nothing stored", "light");
    await page.getByRole("button", { name: "Sources and settings" }).last().click();
    await check("settings", "light");
  },
);
