import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Endpoint } from "../../electron/platform/endpoint-file.ts";
import { homeFolder } from "./programs.ts";

/** A data folder of a test's own, with a home in it. */
export async function makeDataFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "recollect-e2e-"));
  await mkdir(homeFolder(folder));
  return folder;
}

export async function removeDataFolder(folder: string): Promise<void> {
  // Chromium's last helper may still write for a moment after its application has ended.
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

export async function readEndpoint(folder: string): Promise<Endpoint> {
  return JSON.parse(await readFile(path.join(folder, "endpoint.json"), "utf8")) as Endpoint;
}

export async function writeSettings(folder: string, settings: Record<string, unknown>): Promise<void> {
  await writeFile(path.join(folder, "settings.json"), JSON.stringify(settings));
}

/** A port that nobody uses at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Asks until the answer is one. @throws after `limitMs` */
export async function waitFor<T>(what: string, ask: () => Promise<T | null>, limitMs = 20_000): Promise<T> {
  const until = Date.now() + limitMs;
  for (;;) {
    const answer = await ask().catch(() => null);
    if (answer !== null) return answer;
    if (Date.now() > until) throw new Error(`${what} did not come within ${limitMs} ms.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The endpoint of an application that answers; `except` is a process that does not count. */
export function waitForEndpoint(folder: string, except: number | null = null): Promise<Endpoint> {
  return waitFor("An endpoint that answers", async () => {
    const endpoint = await readEndpoint(folder);
    const health = await fetch(new URL("/health", endpoint.url));
    return health.ok && endpoint.pid !== except ? endpoint : null;
  });
}
