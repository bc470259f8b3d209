import { setTimeout as sleep } from "node:timers/promises";
import { ANY } from "../../core/domain.ts";
import type { Memory } from "../../core/memory.ts";
import type { RequestSummary } from "../../core/request-log.ts";
import type { AppClient } from "../app-client.ts";
import { walkMemories } from "../walk-memories.ts";

const POLL_INTERVAL_MS = 250;

/** The first requests of assistants after setup started. */
export interface FirstRequests {
  /** The name of the client that sent a request first; null if none has. */
  readonly client: string | null;
  readonly memory: Memory | null;
}

/**
 * Waits until an assistant has captured a memory, or until the signal aborts.
 * @param since milliseconds since 1970; earlier requests are ignored
 * @param onClient called once, with the name of the first client
 */
export async function waitForMemory(
  app: AppClient,
  since: number,
  onClient: (name: string) => void,
  signal: AbortSignal,
): Promise<FirstRequests> {
  let client: string | null = null;
  while (!signal.aborted) {
    const requests = await requestsSince(app, since);
    const first = requests.at(-1)?.client?.name ?? null;
    if (client === null && first !== null) onClient(first);
    client ??= first;
    if (requests.some(({ target, outcome }) => target === "capture_memory" && outcome === "ok")) {
      const memory = await newestMemory(app);
      if (memory !== null && Date.parse(memory.createdAt) >= since) return { client, memory };
    }
    await sleep(POLL_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }
  return { client, memory: null };
}

/** The requests of assistants, newest first. The command line and hooks use REST. */
async function requestsSince(app: AppClient, since: number): Promise<readonly RequestSummary[]> {
  const { items } = await app.ask("requests.list", { since, refused: false });
  return items.filter(({ transport, direction, client }) => transport !== "rest" && direction === "received" && client);
}

async function newestMemory(app: AppClient): Promise<Memory | null> {
  for await (const memory of walkMemories(app, { domain: ANY, detail: "everything" }, 1)) return memory;
  return null;
}
