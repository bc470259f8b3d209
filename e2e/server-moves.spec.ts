import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectAccessibleInThemes, IN_BROWSER, keepScreenshot, test } from "./fixtures.ts";
import { connectConfigured } from "./testing/clients.ts";
import { serverFile } from "./testing/mcp-servers.ts";
import { homeFolder } from "./testing/programs.ts";

const SECRET = "ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8";
const FAILING = 'console.error("The key is missing."); process.exitCode = 4';

/** Writes Cursor's file as a person does. */
function writeCursorFile(home: string): { readonly file: string; readonly text: string } {
  const file = path.join(home, ".cursor", "mcp.json");
  const servers = {
    everything: { command: process.execPath, args: [serverFile("everything")], env: { API_TOKEN: SECRET } },
    broken: { command: process.execPath, args: ["-e", FAILING] },
    notes: { command: "notes", args: ["\u0024{workspaceFolder}"] },
  };
  const text = `// mine\n${JSON.stringify({ mcpServers: servers, theme: "dark" }, null, 2)}\n`;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return { file, text };
}

const toClient = async (page: Page) => {
  await page.getByRole("link", { name: /^Clients/ }).click();
  await page.getByRole("button", { name: "Permissions of Cursor" }).click();
};

test(
  "moves a client's servers to Recollect, undoes it, and moves them back later",
  { tag: IN_BROWSER },
  async ({ app, folder }, info) => {
    const { page } = app;
    const { file, text } = writeCursorFile(homeFolder(folder));
    const read = () => readFileSync(file, "utf8");
    const client = await connectConfigured(folder, "cursor");
    const toolNames = async () => (await client.listTools()).tools.map(({ name }) => name);

    await page.getByRole("link", { name: /^Servers/ }).click();
    await page.getByRole("button", { name: "From a client" }).click();
    const dialog = page.getByRole("dialog", { name: "Move servers of Cursor to Recollect" });
    const list = dialog.getByRole("list", { name: "Servers in its file" });
    await expect(list.getByRole("checkbox", { name: "everything" })).toBeChecked();
    await expect(list.getByRole("checkbox", { name: "notes" })).toBeDisabled();
    await expect(list).toContainText("stored as secrets: API_TOKEN");
    await expect(list).toContainText("is known only to the client");
    const changes = dialog.getByRole("region", { name: "Changes of the file" });
    await expect(changes).toContainText('"recollect"');
    await expect(dialog).not.toContainText(SECRET);
    await expectAccessibleInThemes(page, "moving servers", "move");
    expect(read()).toBe(text);

    await dialog.getByRole("button", { name: "Move 2 servers" }).click();
    await expect(dialog.getByText("everything moved.")).toBeVisible({ timeout: 60_000 });
    await expect(dialog.getByText(/broken was not moved.*The key is missing/)).toBeVisible();
    expect(read()).not.toContain("everything");
    expect(read()).toContain("broken");
    await keepScreenshot(page, info, "moved");
    await expectAccessible(page, "moved servers");
    await expect.poll(toolNames).toContain("echo");
    await dialog.getByRole("button", { name: "Undo" }).click();
    await expect(dialog).toBeHidden();
    expect(read()).toBe(text);
    await expect.poll(toolNames).not.toContain("echo");

    await toClient(page);
    await page.getByRole("button", { name: "Move to Recollect" }).click();
    await list.getByRole("checkbox", { name: "broken" }).uncheck();
    await dialog.getByRole("button", { name: "Move 1 server" }).click();
    await expect(dialog.getByText("everything moved.")).toBeVisible({ timeout: 60_000 });
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect.poll(toolNames).toContain("echo");

    const changed = read().replace('"dark"', '"light"');
    writeFileSync(file, changed);
    await page.getByRole("button", { name: "Move back" }).click();
    const back = page.getByRole("dialog", { name: "Move servers back to Cursor" });
    await expect(back).toContainText("Put back into the file: everything.");
    await expect(back).not.toContainText(SECRET);
    await keepScreenshot(page, info, "move-back");
    await expectAccessible(page, "moving servers back");
    await back.getByRole("button", { name: "Move back" }).click();
    await expect(back).toBeHidden();
    expect(read()).toContain(SECRET);
    expect(read()).toContain('"light"');
    expect(read()).not.toContain("recollect");
    await expect.poll(toolNames).not.toContain("echo");
    await page.getByRole("link", { name: /^Servers/ }).click();
    await expect(page.getByText("No other server is set up")).toBeVisible();
    await client.close();
  },
);
