import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { unzipSync } from "fflate";
import type { extensionManifest } from "../../electron/connect/extension.ts";
import { expect, test } from "../fixtures.ts";
import { call, connectStdio } from "../testing/clients.ts";

test("saves an extension that starts by its manifest and connects as Claude Desktop", async ({ app, folder }) => {
  const { page } = app;
  await page.goto(new URL("#/clients/connect/claude-desktop", page.url()).href);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as an extension…" }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe("recollect.mcpb");
  await expect(page.getByText(/^Saved as recollect\.mcpb/)).toBeVisible();

  const unpacked = path.join(folder, "extension");
  const files = unzipSync(await readFile(await saved.path()));
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(unpacked, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  const manifest = JSON.parse(Buffer.from(files["manifest.json"] ?? []).toString()) as ReturnType<
    typeof extensionManifest
  >;
  expect(Object.keys(files)).toEqual(expect.arrayContaining([manifest.icon, manifest.server.entry_point]));
  const { args, env } = manifest.server.mcp_config;
  // The extension contains the data folder, because Claude Desktop does not have the variable.
  expect(env).toMatchObject({ RECOLLECT_CLIENT: "claude-desktop", RECOLLECT_DATA_DIR: folder });
  const started = args.map((argument) => argument.replaceAll(`\${__dirname}`, unpacked));
  const client = await connectStdio(folder, "claude-ai", { command: process.execPath, args: started, env });
  await call(client, "memory_status", {});
  await expect(page.getByText("Claude Desktop called memory_status")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: /^Claude Desktop/ })).toContainText("last: status");

  await page.getByRole("button", { name: "Permissions of Claude Desktop" }).click();
  await page.getByRole("switch", { name: "Pause" }).click();
  await expect(page.getByText("Paused: its requests are blocked")).toBeVisible();
  await expect(call(client, "memory_status", {})).rejects.toThrow(/claude-desktop is paused/);
  await client.close();
});
