import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import path from "node:path";
import { waitForEndpoint } from "../../e2e/testing/data-folder.ts";
import { withAllocatorSettings } from "../../electron/platform/allocator.ts";
import { root } from "../../scripts/tools.ts";
import { Connection } from "../http/connection.ts";
import { contentOf } from "../http/contents.ts";
import { callOnce, openSession, type Workload } from "../http/load.ts";
import { fillFolder } from "../search/fill-folder.ts";
import type { MemoryClient, MemoryProgram } from "./memory-program.ts";

const HEADLESS = path.join(root, "dist", "electron", "headless.js");

/** The built headless application, over MCP. */
export const RECOLLECT: MemoryProgram = {
  name: "Recollect",
  fill: fillFolder,
  async start(folder) {
    if (!existsSync(HEADLESS)) throw new Error("Build first: npm run build");
    const env = {
      ...withAllocatorSettings(process.env),
      RECOLLECT_DATA_DIR: folder,
      RECOLLECT_PORT: "0",
      RECOLLECT_KEYCHAIN: "off",
    };
    const child = spawn(process.execPath, [HEADLESS], { env, stdio: "ignore" });
    const { url, token } = await waitForEndpoint(folder);
    const headers = { authorization: `Bearer ${token}` };
    return {
      pid: child.pid ?? 0,
      open: () => openClient(new URL(url), headers),
      stop: async () => {
        child.kill("SIGTERM");
        await once(child, "exit");
      },
    };
  },
};

async function openClient(url: URL, headers: Readonly<Record<string, string>>): Promise<MemoryClient> {
  const connection = new Connection(url);
  const workload = (tool: string, input: Record<string, unknown>): Workload => ({
    url,
    headers,
    revision: "2025",
    tool,
    argumentsOf: () => input,
  });
  const within = await openSession(connection, workload("search_memories", {}));
  let id = 1;
  const call = (tool: string, input: Record<string, unknown>) =>
    callOnce(connection, workload(tool, input), within, id++);
  const search = async (query: string, mode: "text" | "hybrid") => {
    const body = await call("search_memories", { query, mode, limit: 10, domain: "_" });
    return body.includes('"results":[{');
  };
  return {
    capture: async (number) => {
      await call("capture_memory", { ...contentOf(number) });
    },
    search: (query) => search(query, "text"),
    searchMeaning: (query) => search(query, "hybrid"),
    ping: async () => {
      await connection.post(JSON.stringify({ jsonrpc: "2.0", id: id++, method: "ping" }), within);
    },
    close: () => connection.close(),
  };
}
