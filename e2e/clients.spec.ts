import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "@playwright/test";
import { freePort } from "../tests/testing/free-port.ts";
import { expect, expectAccessible, expectAccessibleInThemes, IN_BROWSER, keepScreenshot, test } from "./fixtures.ts";
import { call, capture, connectHttp, connectModern, connectStdio } from "./testing/clients.ts";
import { writeSettings } from "./testing/data-folder.ts";
import { homeFolder, shimFile } from "./testing/programs.ts";

/** Address and token as the window wrote them into Codex's file. */
async function readCodexFile(folder: string): Promise<{ readonly url: string; readonly token: string }> {
  const text = await readFile(path.join(homeFolder(folder), ".codex", "config.toml"), "utf8");
  return { url: /url = "([^"]+)"/.exec(text)?.[1] ?? "", token: /Bearer ([\w.-]+)/.exec(text)?.[1] ?? "" };
}

async function writeCodexFile(page: Page): Promise<void> {
  await page.getByRole("link", { name: /Clients/ }).click();
  await page.getByRole("button", { name: "Connect a client" }).click();
  await page.getByRole("radio", { name: "Codex" }).check({ force: true });
  await page.getByRole("radio", { name: "Address" }).check({ force: true });
  await page.getByRole("button", { name: "Write it for me" }).click();
  await page.getByRole("button", { name: "Write", exact: true }).click();
  await expect(page.getByText(/^Written to .*config\.toml\.$/)).toBeVisible();
}

test(
  "shows the state of a connected client after its first request",
  { tag: IN_BROWSER },
  async ({ app, folder }, info) => {
    const { page } = app;
    await writeCodexFile(page);
    await expect(page.getByText("Waiting for the first request from Codex…")).toBeVisible();
    const client = await connectHttp(await readCodexFile(folder), "codex-mcp-client");
    await call(client, "memory_status", {});
    await expect(page.getByText("Codex called memory_status")).toBeVisible();
    await keepScreenshot(page, info, "proof");

    await page.keyboard.press("Escape");
    await capture(client, "Orders need transactions");
    await expect(call(client, "get_memory", { id: "01J9ZQ4K7M3N5P6R8S0T2V4W6X" })).rejects.toThrow(/not_found/);
    const row = page.getByRole("region", { name: "Connected now" }).getByRole("button", { name: /^Codex/ });
    await expect(row).toContainText(/connected · last: read a memory/);
    await expect(row).toContainText("codex-mcp-client 1.0.0");
    await expect(row).toContainText(/\d requests today/);
    await expect(row).toContainText("1 capture · 1 error");

    const modern = await connectModern(await readCodexFile(folder), "cursor-vscode");
    await call(modern, "memory_status", {});
    await expect(page.getByRole("button", { name: /^Cursor/ })).toContainText(/connected · last: status/);
    const shim = await connectStdio(folder, "claude-code");
    await call(shim, "memory_status", {});
    await expect(page.getByRole("button", { name: /^Claude Code/ })).toContainText(/· last: status/);
    await keepScreenshot(page, info, "connected");
    await shim.close();
    const before = page.getByRole("region", { name: "Seen before" });
    await expect(before.getByRole("button", { name: /^Claude Code/ })).toBeVisible();
    await Promise.all([client.close(), modern.close()]);
  },
);

test(
  "lets a script with a named token use REST and MCP within its limits, until it is revoked",
  { tag: IN_BROWSER },
  async ({ app }, info) => {
    const { page, endpoint } = app;
    const owner = await connectHttp(endpoint, "setup");
    await capture(owner, "The lighthouse is private", { domain: "user" });
    await capture(owner, "The shop sells lamps", { domain: "acme/shop" });
    await owner.close();

    await page.getByRole("link", { name: /Clients/ }).click();
    await page.getByRole("button", { name: "New token…" }).click();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("nightly report");
    await page.getByRole("radio", { name: "Read only" }).click();
    await page.getByRole("combobox", { name: "Allow a project" }).fill("acme/shop");
    await page.getByRole("button", { name: "Allow a project" }).click();
    await page.getByRole("combobox", { name: "Expires" }).click();
    await page.getByRole("option", { name: "In 30 days" }).click();
    await expect(page.getByText(/Valid until .*in 30 days/)).toBeVisible();
    await expectAccessibleInThemes(page, "a new token", "new-token");
    await page.getByRole("button", { name: "Create token" }).click();
    const issued = page.getByRole("region", { name: "Token created." });
    const token = (await issued.getByText(/^eyJ/).first().textContent()) ?? "";
    await keepScreenshot(page, info, "issued-token");
    await expectAccessible(page, "an issued token");
    await page.getByRole("button", { name: "Done" }).click();
    const unseen = page.getByRole("region", { name: "Not seen yet" }).getByRole("button", { name: /^nightly report/ });
    await expect(unseen).toContainText("never connected · read only · limited");
    await expect(page.getByText(token)).toHaveCount(0);

    const ask = (name: string, body: unknown) =>
      fetch(new URL(`/tools/${name}`, endpoint.url), {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const listed = await (await ask("list_memories", { domain: "_" })).text();
    expect(listed).toContain("lamps");
    expect(listed).not.toContain("lighthouse");
    expect((await ask("capture_memory", { content: "x", domain: "acme/shop" })).status).toBe(403);
    const script = await connectModern({ url: endpoint.url, token }, "nightly");
    expect(JSON.stringify(await call(script, "list_memories", { domain: "_" }))).not.toContain("lighthouse");
    await expect(page.getByRole("button", { name: /^nightly report/ })).toContainText(/last seen/);

    await page.getByRole("button", { name: "Permissions of nightly report" }).click();
    const requests = page.getByRole("region", { name: "Requests of the last day" });
    await expect(requests.getByRole("figure", { name: "Requests of the last day" })).toBeVisible();
    await expect(page.getByRole("figure", { name: "Tokens" })).toBeVisible();
    await keepScreenshot(page, info, "over-time");
    await requests.getByText("Show as table").click();
    await expect(requests.getByRole("cell", { name: /^[1-9]\d*$/ }).first()).toBeVisible();
    await expectAccessible(page, "a client over time");
    await page.getByRole("button", { name: "Revoke…" }).click();
    await page.getByRole("button", { name: "Revoke", exact: true }).click();
    await expect(page.getByText("Revoked: its requests are refused")).toBeVisible();
    expect((await ask("list_memories", {})).status).toBe(401);
    await expect(call(script, "memory_status", {})).rejects.toThrow();
    await expect(page.getByText(/without a valid token/)).toBeVisible();
    await keepScreenshot(page, info, "revoked");
  },
);

test("updates clients' files after the port was changed and after a token was rotated", async ({
  folder,
  host,
  start,
}, info) => {
  await writeSettings(folder, { port: await freePort() });
  let app = await start(folder, { RECOLLECT_PORT: "" });
  await writeCodexFile(app.page);
  const written = await readCodexFile(folder);
  expect(written.url).toBe(app.endpoint.url);

  const port = await freePort();
  await app.page.getByRole("link", { name: /Settings/ }).click();
  await app.page.getByRole("link", { name: "Connection" }).click();
  await app.page.getByRole("textbox", { name: "Port", exact: true }).fill(String(port));
  await app.page.getByRole("button", { name: "Change port" }).click();
  if (host === "headless") {
    // In a browser the change takes effect at the next start, because the page would lose its server.
    await expect(app.page.getByText(`Port ${port} takes effect when Recollect restarts`)).toBeVisible();
    await app.stop();
    app = await start(folder, { RECOLLECT_PORT: "" });
  }
  const { page } = app;
  await page.getByRole("link", { name: /Clients/ }).click();
  const files = page.getByRole("region", { name: "Files to update" });
  await expect(files).toContainText("The file of Codex is out of date");
  await files.getByRole("button", { name: "Update", exact: true }).click();
  await keepScreenshot(page, info, "refresh");
  await files.getByRole("button", { name: "Write", exact: true }).click();
  await expect(files).toBeHidden();
  expect(await readCodexFile(folder)).toEqual({ url: `http://127.0.0.1:${port}/mcp`, token: written.token });

  await page.getByRole("button", { name: "Permissions of Codex" }).click();
  await page.getByRole("button", { name: "Rotate token" }).click();
  await files.getByRole("button", { name: "Update", exact: true }).click();
  await keepScreenshot(page, info, "rotated");
  await files.getByRole("button", { name: "Write", exact: true }).click();
  await expect(files).toBeHidden();
  const rotated = await readCodexFile(folder);
  expect(rotated.token).not.toBe(written.token);
  const client = await connectHttp(rotated, "codex-mcp-client");
  await expect(connectHttp({ ...rotated, token: written.token }, "codex-mcp-client")).rejects.toThrow();

  await page.getByRole("combobox", { name: "Expires" }).click();
  await page.getByRole("option", { name: "On a date…" }).click();
  await page.getByLabel("Date", { exact: true }).fill("2099-12-31");
  await expect(page.getByText(/Valid until December 31, 2099/)).toBeVisible();
  await call(client, "memory_status", {});
  await client.close();
  await app.stop();
});

test(
  "offers a client name for an entry written by hand, and keeps the rest of its file",
  { tag: IN_BROWSER },
  async ({ app, folder }, info) => {
    const { page } = app;
    const file = path.join(homeFolder(folder), ".cursor", "mcp.json");
    const byHand = { recollect: { command: process.execPath, args: [shimFile] }, other: { command: "other" } };
    await mkdir(path.dirname(file));
    await writeFile(file, JSON.stringify({ mcpServers: byHand }, null, 2));
    await page.getByRole("link", { name: /Clients/ }).click();
    await expect(page.getByRole("button", { name: /^Cursor/ })).toContainText("never connected · set up in its file");
    const files = page.getByRole("region", { name: "Files to update" });
    await expect(files).toContainText("The file of Cursor is out of date");
    await files.getByRole("button", { name: "Update", exact: true }).click();
    await expect(files.getByText(/"RECOLLECT_CLIENT": "cursor"/)).toBeVisible();
    await keepScreenshot(page, info, "unnamed-entry");
    await files.getByRole("button", { name: "Write", exact: true }).click();
    await expect(files).toBeHidden();
    const { mcpServers } = JSON.parse(await readFile(file, "utf8")) as { mcpServers: typeof byHand };
    expect(mcpServers).toMatchObject({ ...byHand, recollect: { env: { RECOLLECT_CLIENT: "cursor" } } });
  },
);

test("installs Cursor's plugin in place of its file's entry, and undoes it", { tag: IN_BROWSER }, async ({
  app,
  folder,
}) => {
  const { page } = app;
  const home = homeFolder(folder);
  await mkdir(path.join(home, ".cursor"), { recursive: true });
  const configuration = path.join(home, ".cursor", "mcp.json");
  const manifest = path.join(home, ".cursor", "plugins", "local", "recollect", ".cursor-plugin", "plugin.json");
  await page.getByRole("link", { name: /Clients/ }).click();
  await page.getByRole("button", { name: "Connect a client" }).click();
  await page.getByRole("radio", { name: "Cursor" }).check({ force: true });
  await page.getByRole("button", { name: "Write it for me" }).click();
  await page.getByRole("button", { name: "Write", exact: true }).click();
  await expect(page.getByText(/^Written to .*mcp\.json\.$/)).toBeVisible();
  expect(await readFile(configuration, "utf8")).toContain("recollect");

  await page.getByRole("button", { name: "Install as a plugin…" }).click();
  await expect(page.getByText("What happens")).toBeVisible();
  await page.getByRole("button", { name: "Install", exact: true }).scrollIntoViewIfNeeded();
  await expectAccessibleInThemes(page, "a plugin's plan", "plugin");
  await page.getByRole("button", { name: "Install", exact: true }).click();
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  expect(JSON.parse(await readFile(manifest, "utf8"))).toMatchObject({ name: "recollect" });
  await expect.poll(() => readFile(configuration, "utf8").catch(() => "")).not.toContain("recollect");

  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => readFile(configuration, "utf8").catch(() => "")).toContain("recollect");
  await expect.poll(() => readFile(manifest, "utf8").catch(() => null)).toBeNull();
});
