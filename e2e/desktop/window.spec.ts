import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { ElectronApplication, Page } from "@playwright/test";
import { formatInvitation } from "../../electron/spaces/invitation.ts";
import { root } from "../../scripts/tools.ts";
import { freePort } from "../../tests/testing/free-port.ts";
import { expect, expectAccessible, keepScreenshot, test } from "../fixtures.ts";
import { capture, connectHttp } from "../testing/clients.ts";
import {
  makeDataFolder,
  readEndpoint,
  removeDataFolder,
  waitForEndpoint,
  writeSettings,
} from "../testing/data-folder.ts";
import { exitOf, firstWindow, launchDesktop, nextWindow, openMemories } from "../testing/hosts.ts";
import { electronProgram, environment, run, runHeadless } from "../testing/programs.ts";

const startAgain = (folder: string, ...more: readonly string[]) => {
  const { executable, args } = electronProgram();
  return run(executable, [...args, root, ...more], environment(folder));
};

const passphrase = "correct horse battery staple";

/** An invitation to an encrypted space in a folder. Its secret is the part after `#`. */
function linkTo(name: string): string {
  const space = { space: "01JD0000000000000000000000", name, role: null, isEncrypted: true, domains: ["a/b"] };
  return formatInvitation({ ...space, carrier: { kind: "folder" } }, { password: null, passphrase });
}

test("keeps serving after the window was closed, and opens it again on a second start", async ({ folder }) => {
  const app = await launchDesktop(folder);
  const page = await firstWindow(app);
  const { url } = await waitForEndpoint(folder);
  await page.close();
  expect(app.windows()).toHaveLength(0);
  expect((await fetch(new URL("/health", url))).ok).toBe(true);

  const reopened = nextWindow(app);
  const second = startAgain(folder);
  await expect((await reopened).getByRole("navigation", { name: "Places" })).toBeVisible();
  expect(await second.exited).toBe(0);
  await app.close();
  await expect(readEndpoint(folder)).rejects.toThrow();
});

test("opens the interface of a headless owner and exits", async ({ folder }) => {
  const headless = runHeadless(folder);
  const { url } = await waitForEndpoint(folder);
  const desktop = startAgain(folder);
  expect(await desktop.exited).toBe(0);
  expect(desktop.output()).toContain(`Recollect is already serving on ${url}`);
  headless.process.kill("SIGTERM");
  expect(await headless.exited).toBe(0);
});

test("serves without a window when started hidden, even twice, and opens a memory in one by its link", async ({
  folder,
}) => {
  const app = await launchDesktop(folder, { args: ["--hidden"] });
  const endpoint = await waitForEndpoint(folder);
  expect(app.windows()).toHaveLength(0);
  expect(await startAgain(folder, "--hidden").exited).toBe(0);
  expect(app.windows()).toHaveLength(0);

  const client = await connectHttp(endpoint, "e2e-client");
  const { urn } = await capture(client, "Linked from elsewhere");
  await client.close();
  const opened = nextWindow(app);
  expect(await startAgain(folder, urn).exited).toBe(0);
  await expect((await opened).getByRole("article").getByText("Linked from elsewhere").first()).toBeVisible();
  await app.close();
});

test("asks whether to join the space of an invitation's link, and keeps its secret out of addresses and logs", async ({
  folder,
}) => {
  const app = await launchDesktop(folder, { args: ["--hidden"] });
  await waitForEndpoint(folder);
  const opened = nextWindow(app);
  expect(await startAgain(folder, linkTo("Team")).exited).toBe(0);
  const page = await opened;
  const invitation = page.getByRole("dialog", { name: "Join a space" }).getByRole("textbox", { name: "Invitation" });
  await expect(invitation).toHaveValue(linkTo("Team"));
  await expect(page).toHaveURL(/#\/spaces\/join$/);
  // The event of macOS; the second link replaces the first.
  await app.evaluate((electron, link) => {
    electron.app.emit("open-url", { preventDefault: () => undefined }, link);
  }, linkTo("Family"));
  await expect(invitation).toHaveValue(linkTo("Family"));
  await expect(page).toHaveURL(/#\/spaces\/join$/);
  await app.close();
  const secret = linkTo("Team").split("#")[1] ?? "";
  expect(secret).not.toBe("");
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const name = path.join(entry.parentPath, entry.name);
    // A helper process of Chromium may still remove files for a moment after the application has exited.
    const text = await readFile(name, "latin1").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return "";
      throw error;
    });
    expect(text.includes(secret) || text.includes(passphrase), `${name} has the secret`).toBe(false);
  }
});

test("hides the secret of the link with which it was started from the list of processes", async ({ folder }) => {
  test.skip(process.platform !== "linux", "Other systems show the arguments of a process to its own account only.");
  const app = await launchDesktop(folder, { args: [linkTo("Team")] });
  const page = await firstWindow(app);
  await expect(page.getByRole("dialog", { name: "Join a space" }).getByRole("textbox")).toHaveValue(linkTo("Team"));
  const secret = linkTo("Team").split("#")[1] ?? "";
  const processes = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const commands = await Promise.all(
    processes.map((id) => readFile(path.join("/proc", id, "cmdline"), "utf8").catch(() => "")),
  );
  expect(commands.some((command) => command.includes("recollect"))).toBe(true);
  expect(commands.filter((command) => command.includes(secret))).toEqual([]);
  await app.close();
});

test("reports a port in use in the window, where another one can be chosen", async ({ folder }) => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as AddressInfo;
  const free = await freePort();
  await writeSettings(folder, { port });
  const app = await launchDesktop(folder, { env: { RECOLLECT_PORT: "" } });
  const page = await firstWindow(app);
  await expect(page.getByRole("alert")).toContainText(`Port ${port} is used by another program (`);
  await expect(page.getByRole("alert")).toContainText(`pid ${process.pid})`);
  await page.getByRole("button", { name: "Choose another port" }).click();
  await page.getByRole("textbox", { name: "Port", exact: true }).fill(String(free));
  await page.getByRole("button", { name: "Change port" }).click();
  expect((await waitForEndpoint(folder)).port).toBe(free);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await app.close();
  await new Promise((resolve) => other.close(resolve));
});

test("serves on a freed port at the next try", async ({ folder }) => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as AddressInfo;
  const app = await launchDesktop(folder, { env: { RECOLLECT_PORT: String(port) } });
  const page = await firstWindow(app);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("The port is still in use.").first()).toBeVisible();
  await new Promise((resolve) => other.close(resolve));
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("alert")).toHaveCount(0);
  expect((await waitForEndpoint(folder)).port).toBe(port);
  await app.close();
});

test("keeps an unsaved draft over a closed window and a restart", async ({ folder }) => {
  const write = async (page: Page) => {
    await openMemories(page);
    await page.getByRole("button", { name: "New memory" }).first().click();
  };
  const content = (page: Page) => page.getByRole("textbox", { name: "Content" });
  const first = await launchDesktop(folder);
  const ended = exitOf(first);
  const page = await firstWindow(first);
  await write(page);
  await content(page).fill("Half a thought");
  const reopened = nextWindow(first);
  const closed = page.waitForEvent("close");
  await first.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await closed;
  expect(await startAgain(folder).exited).toBe(0);
  const again = await reopened;
  await write(again);
  await expect(content(again)).toHaveValue("Half a thought");
  await content(again).fill("Three quarters of a thought");
  await first.evaluate(({ app }) => app.quit());
  await ended;

  const second = await launchDesktop(folder);
  const last = await firstWindow(second);
  await write(last);
  await expect(content(last)).toHaveValue("Three quarters of a thought");
  await second.close();
});

test("opens the window on a screen when its own was removed, and at its last position", async ({ folder }) => {
  const bounds = (app: ElectronApplication) =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds());
  const state = path.join(folder, "window", "window-state.json");
  await mkdir(path.dirname(state));
  await writeFile(state, JSON.stringify({ x: 9000, y: 80, width: 900, height: 700, maximized: false }));
  const first = await launchDesktop(folder);
  await firstWindow(first);
  const shown = await bounds(first);
  expect(shown).toMatchObject({ width: 900, height: 700 });
  expect(shown?.x).toBeLessThan(1600);
  await first.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 120, y: 80, width: 900, height: 700 }),
  );
  await expect.poll(() => bounds(first)).toMatchObject({ x: 120, y: 80, width: 900, height: 700 });
  await first.close();

  const second = await launchDesktop(folder);
  await firstWindow(second);
  expect(await bounds(second)).toMatchObject({ x: 120, y: 80, width: 900, height: 700 });
  await second.close();
});

test.describe("in one application", () => {
  let folder: string;
  let app: ElectronApplication;
  const window = () => app.windows()[0] as Page;
  test.beforeAll(async () => {
    folder = await makeDataFolder();
    app = await launchDesktop(folder);
    const page = await firstWindow(app);
    // A page that is still being opened cannot be reloaded.
    await page.getByRole("navigation").first().waitFor();
  });
  test.beforeEach(() => window().reload());
  test.afterAll(async () => {
    await app.close();
    await removeDataFolder(folder);
  });

  test("prevents a page from leaving the application, opening a window and getting a permission", async () => {
    const page = window();
    const home = "app://recollect/";
    await expect(page).toHaveURL(home);
    await app.evaluate(({ shell }) => {
      shell.openExternal = async (url) => void Object.assign(globalThis, { opened: url });
    });
    await page.evaluate(`location.href = "https://example.com/"; open("https://example.org/"); undefined`);
    await expect
      .poll(() => app.evaluate(() => (globalThis as { opened?: string }).opened ?? null))
      .toBe("https://example.org/");
    expect(page.url()).toBe(home);
    expect(app.windows()).toHaveLength(1);
    expect(await page.evaluate("Notification.requestPermission()")).toBe("denied");
    expect(await page.evaluate("navigator.permissions.query({ name: 'geolocation' }).then(({ state }) => state)")).toBe(
      "denied",
    );
    expect(await page.evaluate("typeof require")).toBe("undefined");
    const policy = await page.evaluate("fetch('/').then((page) => page.headers.get('content-security-policy'))");
    expect(policy).toContain("default-src 'self'");
  });

  test("shows the licences of the software that it contains", async () => {
    const page = window();
    await page.evaluate('location.hash = "#/settings/about"');
    await page.getByRole("button", { name: "Third-party software…" }).click();
    const dialog = page.getByRole("dialog", { name: "Third-party software" });
    await expect(dialog.getByText(/^all-MiniLM-L6-v2/)).toBeVisible();
    await expect(dialog.getByText(/^electron \d/)).toBeVisible();
    await dialog.getByLabel("Filter by name").fill("ZOD");
    await expect(dialog.getByRole("listitem")).toHaveCount(1);
    await dialog.getByText(/^zod .* MIT$/).click();
    await expect(dialog.getByText("Permission is hereby granted")).toBeVisible();
    await expectAccessible(page, "licences");
    await keepScreenshot(page, test.info(), "licences");
    await page.emulateMedia({ colorScheme: "dark" });
    await keepScreenshot(page, test.info(), "licences-dark");
  });

  test("creates a memory from the clipboard", async () => {
    const page = window();
    await app.evaluate(({ clipboard }) => clipboard.writeText("# Copied\n\nFrom another program."));
    await page.getByRole("button", { name: "Open command palette" }).click();
    await page.getByRole("combobox").fill("New memory from clipboard");
    await page.getByRole("option", { name: /New memory from clipboard/ }).click();
    await expect(page.getByRole("article").getByText("From another program.")).toBeVisible();
  });

  test("reopens a crashed window in its place after asking, while clients are served", async () => {
    const page = window();
    await page.getByRole("link", { name: "Clients" }).click();
    await expect(page.getByRole("main", { name: "Clients" })).toBeVisible();
    await app.evaluate(({ dialog }) => {
      dialog.showMessageBox = async (...args: unknown[]) => {
        Object.assign(globalThis, { asked: args.at(-1) });
        return { response: 0, checkboxChecked: false };
      };
    });
    const reopened = nextWindow(app);
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer());
    const again = await reopened;
    await expect(again.getByRole("main", { name: "Clients" })).toBeVisible();
    expect(await app.evaluate(() => (globalThis as { asked?: { message: string } }).asked?.message)).toBe(
      "The window crashed.",
    );
    expect((await fetch(new URL("/health", (await readEndpoint(folder)).url))).ok).toBe(true);
  });
});
