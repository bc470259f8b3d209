import { mkdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "../fixtures.ts";
import { firstWindow, launchDesktop } from "../testing/hosts.ts";

test("chooses a project's folder and saves the extension in the system's dialogs", async ({ folder }) => {
  const project = path.join(folder, "shop");
  const bundle = path.join(folder, "saved.mcpb");
  await mkdir(project);
  const app = await launchDesktop(folder);
  const page = await firstWindow(app);
  // Replaces the system's dialogs by the choices that a person would make.
  await app.evaluate(
    ({ dialog, session }, chosen) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen.project] });
      session.defaultSession.on("will-download", (_event, item) => item.setSavePath(chosen.bundle));
    },
    { project, bundle },
  );
  await page.getByRole("link", { name: /Clients/ }).click();
  await page.getByRole("button", { name: "Instructions", exact: true }).click();
  await page.getByRole("radio", { name: "One project" }).check({ force: true });
  await page.getByRole("button", { name: "Browse…" }).click();
  await expect(page.getByRole("textbox", { name: "The project's folder" })).toHaveValue(project);
  await page.getByRole("button", { name: "Add to AGENTS.md" }).click();
  await page.getByRole("button", { name: "Write", exact: true }).click();
  await expect(page.getByText("Up to date")).toBeVisible();
  expect(await readFile(path.join(project, "AGENTS.md"), "utf8")).toContain("search_memories");

  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Connect a client" }).click();
  await page.getByRole("radio", { name: "Claude Desktop" }).check({ force: true });
  await page.getByRole("button", { name: "Save as an extension…" }).click();
  await expect.poll(async () => (await stat(bundle).catch(() => null))?.size ?? 0).toBeGreaterThan(10_000);
  expect((await readFile(bundle)).subarray(0, 2).toString()).toBe("PK");
  await app.close();
});
