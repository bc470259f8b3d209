import { expect, expectAccessible, keepScreenshot, test } from "./fixtures.ts";
import { call, capture, connectStdio } from "./testing/clients.ts";
import { shimFile } from "./testing/programs.ts";

test("pauses a connected client, makes it read-only, limits it to one project, and revokes it", async ({
  app,
  folder,
}, info) => {
  const { page } = app;
  const client = await connectStdio(folder, "claude-code", {
    command: process.execPath,
    args: [shimFile],
    env: { RECOLLECT_CLIENT: "claude-code" },
  });
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
  await expect(page.getByRole("region", { name: "Projects" }).getByText("acme/shop")).toBeVisible();
  expect(await listed()).not.toContain("short answers");
  for (const theme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await keepScreenshot(page, info, `access-${theme}`);
    await expectAccessible(page, `access, ${theme}`);
  }

  await page.getByRole("button", { name: "Revoke…" }).click();
  await page.getByRole("button", { name: "Revoke", exact: true }).click();
  await expect(page.getByText("Revoked: its requests are refused")).toBeVisible();
  await expect(listed()).rejects.toThrow();
  await client.close();
});
