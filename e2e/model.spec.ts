import { cp, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Page } from "@playwright/test";
import {
  expect,
  expectAccessible,
  expectAccessibleInThemes,
  IN_BROWSER,
  keepScreenshot,
  type Start,
  test,
} from "./fixtures.ts";
import { writeSettings } from "./testing/data-folder.ts";
import type { RunningHost } from "./testing/hosts.ts";
import { MODEL_FOLDER, type ModelServers, startModelServers } from "./testing/model-servers.ts";

let servers: ModelServers;
let app: RunningHost | null = null;

test.beforeEach(async () => {
  servers = await startModelServers();
});
test.afterEach(async () => {
  await app?.stop();
  app = null;
  await servers.close();
});

async function startWithModels(start: Start, folder: string): Promise<Page> {
  const env = { HF_ENDPOINT: `http://127.0.0.1:${servers.port}`, RECOLLECT_KEYCHAIN: "off" };
  app = await start(folder, env);
  return app.page;
}

async function capture(content: string): Promise<void> {
  await callTool("capture_memory", { content, domain: "user" });
}

async function callTool<T>(name: string, input: unknown): Promise<T> {
  if (app === null) throw new Error("There is no application.");
  const { url, token } = app.endpoint;
  const response = await fetch(new URL(`/tools/${name}`, url), {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(input),
  });
  return (await response.json()) as T;
}

/** Clicks a button of the form that moves down between the press and the release, as it does when data arrives. */
async function clickWhileMoving(page: Page, name: string): Promise<void> {
  const button = page.getByRole("button", { name, exact: true });
  await button.hover();
  await page.mouse.down();
  await page.evaluate('document.querySelector("form").style.paddingTop = "200px"');
  await page.mouse.up();
  await page.evaluate('document.querySelector("form").style.paddingTop = ""');
}

async function openChooser(page: Page, kind: string): Promise<void> {
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("link", { name: "Search", exact: true }).click();
  const open = page.getByRole("button", { name: "Change…" });
  await open.click();
  await page.getByRole("combobox", { name: "Model type" }).click();
  await page.getByRole("option", { name: kind }).click();
}

test(
  "tests and uses a model on a server, stores its key separately, and asks before text leaves the machine",
  { tag: IN_BROWSER },
  async ({ folder, start }, info) => {
    const page = await startWithModels(start, folder);
    await capture("We chose PostgreSQL for orders.");
    await capture("The staging key rotates on Mondays.");
    await openChooser(page, "OpenAI-compatible server");
    await page
      .getByRole("form", { name: "Choose a model" })
      .getByLabel("Address", { exact: true })
      .fill(`http://127.0.0.1:${servers.port}/v1`);
    await page.getByRole("textbox", { name: "Model", exact: true }).fill("small");
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await expect(page.getByRole("alert")).toContainText(/refused to embed \(401\).*Check the key/);
    await page.getByLabel("API key").fill(servers.key);
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await expect(page.getByText(/Works: 3 dimensions, [\d.]+ ms per text/)).toBeVisible();
    await page.getByRole("form", { name: "Choose a model" }).scrollIntoViewIfNeeded();
    await expectAccessibleInThemes(page, "choosing a model", "server");
    await page.getByRole("button", { name: "Use this model" }).click();
    await expect(page.getByText(`small at 127.0.0.1:${servers.port}`)).toBeVisible();
    await expect(page.getByText("Ready: 2 memories.").last()).toBeVisible();
    expect(await readFile(path.join(folder, "settings.json"), "utf8")).not.toContain(servers.key);
    expect((await stat(path.join(folder, "model.key"))).mode & 0o077).toBe(0);

    await page.getByRole("button", { name: "Change…" }).click();
    // On Linux this address reaches the machine itself and is not a loopback address.
    await page
      .getByRole("form", { name: "Choose a model" })
      .getByLabel("Address", { exact: true })
      .fill(`http://0.0.0.0:${servers.port}/v1`);
    await page.getByLabel("API key").fill(servers.key);
    await page.getByRole("button", { name: "Use this model" }).click();
    const question = page.getByRole("dialog", { name: "Send text off this machine?" });
    await expect(question).toContainText(`it is sent to 0.0.0.0:${servers.port}`);
    await keepScreenshot(page, info, "leaving");
    await question.getByRole("button", { name: "Cancel", exact: true }).click();
    await expect(page.getByRole("note")).toHaveCount(0);
    await page.getByRole("button", { name: "Use this model" }).click();
    await question.getByRole("button", { name: "Send text" }).click();
    await expect(page.getByRole("note")).toContainText("off this machine");
    await expectAccessible(page, "a model off this machine");
    await page.setViewportSize({ width: 640, height: 800 });
    await page.getByRole("note").scrollIntoViewIfNeeded();
    await keepScreenshot(page, info, "leaves-narrow");
  },
);

test(
  "downloads a model, cancels, resumes and uses it, and shows a failure in place",
  { tag: IN_BROWSER },
  async ({ folder, start }, info) => {
    // The download alone may take two minutes.
    test.setTimeout(360_000);
    const page = await startWithModels(start, folder);
    await capture("We keep every memory in SQLite with write-ahead logging.");
    await openChooser(page, "Download from Hugging Face");
    await page.getByLabel("Repository").fill("owner/nothing");
    await clickWhileMoving(page, "Download");
    await expect(page.getByRole("alert")).toContainText("Check that the name of the repository is right");

    servers.stalls = true;
    await page.getByLabel("Repository").fill("owner/small");
    await page.getByRole("button", { name: "Download", exact: true }).click();
    await expect(page.getByRole("progressbar", { name: "Downloading owner/small" })).toHaveAttribute(
      "aria-valuetext",
      / of \d+ MB$/,
    );
    await keepScreenshot(page, info, "downloading");
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    await expect(page.getByText("incomplete")).toBeVisible();
    servers.stalls = false;
    await page.getByRole("button", { name: "Resume" }).click();
    // 22 MB are written and hashed.
    await expect(page.getByText("incomplete")).toHaveCount(0, { timeout: 120_000 });
    await keepScreenshot(page, info, "downloaded");
    await expectAccessible(page, "downloaded models");
    await page.getByRole("button", { name: "Use", exact: true }).click();
    await expect(page.locator("strong", { hasText: "owner/small" })).toBeVisible();
    await expect
      .poll(async () => {
        const query = { query: "how durable is the database", mode: "vector", domain: "_", detail: "everything" };
        return JSON.stringify(await callTool("search_memories", query));
      })
      .toMatch(/SQLite.*similarity|similarity.*SQLite/);
  },
);

test(
  "reports a missing model, searches by text in the meantime, and uses the model again once it is restored",
  { tag: IN_BROWSER },
  async ({ folder, start }, info) => {
    const model = path.join(folder, "my-model");
    await cp(MODEL_FOLDER, model, { recursive: true });
    await rename(path.join(model, "tokenizer.json"), path.join(folder, "tokenizer.json"));
    await writeSettings(folder, { model: { kind: "folder", folder: model } });
    const page = await startWithModels(start, folder);
    await capture("The staging key rotates on Mondays.");
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("link", { name: "Search", exact: true }).click();
    await expect(page.getByRole("alert")).toContainText(/tokenizer\.json is missing.*Restore the files/);
    await page.getByRole("alert").scrollIntoViewIfNeeded();
    await keepScreenshot(page, info, "failed");
    await expectAccessible(page, "a model that failed");
    expect(JSON.stringify(await callTool("search_memories", { query: "staging key", domain: "_" }))).toContain(
      "Mondays",
    );
    expect(JSON.stringify(await callTool("memory_status", {}))).toContain("tokenizer.json is missing");

    await rename(path.join(folder, "tokenizer.json"), path.join(model, "tokenizer.json"));
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect(page.getByText("Ready: 1 memory.").last()).toBeVisible();

    await rm(model, { recursive: true });
    await openChooser(page, "Built-in");
    await page.getByRole("button", { name: "Use this model" }).click();
    await expect(page.getByText("all-MiniLM-L6-v2 (built-in)")).toBeVisible();
  },
);
