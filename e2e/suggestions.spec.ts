import { writeSession } from "../electron/conversations/testing/claude-transcripts.ts";
import { expect, expectAccessibleInThemes, IN_BROWSER, keepScreenshot, test } from "./fixtures.ts";
import { homeFolder } from "./testing/programs.ts";

/** A scan runs in the background, when the machine has time. */
const SCAN = { timeout: 60_000 };
const HOUR_MS = 60 * 60_000;
const TEAMS = Array.from(
  { length: 30 },
  (_, index) => `Remember: zone${index} belongs to team${index} since day${index}.`,
);

test(
  "suggests passages of a session, and reviews thirty suggestions by keys only",
  { tag: IN_BROWSER },
  async ({ app, folder }, info) => {
    const { page } = app;
    const start = Date.now() - 3 * HOUR_MS;
    const lines = [
      { text: "the report is wrong" },
      {
        role: "assistant" as const,
        text: "Let me look.\n\n## Root cause\n\n**The problem**: `report.ts` reads the totals before the import, because `flush()` must be called after `close()`, not before.",
      },
      ...TEAMS.map((text) => ({ text })),
    ];
    writeSession(
      homeFolder(folder),
      "9f1c2d3e-0000-4000-8000-000000000009",
      lines.map((line, index) => ({ ...line, at: start + index * 1000 })),
    );
    await page.getByRole("link", { name: "Conversations" }).click();
    await page.getByRole("switch", { name: "Read the conversations of Claude Code" }).click();
    const inbox = page.getByRole("link", { name: "Inbox" });
    await expect(inbox).toContainText("31", SCAN);
    await inbox.click();
    const suggestion = page.getByRole("article", { name: "Suggested memory" });
    await expect(suggestion.getByText("You asked to remember this")).toBeVisible();
    await expect(suggestion.getByRole("region", { name: "In the conversation" }).getByRole("listitem")).toHaveCount(3);
    await expectAccessibleInThemes(page, "suggestions", "suggestions");

    // The owner shortens the first, rejects every fifth, keeps the others, and undoes the last decision.
    for (let number = 1; number <= TEAMS.length; number++) {
      await expect(page.getByRole("status").filter({ hasText: /^1 of / })).toHaveText(`1 of ${32 - number}`);
      if (number === 1) {
        await page.keyboard.press("e");
        await page.getByRole("textbox", { name: "Content" }).fill("Each zone belongs to one team");
        await page.keyboard.press("Control+Enter");
      } else await page.keyboard.press(number % 5 === 0 ? "Backspace" : "Enter");
    }
    await expect(suggestion).toContainText("Suggested from a conversation: a finding");
    await expect(suggestion).toContainText("The problem");
    await page.keyboard.press("Backspace");
    await expect(page.getByText("Nothing waits for review")).toBeVisible();
    await page.keyboard.press("ControlOrMeta+z");
    await expect(suggestion).toContainText("The problem");
    await keepScreenshot(page, info, "suggestion-finding");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Nothing waits for review")).toBeVisible();

    await page.getByRole("link", { name: "Memories" }).click();
    await page.getByRole("searchbox").fill("one team");
    await expect(page.getByRole("option", { name: /Each zone belongs to one team/ })).toBeVisible();
    await page.getByRole("link", { name: "Conversations" }).click();
    await page.getByRole("button", { name: "Sources and settings" }).click();
    await expect(page.getByText("You keep 25 of 31.")).toBeVisible();
  },
);
