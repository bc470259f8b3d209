import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import path from "node:path";
import { waitForEndpoint } from "../../e2e/testing/data-folder.ts";
import { NODE_ARGUMENTS, withAllocatorSettings } from "../../electron/platform/process-memory.ts";
import { root } from "../../scripts/tools.ts";
import { Connection } from "../http/connection.ts";
import { contentOf } from "../http/contents.ts";
import { callOnce, openSession, type Workload } from "../http/load.ts";
import { fillFolder } from "../search/fill-folder.ts";
import type { MemoryClient, MemoryProgram } from "./memory-program.ts";

const HEADLESS = path.join(root, "dist", "electron", "headless.js");

/** A token has at most 256 sessions. */
const CLIENTS_OF_TOKEN = 200;

/** The built headless application, over MCP. */
export const RECOLLECT: MemoryProgram = {
  name: "Recollect",
  async fill(folder, count) {
    await fillFolder(folder, count);
    // Only the first start on a computer has to compile the code.
    const running = await RECOLLECT.start(folder);
    await running.stop();
  },
  async start(folder) {
    if (!existsSync(HEADLESS)) throw new Error("Build first: npm run build");
    const env = {
      ...withAllocatorSettings(process.env),
      RECOLLECT_DATA_DIR: folder,
      RECOLLECT_PORT: "0",
      RECOLLECT_KEYCHAIN: "off",
    };
    const child = spawn(process.execPath, [...NODE_ARGUMENTS, HEADLESS], { env, stdio: "ignore" });
    const { url, token } = await waitForEndpoint(folder);
    const { origin } = new URL(url);
    const tokens: Promise<string>[] = [];
    let opened = 0;
    return {
      pid: child.pid ?? 0,
      open: async () => {
        const place = Math.floor(opened++ / CLIENTS_OF_TOKEN);
        tokens[place] ??= place === 0 ? Promise.resolve(token) : createToken(origin, token, `bench ${place}`);
        return await openClient(new URL(url), { authorization: `Bearer ${await tokens[place]}` });
      },
      stop: async () => {
        child.kill("SIGTERM");
        await once(child, "exit");
      },
    };
  },
};

/** Creates the token of another client, as the owner does in the window. */
async function createToken(origin: string, ownToken: string, name: string): Promise<string> {
  const ask = async (place: string, input: object, headers: Record<string, string>) => {
    const response = await fetch(`${origin}/interface/${place}`, {
      method: "POST",
      headers: { "content-type": "application/json", origin, ...headers },
      body: JSON.stringify(input),
    });
    if (!response.ok) throw new Error(`${place}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { link: string; secret: string; value?: { token: string } };
  };
  const { link } = await ask("links", {}, { authorization: `Bearer ${ownToken}` });
  const { secret } = await ask("sessions", { key: link.split("#key=")[1] }, {});
  const input = { name, access: "write", domains: null, namespaces: null, expiresAt: null };
  const call = { method: "clients.createToken", input };
  const { value } = await ask("invoke", call, { "recollect-session-secret": secret });
  if (value === undefined) throw new Error("No token was created.");
  return value.token;
}

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
