import { setTimeout as sleep } from "node:timers/promises";
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from "@modelcontextprotocol/client";
import type { Endpoint } from "../../electron/platform/endpoint-file.ts";
import type { createRandom } from "../../electron/search/testing/random-vectors.ts";
import { connectClient } from "../application/application-process.ts";
import type { Contents } from "./contents.ts";
import type { Member } from "./load.ts";
import { Refused } from "./tool-clients.ts";

interface ReaderOptions {
  readonly member: Member;
  readonly random: ReturnType<typeof createRandom>;
  readonly contents: Contents;
}

/** Searches, lists and reads the status. */
export function createReader({ member, random, contents }: ReaderOptions): () => Promise<void> {
  let cursor: string | undefined;
  return async () => {
    const choice = random.next();
    try {
      if (choice < 0.6) {
        const mode = ["hybrid", "text", "vector"][random.integer(3)];
        await member.call("search_memories", {
          query: contents.query(),
          domain: "_",
          mode,
          limit: 1 + random.integer(20),
        });
      } else if (choice < 0.9) {
        const page = await member.call("list_memories", { domain: "_", trash: "include", limit: 50, cursor });
        cursor = page.nextCursor as string | undefined;
      } else {
        await member.call("memory_status", {});
      }
    } catch (error) {
      // A cursor of before a restart may have expired.
      cursor = undefined;
      if (!(error instanceof Refused)) await sleep(200);
    }
  };
}

/** Subscribes, opens streams, starts long calls, and leaves without a goodbye. */
export function createDropper({ member, random, contents }: ReaderOptions): () => Promise<void> {
  const { report, application } = member;
  const kinds = {
    "subscriptions of 2025": dropSubscription2025,
    "subscriptions of 2026": dropSubscription2026,
    searches: (endpoint: Endpoint) => dropSearch(endpoint, contents.query(), random.integer(10)),
    reindexing: (endpoint: Endpoint) => dropReindex(endpoint, 200 + random.integer(1500)),
  };
  const names = Object.keys(kinds) as (keyof typeof kinds)[];
  return async () => {
    const endpoint = await application.ready();
    // Rebuilding all indexes takes most of the processor.
    const kind = names[random.next() < 0.03 ? 3 : random.integer(3)] ?? "searches";
    await kinds[kind](endpoint).catch(() => {});
    report.count("dropped", kind);
  };
}

async function dropSubscription2025(endpoint: Endpoint): Promise<void> {
  const client = await connectClient(endpoint, "dropper-2025");
  await client.subscribeResource({ uri: "recollect://_/decisions" });
  await sleep(100);
  await client.close();
}

async function dropSubscription2026(endpoint: Endpoint): Promise<void> {
  const client = new ModernClient({ name: "dropper-2026", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
  const requestInit = { headers: { authorization: `Bearer ${endpoint.token}` } };
  await client.connect(new ModernTransport(new URL(endpoint.url), { requestInit }));
  await client.listen({ resourceSubscriptions: ["recollect://_/decisions"], resourcesListChanged: true });
  await sleep(100);
  await client.close();
}

/** The connection is closed before the response. */
async function dropSearch({ url, token }: Endpoint, query: string, afterMs: number): Promise<void> {
  await fetch(new URL("/tools/search_memories", url), {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, domain: "_" }),
    signal: AbortSignal.timeout(afterMs),
  });
}

async function dropReindex(endpoint: Endpoint, afterMs: number): Promise<void> {
  const client = await connectClient(endpoint, "dropper-reindex");
  try {
    await client.callTool({ name: "reindex_memories", arguments: {} }, undefined, {
      signal: AbortSignal.timeout(afterMs),
    });
  } finally {
    await client.close();
  }
}
