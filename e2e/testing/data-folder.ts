import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Endpoint } from "../../electron/platform/endpoint-file.ts";
import { homeFolder } from "./programs.ts";

/** Creates a temporary data folder with a home folder in it. */
export async function makeDataFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "recollect-e2e-"));
  await mkdir(homeFolder(folder));
  return folder;
}

export async function removeDataFolder(folder: string): Promise<void> {
  // A helper process of Chromium may still write for a moment after the application has exited.
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

export async function readEndpoint(folder: string): Promise<Endpoint> {
  return JSON.parse(await readFile(path.join(folder, "endpoint.json"), "utf8")) as Endpoint;
}

export async function writeSettings(folder: string, settings: Record<string, unknown>): Promise<void> {
  await writeFile(path.join(folder, "settings.json"), JSON.stringify(settings));
}

/** A start or exit takes a second or two, and on a busy machine much longer. */
export const START_TIMEOUT_MS = 90_000;

/** Calls `ask` until it returns a value. @throws after `timeoutMs` */
export async function waitFor<T>(what: string, ask: () => Promise<T | null>, timeoutMs = START_TIMEOUT_MS): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const value = await ask().catch(() => null);
    if (value !== null) return value;
    if (Date.now() > deadline) throw new Error(`Timed out after ${timeoutMs} ms: ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Waits for the endpoint of a running server other than the process `except`. */
export function waitForEndpoint(folder: string, except: number | null = null): Promise<Endpoint> {
  return waitFor("a running server", async () => {
    const endpoint = await readEndpoint(folder);
    const health = await fetch(new URL("/health", endpoint.url));
    return health.ok && endpoint.pid !== except ? endpoint : null;
  });
}
