import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { expect, expectAccessibleInThemes, IN_BROWSER, keepScreenshot, test } from "./fixtures.ts";
import { call, capture, connectConfigured } from "./testing/clients.ts";
import { environment, shimFile } from "./testing/programs.ts";

test("pauses a connected client, makes it read-only, limits it to one project, and revokes it", {
  tag: IN_BROWSER,
}, async ({ app, folder }) => {
  const { page } = app;
  const client = await connectConfigured(folder, "claude-code");
  await capture(client, "The staging key rotates on Mondays", { domain: "acme/shop" });
  await capture(client, "Prefers short answers", { domain: "user" });
  const listed = async () => JSON.stringify(await call(client, "list_memories", { domain: "_" }));

  await page.getByRole("link", { name: /Clients/ }).click();
  await page.getByRole("button", { name: "Permissions of Claude Code" }).click();
  await expect(page.getByText("Allowed", { exact: true })).toBeVisible();
  await page.getByRole("switch", { name: "Pause" }).click();
  await expect(page.getByText("Paused: its requests are blocked")).toBeVisible();
  await expect(listed()).rejects.toThrow(/claude-code is paused/);
  await page.getByRole("switch", { name: "Pause" }).click();
  await expect(page.getByText("Allowed", { exact: true })).toBeVisible();
  expect(await listed()).toContain("short answers");

  await page.getByRole("radio", { name: "Read only" }).click();
  await expect(page.getByText(/read only · /)).toBeVisible();
  await expect(capture(client, "Not to be kept")).rejects.toThrow(/permission_denied/);

  await page.getByRole("combobox", { name: "Allow a project" }).fill("acme/shop");
  await page.getByRole("button", { name: "Allow a project" }).click();
  const allowed = page.getByRole("main").getByRole("region", { name: "Projects" });
  await expect(allowed.getByText("acme/shop")).toBeVisible();
  expect(await listed()).not.toContain("short answers");
  await expectAccessibleInThemes(page, "access", "access");

  await page.getByRole("button", { name: "Revoke…" }).click();
  await page.getByRole("button", { name: "Revoke", exact: true }).click();
  await expect(page.getByText("Revoked: its requests are refused")).toBeVisible();
  await expect(listed()).rejects.toThrow();
  await client.close();
});

test(
  "shows the text and tokens that a hook added to a conversation, and turns the hook off for the client",
  { tag: IN_BROWSER },
  async ({ app, folder }, info) => {
    const { page } = app;
    const client = await connectConfigured(folder, "claude-code");
    await capture(client, "Orders are stored in PostgreSQL, because they need transactions.", { domain: "acme/shop" });
    const submit = (session: string) =>
      runHook(folder, "UserPromptSubmit", { prompt: "Why are the orders in PostgreSQL?", session_id: session });
    expect(await submit("one")).toContain("Orders are stored in PostgreSQL");

    await page.getByRole("link", { name: /Activity/ }).click();
    await page.getByRole("radio", { name: "Wire" }).check();
    await page.getByRole("button", { name: "Added by hooks only" }).click();
    const row = page.getByRole("row", { name: /UserPromptSubmit \+\d+ tokens/ });
    await expect(row).toHaveCount(1);
    await row.click();
    const added = page.getByRole("region", { name: "Added to the conversation" });
    await expect(added).toContainText("> Orders are stored in PostgreSQL");
    await expectAccessibleInThemes(page, "a text added by a hook", "added");

    await page.getByRole("link", { name: /Clients/ }).click();
    await expect(page.getByText(/^[\d,]+ tokens$/)).toBeVisible();
    await page.getByRole("button", { name: "Permissions of Claude Code" }).click();
    const tokens = page.getByRole("region", { name: "Tokens" });
    await tokens.getByText("Show as table").click();
    await expect(tokens.getByRole("row")).toHaveCount(2);
    const injection = page.getByRole("switch", { name: "Add memories to its prompts" });
    await injection.focus();
    await page.keyboard.press("Space");
    await expect(injection).not.toBeChecked();
    await expect(page.getByText(/adds nothing to prompts · /)).toBeVisible();
    expect(await submit("two")).toBe("");
    await expectAccessibleInThemes(page, "tokens of a client", "tokens");
    await page.setViewportSize({ width: 700, height: 700 });
    await keepScreenshot(page, info, "tokens-narrow");
    await client.close();
  },
);

/** Runs a hook as Claude Code does, and returns its output, which is late on a busy machine. */
async function runHook(folder: string, event: string, input: object): Promise<string> {
  const env = environment(folder, { RECOLLECT_PROJECT: "acme/shop", RECOLLECT_HOOK_TIMEOUT_MS: "60000" });
  const hook = spawn(process.execPath, [shimFile, "hook", event], { env });
  hook.stdin.end(JSON.stringify(input));
  return await text(hook.stdout);
}
