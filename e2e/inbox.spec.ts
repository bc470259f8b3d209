import { expect, expectAccessible, expectAccessibleInThemes, IN_BROWSER, keepScreenshot, test } from "./fixtures.ts";
import { call, connectConfigured } from "./testing/clients.ts";

const PROPOSALS = 20;

test(
  "reviews many proposals of a client by keys only, and reports the decisions to it",
  { tag: IN_BROWSER },
  async ({ app, folder }, info) => {
    const { page } = app;
    const client = await connectConfigured(folder, "claude-code");
    expect(await call(client, "list_memories", { domain: "_" })).toMatchObject({ memories: [] });
    await page.getByRole("link", { name: /Clients/ }).click();
    await page.getByRole("button", { name: "Permissions of Claude Code" }).click();
    await page.getByRole("radio", { name: "Propose" }).click();
    await expect(page.getByText(/wait in the Inbox until you keep them/)).toBeVisible();
    await expect(page.getByText(/proposes/)).toBeVisible();
    await keepScreenshot(page, info, "access-propose");
    await expect(page.getByRole("link", { name: "Inbox" })).toHaveText("Inbox");

    const tags = ["orders", "database"];
    const content = (number: number) =>
      `Rule ${number}: orders are stored in PostgreSQL\n\nMongo could not hold **transactions** across collections, so that \`orders\` and \`payments\` differed.`;
    for (let number = 1; number <= PROPOSALS; number++) {
      const args = {
        content: content(number),
        domain: "acme/shop",
        namespace: "decisions",
        tags,
        source: "docs/adr/4.md",
      };
      expect(await call(client, "capture_memory", args)).toMatchObject({ waiting: { id: expect.any(String) } });
    }
    expect(await call(client, "list_memories", { domain: "_" })).toMatchObject({ memories: [] });

    await expect(page.getByRole("link", { name: "Inbox" })).toContainText(`${PROPOSALS}`);
    await page.keyboard.press("Alt+2");
    const heading = (number: number) => page.getByRole("heading", { name: `Rule ${number}: orders` });
    await expect(heading(1)).toBeVisible();
    await expectAccessibleInThemes(page, "inbox", "inbox");

    // The owner edits one, rejects every fifth, keeps the others, and undoes the last decision.
    for (let number = 1; number <= PROPOSALS; number++) {
      await expect(heading(number)).toBeVisible();
      if (number === 3) {
        await page.keyboard.press("e");
        await page.getByRole("textbox", { name: "Content" }).fill("Rule 3, corrected");
        await page.keyboard.press("Control+Enter");
      } else await page.keyboard.press(number % 5 === 0 ? "Backspace" : "Enter");
    }
    await expect(page.getByText("Nothing waits for review")).toBeVisible();

    await page.keyboard.press("ControlOrMeta+z");
    await expect(heading(PROPOSALS)).toBeVisible();
    await page.keyboard.press("Backspace");
    await expect(page.getByText("Nothing waits for review")).toBeVisible();
    await expectAccessible(page, "empty inbox");
    await keepScreenshot(page, info, "inbox-empty");

    // The window shows the next proposal before a decision is stored.
    await expect
      .poll(async () => {
        const { reviews } = await call<{ reviews: { outcome: string }[] }>(client, "memory_status", {});
        return reviews.map(({ outcome }) => outcome).toSorted();
      })
      .toEqual([...Array(16).fill("kept"), ...Array(4).fill("rejected")]);
    const { results } = (await call(client, "search_memories", { query: "corrected", domain: "_" })) as {
      results: unknown[];
    };
    expect(results[0]).toMatchObject({ content: "Rule 3, corrected" });

    await page.setViewportSize({ width: 700, height: 600 });
    await page.getByRole("radio", { name: "Rejected" }).click();
    await expect(page.getByText("1 of 4", { exact: true })).toBeVisible();
    await keepScreenshot(page, info, "inbox-rejected-narrow");

    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole("link", { name: "Memories", exact: true }).click();
    await page.getByRole("link", { name: "Trash" }).click();
    await page.getByRole("button", { name: "4 rejected proposals" }).click();
    await expect(page.getByText("1 of 4", { exact: true })).toBeVisible();
    await page.getByRole("link", { name: "Memories", exact: true }).click();
    await page.getByRole("link", { name: "Trash" }).click();
    await keepScreenshot(page, info, "trash-with-rejected");
    await page.getByRole("button", { name: "Empty trash" }).click();
    const question = page.getByRole("dialog", { name: "Empty the trash (4 memories)?" });
    await question.getByRole("button", { name: "Empty trash" }).click();
    await expect(page.getByRole("button", { name: "4 rejected proposals" })).toHaveCount(0);
    expect(await call(client, "list_memories", { domain: "_", limit: 200 })).toHaveProperty("memories.length", 16);
    await client.close();
  },
);
