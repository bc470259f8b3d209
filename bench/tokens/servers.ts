import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { type ClientHome, openHome } from "../../tests/clients/home.ts";
import type { Measures } from "./measures.ts";
import { CAPTURE, SEARCH, TEN_MESSAGES } from "./samples.ts";
import { measureServer, withStdioServer } from "./stdio-server.ts";

/** Connects to Recollect in a home folder through its shim, as a client does. */
export function withRecollect<Result>(home: ClientHome, work: (client: Client) => Promise<Result>): Promise<Result> {
  const env = { RECOLLECT_DATA_DIR: home.dataFolder, RECOLLECT_CLIENT: "bench" };
  return withStdioServer([process.execPath, home.shim], env, work);
}

export async function captureTenMessages(client: Client): Promise<void> {
  for (const content of TEN_MESSAGES) {
    await client.callTool({ name: "capture_memory", arguments: { content, domain: "user" } });
  }
}

/** What Recollect sends. */
export async function measureRecollect(): Promise<[string, Measures][]> {
  const home = await openHome();
  try {
    return await withRecollect(home, async (client) => {
      await captureTenMessages(client);
      return await measureServer("Recollect", client, ["search_memories", SEARCH], ["capture_memory", CAPTURE]);
    });
  } finally {
    await home.close();
  }
}

/** What @modelcontextprotocol/server-memory sends for the same memories: observations of one entity. */
export async function measureServerMemory(file: string): Promise<[string, Measures][]> {
  const folder = mkdtempSync(path.join(tmpdir(), "recollect-server-memory-"));
  const env = { MEMORY_FILE_PATH: path.join(folder, "memory.jsonl") };
  try {
    return await withStdioServer([file], env, async (client) => {
      const entities = [{ name: "Sofia", entityType: "person", observations: TEN_MESSAGES }];
      await client.callTool({ name: "create_entities", arguments: { entities } });
      return await measureServer(
        "server-memory",
        client,
        ["search_nodes", { query: SEARCH.query }],
        ["add_observations", { observations: [{ entityName: "Sofia", contents: [CAPTURE.content] }] }],
      );
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
