import { once } from "node:events";
import { existsSync, readdirSync, realpathSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Page, TestInfo } from "@playwright/test";
import type { Endpoint } from "../../electron/platform/endpoint-file.ts";
import { isAlive } from "../../electron/platform/process-state.ts";
import { ReleaseServer } from "../../electron/updates/testing/release-server.ts";
import { root } from "../../scripts/tools.ts";
import { expect, expectAccessible, keepScreenshot, test } from "../fixtures.ts";
import { call, capture, connectStdio } from "../testing/clients.ts";
import { readEndpoint, waitForEndpoint } from "../testing/data-folder.ts";
import { firstWindow, launchDesktop } from "../testing/hosts.ts";
import { electronProgram } from "../testing/programs.ts";

/** A program that notes its start and then runs Electron, as a new version of the AppImage would. */
function programOf(version: string, folder: string): string {
  const { executable, args } = electronProgram();
  const command = [executable, ...args, root, "--hidden"].map((part) => `"${part}"`).join(" ");
  return `#!/bin/sh\n# version ${version}\necho ${version} >> "${path.join(folder, "started.txt")}"\nexec ${command}\n`;
}

/** Calls a method of updates with the owner's token. */
async function ask({ url, token }: Endpoint, method: string, input: object): Promise<unknown> {
  const response = await fetch(new URL(`/owner/methods/updates.${method}`, url), {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify(input),
  });
  expect(response.status, await response.clone().text()).toBe(200);
  return await response.json();
}

async function picture(page: Page, info: TestInfo, name: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await keepScreenshot(page, info, `updates-${name}-${colorScheme}`);
    if (name === "available" || name === "ready") await expectAccessible(page, `updates, ${name}, ${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: null });
}

test.afterEach(async ({ folder }) => {
  // After a failure, a process runs that Playwright did not start.
  const left = await readEndpoint(folder).catch(() => null);
  if (left !== null && isAlive(left.pid)) process.kill(left.pid, "SIGKILL");
});

test("updates an AppImage once the owner agreed, and installs no other file", async ({ folder }, info) => {
  test.skip(process.platform !== "linux", "other systems replace a signed application");
  const server = new ReleaseServer();
  await server.listen();
  const image = path.join(folder, "images", "Recollect-0.1.0.AppImage");
  await mkdir(path.dirname(image));
  await writeFile(image, programOf("0.1.0", folder), { mode: 0o755 });
  const config = path.join(folder, "app-update.yml");
  await writeFile(config, server.config);
  const env = {
    APPIMAGE: image,
    APPDIR: path.dirname(realpathSync(electronProgram().executable)),
    XDG_CACHE_HOME: path.join(folder, "cache"),
    RECOLLECT_UPDATE_CONFIG: config,
    RECOLLECT_UPDATE_PUBLIC_KEY: server.publicKey,
  };
  const app = await launchDesktop(folder, { env });
  const page = await firstWindow(app);
  const endpoint = await waitForEndpoint(folder);
  const client = await connectStdio(folder, "e2e-client");
  const { id } = await capture(client, "Captured before the update");

  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("link", { name: "Updates", exact: true }).click();
  const updates = page.getByRole("region", { name: "Updates" });
  const button = (name: string) => updates.getByRole("button", { name });
  const started = () => readFile(path.join(folder, "started.txt"), "utf8");
  const downloaded = () => {
    const pending = path.join(folder, "cache", "recollect-updater", "pending");
    return existsSync(pending) ? readdirSync(pending).filter((name) => name.endsWith(".AppImage")) : [];
  };
  await expect(updates.getByText("Check for updates once a day?")).toBeVisible();
  await updates.scrollIntoViewIfNeeded();
  await picture(page, info, "question");
  expect(server.requests).toEqual([]);

  // An older version is not offered.
  server.publish({ version: "0.0.9" });
  await button("Check daily").click();
  await expect(updates.getByText("This is the newest version.")).toBeVisible();
  await picture(page, info, "current");

  // A release that is not signed with the key is refused.
  server.publish({ version: "0.2.0", key: null });
  await button("Check now").click();
  await expect(updates.getByText("is not signed with the key")).toBeVisible();
  await picture(page, info, "refused");

  // A download that does not match the signature is refused and deleted.
  server.publish({ version: "0.2.0", sha512: Buffer.alloc(64).toString("base64"), content: "not the program" });
  await button("Check now").click();
  await button("Download").click();
  await expect(updates.getByText("The download does not match the release.")).toBeVisible();
  expect(downloaded()).toEqual([]);
  await picture(page, info, "damaged");

  const content = programOf("0.2.0", folder);
  server.publish({ version: "0.2.0", notes: "Updates that wait for clients.\nFaster search.", content });
  await button("Check now").click();
  await expect(updates.getByText("Faster search.")).toBeVisible();
  await expect(updates.getByText("Version 0.2.0 is available.")).toBeVisible();
  await picture(page, info, "available");
  await button("Download").click();
  await expect(updates.getByText("Version 0.2.0 is ready.")).toBeVisible();
  expect(downloaded()).toHaveLength(1);
  expect(await readFile(image, "utf8")).toBe(programOf("0.1.0", folder));
  await button("Install when I quit").click();
  await expect(updates.getByText("It is installed when you quit")).toBeVisible();
  await picture(page, info, "ready");

  // An installation that fails changes nothing, and this version starts again, once although the owner quits twice.
  await mkdir(`${image}.new`);
  await app.evaluate(({ app }) => void app.once("will-quit", () => setImmediate(() => app.quit())));
  // Playwright's own event waits for the output, which the next process has too.
  const exited = once(app.process(), "exit");
  await button("Restart now").click();
  await exited;
  const again = await waitForEndpoint(folder, endpoint.pid);
  expect(await started()).toBe("0.1.0\n");
  expect(await readFile(image, "utf8")).toBe(programOf("0.1.0", folder));
  expect(await readFile(path.join(folder, "alerts.json"), "utf8")).toContain("update_not_installed");
  await rm(`${image}.new`, { recursive: true });

  // The command line calls the same methods.
  await ask(again, "check", {});
  expect(await ask(again, "download", {})).toMatchObject({ state: "ready" });
  await ask(again, "install", { when: "now" });
  const next = await waitForEndpoint(folder, again.pid);
  expect(await readFile(image, "utf8")).toBe(content);
  expect(readdirSync(path.dirname(image))).toEqual([path.basename(image)]);
  expect(await started()).toBe("0.1.0\n0.2.0\n");
  // The client's session continues.
  expect(await call(client, "get_memory", { id })).toMatchObject({ memory: { content: "Captured before the update" } });
  await client.close();
  process.kill(next.pid, "SIGTERM");
  // It removes its address when it stops.
  await expect.poll(() => existsSync(path.join(folder, "endpoint.json")), { timeout: 90_000 }).toBe(false);
  await server.close();
});
