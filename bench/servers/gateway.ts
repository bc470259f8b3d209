/**
 * Recollect with other MCP servers, in its own process. The first argument is JSON: {@link GatewayOptions}. It sends
 * {@link StartedGateway} when it is ready, responds to `cpu` with {@link ProcessorTime} and to any other message with
 * {@link Usage}, and exits with its parent.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ulid } from "ulid";
import type { NewServer } from "../../electron/core/servers.ts";
import { createStemmer } from "../../electron/core/stem.ts";
import { createFileSecrets } from "../../electron/secrets/file-secrets.ts";
import { DEFAULT_SERVER_LIMITS, type ServerLimits } from "../../electron/servers/limits.ts";
import { Servers } from "../../electron/servers/servers.ts";
import { openStack, type Stack } from "../../tests/testing/stack.ts";

export interface GatewayOptions {
  readonly servers: readonly NewServer[];
  readonly limits?: Partial<ServerLimits>;
}

export interface StartedGateway {
  readonly url: string;
  /** Of a client that may use all servers, with more than 40 tools by search. */
  readonly token: string;
  /** The same, with all tools listed. */
  readonly listingToken: string;
}

/** Microseconds of the process and of its main thread. */
export interface ProcessorTime {
  readonly cpu: number;
  readonly mainThread: number;
}

export interface Usage {
  /** Bytes, after a collection. */
  readonly heap: number;
  readonly resident: number;
}

const { servers: added, limits = {} } = JSON.parse(process.argv[2] ?? "") as GatewayOptions;
const quiet = () => undefined;
const folder = mkdtempSync(path.join(tmpdir(), "recollect-gateway-"));
const servers = new Servers({
  file: path.join(folder, "servers.json"),
  secrets: createFileSecrets(folder),
  version: "0.0.0",
  env: process.env,
  home: folder,
  ownPort: () => 0,
  clock: { now: Date.now },
  logger: { debug: quiet, info: quiet, warn: quiet, error: console.error },
  language: () => "en",
  newId: ulid,
  stem: createStemmer(),
  memories: {
    search: (...args) => stack.service.search(...args),
    shortIds: (...args) => stack.service.shortIds(...args),
  },
  startOf: () => null,
  onChange: quiet,
  onToolsStopped: quiet,
  onSecrets: quiet,
  limits: { ...DEFAULT_SERVER_LIMITS, ...limits },
});
const stack: Stack = await openStack({
  sources: [
    { entriesFor: (grant) => servers.entriesFor(grant), onChanged: (listener) => servers.onCatalogChanged(listener) },
  ],
});
const grants = [];
for (const server of added) grants.push({ server: (await servers.add(server)).id, tools: "all" } as const);

process.on("message", (message) => {
  if (message === "cpu") {
    const [all, main] = [process.cpuUsage(), process.threadCpuUsage()];
    process.send?.({ cpu: all.user + all.system, mainThread: main.user + main.system } satisfies ProcessorTime);
    return;
  }
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send?.({ heap: heapUsed + external, resident: rss } satisfies Usage);
});
process.once("disconnect", async () => {
  await servers.close();
  await stack.close();
  rmSync(folder, { recursive: true, force: true });
  process.exit();
});
process.send?.({
  url: stack.url,
  token: await stack.issue({ servers: grants }, "bench"),
  listingToken: await stack.issue({ servers: grants, listAllTools: true }, "bench-listing"),
} satisfies StartedGateway);
