import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { writeSession } from "../electron/conversations/testing/claude-transcripts.ts";
import { expect, expectAccessibleInThemes, IN_BROWSER, test } from "./fixtures.ts";
import { capture, connectConfigured } from "./testing/clients.ts";
import { environment, homeFolder, shimFile } from "./testing/programs.ts";

const SESSION = "7c1c2d3e-0000-4000-8000-000000000007";
const PROMPT = "Where does the staging deployment run?";
const CADDY = "The staging deployment runs behind Caddy on the host kestrel-7, port 8443.";
/** A scan runs in the background, when the machine has time. */
const SCAN = { timeout: 60_000 };

/** Runs the hook of a prompt as Claude Code does, and returns its output. */
async function submit(folder: string): Promise<string> {
  const env = environment(folder, { RECOLLECT_PROJECT: "acme/shop", RECOLLECT_HOOK_TIMEOUT_MS: "60000" });
  const hook = spawn(process.execPath, [shimFile, "hook", "UserPromptSubmit"], { env });
  hook.stdin.end(JSON.stringify({ prompt: PROMPT, session_id: SESSION }));
  return await text(hook.stdout);
}

test("shows that an answer used a memory that a hook had added, on the memory, in Activity and in Clients", {
  tag: IN_BROWSER,
}, async ({ app, folder }) => {
  const { page } = app;
  const client = await connectConfigured(folder, "claude-code");
  await capture(client, CADDY, { domain: "acme/shop" });
  expect(await submit(folder)).toContain("behind Caddy");
  const at = Date.now();
  writeSession(homeFolder(folder), SESSION, [
    { text: PROMPT, at },
    { role: "assistant", text: "Staging is behind Caddy on kestrel-7, at port 8443.", at: at + 1_000 },
  ]);
  await page.getByRole("link", { name: "Conversations" }).click();
  await page.getByRole("switch", { name: "Read the conversations of Claude Code" }).click();

  await page.getByRole("link", { name: "Memories", exact: true }).click();
  await page.getByRole("option", { name: /behind Caddy/ }).click();
  const details = page.getByRole("region", { name: "Details" });
  await expect(details).toContainText("1 time, used 1, last in a conversation", SCAN);
  await expectAccessibleInThemes(page, "the use of a memory", "use");

  await page.getByRole("link", { name: /Activity/ }).click();
  await page.getByRole("radio", { name: "Wire" }).click();
  await page.getByRole("button", { name: "Added by hooks only" }).click();
  await page.getByRole("row", { name: /UserPromptSubmit/ }).click();
  await expect(page.getByRole("link", { name: "used", exact: true })).toBeVisible();
  await expectAccessibleInThemes(page, "the use of an injection", "use-activity");
  await page.getByRole("link", { name: /Clients/ }).click();
  await expect(page.getByText("100% of given memories used")).toBeVisible();
  await expectAccessibleInThemes(page, "the use by a client", "use-clients");

  await page.getByRole("link", { name: "Memories", exact: true }).click();
  await page.getByRole("option", { name: /behind Caddy/ }).click();
  await details.getByRole("link", { name: "a conversation" }).click();
  await expect(page.getByText("Staging is behind Caddy on kestrel-7")).toBeVisible();
  await client.close();
});
