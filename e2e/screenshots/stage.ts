import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { Page, Route } from "@playwright/test";
import type { Endpoint } from "../../electron/platform/endpoint-file.ts";
import { root } from "../../scripts/tools.ts";
import { freePort } from "../../tests/testing/free-port.ts";
import { call, connectHttp } from "../testing/clients.ts";
import { waitForEndpoint } from "../testing/data-folder.ts";
import { launchBrowser, waitForLink } from "../testing/hosts.ts";
import { serverFile } from "../testing/mcp-servers.ts";
import { runHeadless } from "../testing/programs.ts";
import type { Shot } from "./shots.ts";

export type Theme = "light" | "dark";
export const THEMES = ["light", "dark"] as const satisfies readonly Theme[];

export interface Size {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** Device pixels per CSS pixel. */
  readonly scale: number;
  /** The language of the window; English without it. */
  readonly language?: "zh";
}
export const SIZES: readonly Size[] = [
  { name: "wide", width: 1440, height: 900, scale: 1 },
  { name: "narrow", width: 800, height: 600, scale: 1 },
  { name: "4k", width: 3840, height: 2160, scale: 1 },
  { name: "4k-2x", width: 1920, height: 1080, scale: 2 },
];
/** The sizes of the gallery: 200 % is half of the CSS pixels at twice the density. */
export const GALLERY_SIZES: readonly Size[] = [
  { name: "wide", width: 1280, height: 800, scale: 1 },
  { name: "narrow", width: 800, height: 600, scale: 1 },
  { name: "200", width: 640, height: 400, scale: 2 },
  { name: "zh", width: 1280, height: 800, scale: 1, language: "zh" },
];
export const GUIDE_SIZE: Size = { name: "guide", width: 1280, height: 800, scale: 1 };

interface Screenshot {
  readonly theme: Theme;
  readonly size: Size;
  readonly file: string;
}

export interface Stage {
  readonly endpoint: Endpoint;
  /** Opens an address, with the usual folders in place of this machine's. */
  open(size: Size, theme: Theme, address: string): Promise<Page>;
  take(shot: Shot, screenshot: Screenshot): Promise<void>;
  close(): Promise<void>;
}

/** A step of a shot that takes longer has failed. */
const STEP_TIMEOUT_MS = 10_000;
/** Folders that make clients count as installed. */
const INSTALLED = [".claude", ".cursor", ".codex"];

/** Starts a headless server on `folder/data`, connects clients of these names and opens a browser. */
export async function openStage(folder: string, connected: readonly string[]): Promise<Stage> {
  const home = path.join(folder, "home");
  for (const name of INSTALLED) await mkdir(path.join(home, name), { recursive: true });
  const data = path.join(folder, "data");
  const program = runHeadless(data, { HOME: home, RECOLLECT_PORT: String(await usualPort()) });
  const link = await waitForLink(program);
  const endpoint = await waitForEndpoint(data);
  const clients = await Promise.all(connected.map((name) => connectHttp(endpoint, name)));
  for (const client of clients) await call(client, "memory_status", {});
  if (connected.length > 0) await addServers(endpoint, home);
  const browser = await launchBrowser();
  const first = await browser.newPage();
  await first.goto(link);
  await first.getByRole("main").waitFor();
  const session = await first.evaluate(() => ({ ...sessionStorage }));
  const pages = new Map<string, Page>();

  const pageOf = async ({ name, width, height, scale, language }: Size, theme: Theme): Promise<Page> => {
    const known = pages.get(`${name} ${theme}`);
    if (known !== undefined) return known;
    const context = await browser.newContext({
      locale: language === "zh" ? "zh-CN" : "en-US",
      viewport: { width, height },
      deviceScaleFactor: scale,
      colorScheme: theme,
      reducedMotion: "reduce",
    });
    const page = await context.newPage();
    page.setDefaultTimeout(STEP_TIMEOUT_MS);
    await page.addInitScript((items) => {
      for (const [key, value] of Object.entries(items)) sessionStorage.setItem(key, value);
    }, session);
    pages.set(`${name} ${theme}`, page);
    return page;
  };

  const open = async (size: Size, theme: Theme, address: string): Promise<Page> => {
    const page = await pageOf(size, theme);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.route("**/interface/invoke", showUsualPaths);
    await page.goto(`http://127.0.0.1:${endpoint.port}/${address}`);
    // A dialog hides the place from assistive technology, and from roles.
    await page.locator("main").waitFor();
    return page;
  };

  return {
    endpoint,
    open,
    async take(shot, { theme, size, file }) {
      // Another query makes it another page: only the fragment would not load it again.
      const page = await open(size, theme, `?${shot.name}${shot.address}`);
      await shot.prepare?.(page);
      await page.waitForTimeout(shot.wait ?? 400);
      await page.screenshot({ path: file, animations: "disabled" });
    },
    async close() {
      await browser.close();
      for (const client of clients) await client.close();
      program.process.kill("SIGTERM");
      await program.exited;
    },
  };
}

/** The default port if it is free. */
async function usualPort(): Promise<number> {
  const isTaken = await fetch("http://127.0.0.1:7325/health").then(
    () => true,
    () => false,
  );
  return isTaken ? freePort() : 7325;
}

/** Adds other MCP servers, as the command line does. */
async function addServers({ url, token }: Endpoint, home: string): Promise<void> {
  const servers = [
    { name: "everything", package: "everything", args: ["stdio"] },
    { name: "files", package: "filesystem", args: [home] },
    { name: "thinking", package: "sequential-thinking", args: [] },
  ];
  for (const { name, package: from, args } of servers) {
    const transport = { kind: "stdio", command: process.execPath, args: [serverFile(from), ...args] };
    const response = await fetch(new URL("/owner/methods/servers.add", url), {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ name, transport }),
    });
    if (!response.ok) throw new Error(`The server ${name} was not added: ${await response.text()}`);
  }
}

/** Shows the usual folders and commands instead of this machine's. */
async function showUsualPaths(route: Route): Promise<void> {
  const response = await route.fetch();
  const body = await response.json();
  if (body.value?.dataFolder !== undefined) body.value.dataFolder = "/home/ada/.local/share/recollect";
  const shown = JSON.stringify(body)
    .replaceAll(JSON.stringify(process.execPath), '"npx"')
    .replaceAll(/\/[^"\\]*\/recollect-pictures-[^"\\/]+\/data/g, "/home/ada/.local/share/recollect")
    .replaceAll(root, "/opt/recollect/")
    .replaceAll(/"[^"]*(@modelcontextprotocol\/server-[^"/]+)\/dist\/index\.js"/g, '"-y","$1"')
    .replaceAll(/\/[^"]*\/recollect-pictures-[^"/]+\/home(?=\/)/g, "/home/ada")
    .replaceAll(/\/[^"]*\/recollect-pictures-[^"/]+\/home/g, "/home/ada/notes");
  await route.fulfill({ response, json: JSON.parse(shown) });
}
