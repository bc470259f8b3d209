import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectAccessibleInThemes, IN_BROWSER, keepScreenshot, test } from "./fixtures.ts";
import { capture, connectConfigured } from "./testing/clients.ts";
import { manyToolsCommand, serverCommand } from "./testing/mcp-servers.ts";

const openServers = (page: Page) => page.getByRole("link", { name: /^Servers/ }).click();

test("adds a server, tries a tool, grants it to a client, switches a tool off, stops, removes and restores it", {
  tag: IN_BROWSER,
}, async ({ app, folder }) => {
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
  await expect(pane.getByText("running · local program")).toBeVisible({ timeout: 60_000 });
  await expect(pane.getByText("No client may use it yet.")).toBeVisible();
  expect(await toolNames()).not.toContain("echo");

  await pane.getByRole("button", { name: /^echo/ }).click();
  const tool = page.getByRole("region", { name: "everything › echo" });
  await tool.getByLabel(/^message/).fill("from the window");
  await tool.getByRole("button", { name: "Call", exact: true }).click();
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

  await pane.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(pane.getByText("stopped, starts when it is needed · local program")).toBeVisible();
  expect(await echo()).toMatchObject({ content: [{ type: "text", text: "Echo: from the client" }] });
  await expect(pane.getByText("running · local program")).toBeVisible();

  await pane.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByText("No other server is set up")).toBeVisible();
  await expect.poll(toolNames).not.toContain("echo");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(page.getByRole("button", { name: "Start: everything" })).toBeVisible();
  await expect.poll(toolNames).toContain("echo");
  expect(await echo()).toMatchObject({ content: [{ type: "text", text: "Echo: from the client" }] });
  await client.close();
});

test("says why a server did not start, adds nothing, and is accessible", { tag: IN_BROWSER }, async ({ app }) => {
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
  await expectAccessibleInThemes(page, "a server that does not start", "failed-server");
  await page.keyboard.press("Escape");
  await expect(page.getByText("No other server is set up")).toBeVisible();
});

test("shows a server's output while it starts, and cancels the start", { tag: IN_BROWSER }, async ({ app }, info) => {
  const { page } = app;
  await openServers(page);
  await page.getByRole("button", { name: "Add a server" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a server" });
  const program = 'console.error("Downloading 40 %"); setInterval(() => {}, 1000)';
  await dialog.getByLabel("Command, address or configuration").fill(`"${process.execPath}" -e '${program}'`);
  await dialog.getByLabel("Name", { exact: true }).fill("slow");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog.getByRole("log")).toContainText("Downloading 40 %", { timeout: 60_000 });
  await keepScreenshot(page, info, "starting-server");
  await dialog.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(dialog.getByText("Cancelled. slow was stopped and not added.")).toBeVisible();
  await expect(dialog.getByLabel("Name", { exact: true })).toHaveValue("slow");
  await dialog.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(page.getByText("No other server is set up")).toBeVisible();
});

test(
  "shows memories with a server's tools, lists all of them for a client",
  { tag: IN_BROWSER },
  async ({ app, folder }, info) => {
    const { page } = app;
    const client = await connectConfigured(folder, "claude-code");
    await capture(client, "In the shop server, create_refund needs the number of the order in the note.", {
      domain: "user",
    });
    await openServers(page);
    await page.keyboard.press("a");
    await page.getByLabel("Command, address or configuration").fill(manyToolsCommand());
    await page.getByLabel("Name", { exact: true }).fill("shop");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    const pane = page.getByRole("region", { name: "shop", exact: true });
    await expect(pane.getByText("running · local program")).toBeVisible({ timeout: 60_000 });
    await pane.getByRole("tab", { name: "Setup" }).click();
    await pane.getByRole("switch", { name: "Show memories with its tools" }).click();
    await expect(pane.getByRole("switch", { name: "Show memories with its tools" })).toBeChecked();
    await expectAccessibleInThemes(page, "the setup of a server", "server-setup");

    await page.getByRole("link", { name: /^Clients/ }).click();
    await page.getByRole("button", { name: "Permissions of Claude Code" }).click();
    await page.getByRole("combobox", { name: "Access to shop" }).click();
    await page.getByRole("option", { name: "Everything" }).click();
    const names = async () => (await client.listTools()).tools.map(({ name }) => name);
    await expect.poll(names).toContain("find_tools");
    const found = await client.callTool({ name: "find_tools", arguments: { query: "refund" } });
    expect(JSON.stringify(found.structuredContent)).toContain("needs the number of the order");
    await page.getByRole("switch", { name: "List all tools" }).click();
    await expect.poll(names).toContain("create_refund");
    await keepScreenshot(page, info, "client-of-server");
    await expectAccessible(page, "the permissions of a client of a server");
    const listed = (await client.listTools()).tools.find(({ name }) => name === "create_invoice");
    expect(listed?.description).toMatch(
      /needs the number of the order in the note\.\nThe server's own description:\nCreates/,
    );
    await client.close();
  },
);

/** Its only tool has another description after each start. */
const CHANGING = `
  const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
  require("node:readline").createInterface({ input: process.stdin }).on("line", (text) => {
    const { id, method } = JSON.parse(text);
    const serverInfo = { name: "changing", version: "1" };
    const tool = { name: "report", description: "Report of process " + process.pid, inputSchema: { type: "object" } };
    if (method === "initialize") send({ id, result: { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo } });
    else if (method === "tools/list") send({ id, result: { tools: [tool] } });
    else if (id !== undefined) send({ id, error: { code: -32601, message: "Unknown" } });
  });
`;

test("alerts when an approved tool changes, links to the difference, and stops after the approval", {
  tag: IN_BROWSER,
}, async ({ app, folder }) => {
  const { page } = app;
  const file = path.join(folder, "changing.cjs");
  writeFileSync(file, CHANGING);
  await openServers(page);
  await page.keyboard.press("a");
  await page.getByLabel("Command, address or configuration").fill(`"${process.execPath}" "${file}"`);
  await page.getByLabel("Name", { exact: true }).fill("changing");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const pane = page.getByRole("region", { name: "changing", exact: true });
  await expect(pane.getByText("running · local program")).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole("alert")).toHaveCount(0);
  await pane.getByRole("button", { name: "Restart", exact: true }).click();
  const alert = page.getByRole("alert").filter({ hasText: "report of changing changed" });
  await expect(alert).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole("link", { name: /^Servers/ })).toContainText("1 to approve");
  await page.getByRole("link", { name: /^Memories/ }).click();
  await alert.getByRole("button", { name: "Show the difference" }).click();
  const tool = page.getByRole("region", { name: "changing › report" });
  await expect(tool.getByText("Changed since you approved it")).toBeVisible();
  await expectAccessibleInThemes(page, "a tool that changed", "changed-tool");
  await tool.getByRole("button", { name: /^Approve/ }).click();
  await expect(alert).toHaveCount(0);
});
