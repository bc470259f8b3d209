import type { Page } from "@playwright/test";
import { expect, expectAccessible, keepScreenshot, test } from "./fixtures.ts";
import { connectConfigured } from "./testing/clients.ts";
import { serverCommand } from "./testing/mcp-servers.ts";

const openServers = (page: Page) => page.getByRole("link", { name: /^Servers/ }).click();

test("adds a server, tries a tool, grants it to a client, switches a tool off, stops, removes and restores it", async ({
  app,
  folder,
}) => {
  const { page } = app;
  const client = await connectConfigured(folder, "claude-code");
  const toolNames = async () => (await client.listTools()).tools.map(({ name }) => name);
  const echo = () => client.callTool({ name: "echo", arguments: { message: "from the client" } });

  await openServers(page);
  await page.getByRole("button", { name: "Add a server" }).click();
  await page.getByLabel("Command, address or configuration").fill(serverCommand("everything", "stdio"));
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("everything");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const pane = page.getByRole("region", { name: "everything", exact: true });
  await expect(pane.getByText("running · stdio")).toBeVisible({ timeout: 60_000 });
  await expect(pane.getByText("No client may use it yet.")).toBeVisible();
  expect(await toolNames()).not.toContain("echo");

  await pane.getByRole("button", { name: /^echo/ }).click();
  const tool = page.getByRole("region", { name: "everything › echo" });
  await tool.getByLabel(/^message/).fill("from the window");
  await tool.getByRole("button", { name: "Call" }).click();
  await expect(tool.getByRole("region", { name: "Result" })).toContainText("Echo: from the window", {
    timeout: 60_000,
  });

  await page.getByRole("link", { name: /^Clients/ }).click();
  await page.getByRole("button", { name: "Permissions of Claude Code" }).click();
  await page.getByRole("combobox", { name: "Access to everything" }).click();
  await page.getByRole("option", { name: "Chosen tools" }).click();
  // The mark appears when the change is stored, so `check` would look too early.
  await page.getByRole("checkbox", { name: /^echo/ }).click();
  await expect.poll(toolNames).toContain("echo");
  expect(await toolNames()).not.toContain("get-sum");
  expect(await echo()).toMatchObject({ content: [{ type: "text", text: "Echo: from the client" }] });

  await openServers(page);
  await page.getByRole("button", { name: /^everything/ }).click();
  await expect(pane.getByRole("button", { name: "Claude Code" })).toBeVisible();
  await pane.getByRole("button", { name: "Show in Activity" }).click();
  await expect(page.getByRole("row", { name: /echo/ }).first()).toContainText("everything");
  await page.goBack();
  await pane.getByRole("switch", { name: "Offer echo to clients" }).click();
  await expect.poll(toolNames).not.toContain("echo");
  await pane.getByRole("switch", { name: "Offer echo to clients" }).click();
  await expect.poll(toolNames).toContain("echo");

  await pane.getByRole("button", { name: "Stop" }).click();
  await expect(pane.getByText("stopped, starts when it is needed · stdio")).toBeVisible();
  expect(await echo()).toMatchObject({ content: [{ type: "text", text: "Echo: from the client" }] });
  await expect(pane.getByText("running · stdio")).toBeVisible();

  await pane.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("No other server is set up")).toBeVisible();
  await expect.poll(toolNames).not.toContain("echo");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(page.getByRole("button", { name: "Start: everything" })).toBeVisible();
  await expect.poll(toolNames).toContain("echo");
  expect(await echo()).toMatchObject({ content: [{ type: "text", text: "Echo: from the client" }] });
  await client.close();
});

test("says why a server did not start, adds nothing, and is accessible", async ({ app }, info) => {
  const { page } = app;
  await openServers(page);
  await expect(page.getByText("No other server is set up")).toBeVisible();
  await page.keyboard.press("a");
  const program = `console.error("The configuration is missing."); process.exitCode = 7`;
  await page.getByLabel("Command, address or configuration").fill(`"${process.execPath}" -e '${program}'`);
  await page.getByLabel("Name", { exact: true }).fill("broken");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Add a server" });
  await expect(dialog.getByRole("alert")).toContainText("broken did not start", { timeout: 60_000 });
  await expect(dialog.getByRole("log")).toContainText("The configuration is missing.");
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await keepScreenshot(page, info, `failed-server-${theme}`);
    await expectAccessible(page, `a server that does not start, ${theme}`);
  }
  await page.keyboard.press("Escape");
  await expect(page.getByText("No other server is set up")).toBeVisible();
});
