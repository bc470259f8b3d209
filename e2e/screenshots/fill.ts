import { randomUUID } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { ulid } from "ulid";
import { openStore } from "../../electron/app/memory-core.ts";
import { EMPTY_STATE } from "../../electron/core/memory-fields.ts";
import type { ObservedExchange } from "../../electron/core/request-log.ts";
import { dataFiles } from "../../electron/platform/paths.ts";
import { DEFAULT_LIMITS } from "../../electron/requests/limits.ts";
import { openLogStore } from "../../electron/requests/log-store.ts";
import type { OpenedStore } from "../../electron/store/open-memory-store.ts";
import { moreSamples, SAMPLES, type SampleMemory } from "./samples.ts";

const DAY = 86_400_000;
const logger = { debug() {}, info() {}, warn: console.warn, error: console.error };

/** Fills a data folder with a year of memories and a day of requests, with their original times. */
export async function fillFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const files = dataFiles(folder);
  const now = Date.now();
  const clock = { now: () => now };
  const store = await openStore({
    path: files.memories,
    backupFolder: files.backups,
    clock,
    logger,
  });
  const samples = [...SAMPLES, ...moreSamples(new Date(now))].sort((a, b) => b.daysAgo - a.daysAgo);
  const ids = new Map<string, string>();
  for (const sample of samples) ids.set(sample.content, await insert(store, sample, now, ids));
  await store.close();

  const log = openLogStore(files.requests, DEFAULT_LIMITS, clock, logger);
  log.write(dayOfRequests(now).map((exchange) => ({ exchange, bodiesDropped: false })));
  log.close();
}

async function insert(
  { memories }: OpenedStore,
  sample: SampleMemory,
  now: number,
  ids: ReadonlyMap<string, string>,
): Promise<string> {
  const { namespace, domain, tags, source, pinned, recalls = 0, before = [], trashed, replaces } = sample;
  const at = Math.round(now - sample.daysAgo * DAY);
  const client = sample.client === undefined ? null : { name: sample.client, version: "1.0.0" };
  const replaced = [...ids].find(([content]) => replaces !== undefined && content.startsWith(replaces))?.[1];
  const texts = [...before, sample.content];
  const { id } = await memories.insert({
    ...EMPTY_STATE,
    id: ulid(at),
    content: texts[0] ?? sample.content,
    namespace,
    domain,
    tags: [...tags].sort(),
    source: source ?? null,
    client,
    sessionId: `session-${Math.floor(sample.daysAgo)}`,
    pinned: pinned ?? false,
    createdAt: at,
    supersedes: replaced ?? null,
  });
  for (const [index, content] of texts.slice(1).entries()) {
    const edit = { client: index === 0 ? null : client, at: at + (index + 1) * 1_200_000, action: "update" } as const;
    await memories.update(id, { content }, null, edit);
  }
  for (let recall = 0; recall < recalls; recall++)
    memories.markRecalled([id], client?.name ?? "owner", Math.max(at, now - recall * 5 * 3_600_000));
  if (trashed === true) await memories.setDeleted(id, true, null, { client: null, at: now - DAY, action: "delete" });
  return id;
}

const CLIENTS = [
  { name: "claude-code", version: "2.1.4", transport: "stdio", share: 5 },
  { name: "cursor", version: "3.2.0", transport: "http", share: 3 },
  { name: "codex-mcp-client", version: "0.92.0", transport: "stdio", share: 2 },
] as const;
const TOOLS = ["search_memories", "search_memories", "capture_memory", "get_memory", "list_memories"] as const;
const REQUESTS = 900;

/** Requests of the last day, more of them recently, with some errors and slow requests. */
function dayOfRequests(now: number): ObservedExchange[] {
  const order = CLIENTS.flatMap((client) => Array.from({ length: client.share }, () => client));
  return Array.from({ length: REQUESTS }, (_, index) => {
    const { name, version, transport } = order[(index * 7) % order.length] ?? CLIENTS[0];
    const target = TOOLS[(index * 3) % TOOLS.length] ?? TOOLS[0];
    const age = ((REQUESTS - index) / REQUESTS) ** 2 * 0.9 * DAY + 20_000;
    const isError = index % 61 === 0;
    const request = {
      jsonrpc: "2.0",
      id: index,
      method: "tools/call",
      params: { name: target, arguments: argumentsOf(target) },
    };
    const result = isError
      ? { isError: true, structuredContent: { code: "not_found", message: "There is no memory 01J9." } }
      : { structuredContent: { items: [] } };
    const requestBody = JSON.stringify(request);
    const responseBody = JSON.stringify({ jsonrpc: "2.0", id: index, result });
    return {
      at: Math.round(now - age),
      direction: "received",
      client: { name, version },
      subject: name,
      sessionId: randomUUID(),
      transport,
      era: "2025",
      protocolVersion: "2025-11-25",
      method: "tools/call",
      target,
      messageId: String(index),
      outcome: isError ? "error" : "ok",
      errorCode: isError ? "not_found" : null,
      httpStatus: 200,
      durationMs: (target === "capture_memory" ? 3.1 : 1.2) + ((index * 13) % 17) / 10 + (index % 83 === 0 ? 41 : 0),
      requestBytes: requestBody.length,
      responseBytes: responseBody.length,
      truncated: false,
      requestBody,
      responseBody,
      requestHeaders: { "content-type": "application/json" },
      responseHeaders: { "content-type": "application/json" },
      readMs: 0.2,
      firstByteMs: 1.1,
      refusal: null,
      replayOf: null,
      server: null,
      serverMs: null,
      project: null,
    } as ObservedExchange;
  });
}

function argumentsOf(tool: (typeof TOOLS)[number]): Record<string, unknown> {
  if (tool === "search_memories") return { query: "how are orders stored", domain: "acme/shop", limit: 5 };
  if (tool === "capture_memory") return { content: "Deploys need two approvals.", namespace: "decisions" };
  return tool === "get_memory" ? { id: "01J9ZK4T3M5Q8R7W2X6Y1V0N4P" } : { limit: 20 };
}
