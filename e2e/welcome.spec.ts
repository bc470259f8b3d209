import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import {
  expect,
  expectAccessible,
  expectAccessibleInThemes,
  IN_BROWSER,
  IN_DESKTOP,
  keepScreenshot,
  test,
} from "./fixtures.ts";
import { call, capture, connectHttp, connectStdio } from "./testing/clients.ts";
import { homeFolder } from "./testing/programs.ts";

test(
  "shows the first steps in an empty application and completes each when it happens",
  { tag: IN_BROWSER },
  async ({ app }, info) => {
    const { page, endpoint } = app;
    const welcome = page.getByRole("region", { name: "First steps" });
    const stepOf = (name: string) => welcome.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });
    const connecting = stepOf("Connect an assistant");
    await expect(connecting).toBeVisible();
    await expect(connecting.getByText("(done)")).toHaveCount(0);
    await expectAccessibleInThemes(page, "first steps");

    const client = await connectHttp(endpoint, "claude-code");
    await call(client, "list_memories", {});
    await expect(connecting.getByText("Claude Code connected.")).toBeVisible();
    await expect(connecting.getByText("(done)")).toHaveCount(1);

    const keeping = stepOf("Save your first memory");
    await keeping.getByRole("button", { name: "Create a sample" }).click();
    // The notice stays open while the pointer is on it.
    await page.getByRole("button", { name: "Undo" }).first().hover();
    await expect(keeping.getByText("This is a memory")).toBeVisible();
    await expect(keeping.getByText("(done)")).toHaveCount(1);
    expect(JSON.stringify(await call(client, "list_memories", { domain: "_" }))).toContain("This is a memory");
    await page.getByRole("button", { name: "Undo" }).first().click();
    await expect(keeping.getByText("(done)")).toHaveCount(0);

    await page.getByRole("link", { name: "Clients" }).click();
    await expect(welcome).toBeHidden();
    await capture(client, "Prefers short answers with the reason first.");
    await page.getByRole("link", { name: "Memories", exact: true }).click();
    await expect(keeping.getByText("Prefers short answers")).toBeVisible();
    await expect(keeping.getByText("by Claude Code")).toBeVisible();
    await expect(stepOf("Know where your data is").getByRole("button", { name: "Copy" })).toBeVisible();
    await keepScreenshot(page, info, "first-steps-done");
    await expectAccessible(page, "first steps, done");
    await client.close();

    await welcome.getByRole("button", { name: "Done" }).click();
    await expect(welcome).toBeHidden();
    await page.reload();
    await expect(page.getByRole("option", { name: /Prefers short answers/ })).toBeVisible();
    await expect(welcome).toBeHidden();
  },
);

test(
  "completes the first steps by keyboard in a small window, and reopens them from the palette",
  { tag: IN_BROWSER },
  async ({ app }, info) => {
    const { page } = app;
    await page.setViewportSize({ width: 800, height: 600 });
    const welcome = page.getByRole("region", { name: "First steps" });
    await expect(welcome).toBeVisible();
    await welcome.getByRole("button", { name: "Close first steps" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByText("No memories yet")).toBeVisible();

    await page.keyboard.press("ControlOrMeta+k");
    await page.keyboard.type("first steps");
    await page.keyboard.press("Enter");
    await expect(welcome).toBeVisible();
    await keepScreenshot(page, info, "first-steps-small");
    await expectAccessible(page, "first steps, small");

    await welcome
      .getByRole("button", { name: /Connect|Choose a client/ })
      .first()
      .focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("region", { name: "Connect a client" })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Alt+3");
    await page.keyboard.press("ControlOrMeta+k");
    await page.keyboard.type("first steps");
    await page.keyboard.press("Enter");
    await welcome.getByRole("button", { name: "Create a sample" }).focus();
    await page.keyboard.press("Enter");
    await welcome.getByRole("button", { name: "Open", exact: true }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "This is a memory" })).toBeVisible();
  },
);

test("connects a client of this computer with three clicks, and shows its first memory", { tag: IN_DESKTOP }, async ({
  app,
  folder,
}) => {
  const { page } = app;
  await mkdir(path.join(homeFolder(folder), ".gemini"), { recursive: true });
  await page.reload();
  await page.getByRole("button", { name: "Connect Gemini CLI" }).click();
  await page.getByRole("button", { name: "Write it for me" }).click();
  await page.getByRole("button", { name: "Write", exact: true }).click();
  await expect(page.getByText(/^Written to .*settings\.json\.$/)).toBeVisible();

  const file = path.join(homeFolder(folder), ".gemini", "settings.json");
  const { mcpServers } = JSON.parse(await readFile(file, "utf8")) as {
    readonly mcpServers: { readonly recollect: { readonly command: string; readonly args: readonly string[] } };
  };
  const client = await connectStdio(folder, "gemini-cli-mcp-client", mcpServers.recollect);
  await capture(client, "Prefers short answers with the reason first.");
  await expect(page.getByText("Gemini CLI called capture_memory")).toBeVisible();
  await client.close();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Memories", exact: true }).click();
  await expect(page.getByText("Prefers short answers with the reason first.").first()).toBeVisible();
});
