import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { type Endpoint, readLiveEndpoint } from "../../electron/platform/endpoint-file.ts";
import { dataFiles } from "../../electron/platform/paths.ts";

const ENTRY = path.join(import.meta.dirname, "..", "..", "electron", "headless.ts");

/** The headless application as its owner starts it, in a process of its own. */
export interface RunningApplication {
  readonly endpoint: Endpoint;
  /** Ends it so that it cannot tidy up; resolved when it is gone. */
  kill(): Promise<void>;
}

/** Starts the application on a data folder and waits until it answers. @param port 0 takes any free one */
export async function startHeadless(folder: string, port: number): Promise<RunningApplication> {
  const env = { ...process.env, RECOLLECT_DATA_DIR: folder, RECOLLECT_PORT: String(port), RECOLLECT_KEYCHAIN: "off" };
  const child = spawn(process.execPath, [ENTRY], { env, stdio: ["ignore", "ignore", "pipe"] });
  let diagnostics = "";
  child.stderr?.on("data", (chunk: Buffer) => (diagnostics += chunk));
  const endpoint = await waitForEndpoint(child, folder, () => diagnostics);
  return {
    endpoint,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

async function waitForEndpoint(child: ChildProcess, folder: string, diagnostics: () => string): Promise<Endpoint> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const endpoint = readLiveEndpoint(dataFiles(folder).endpoint);
    if (endpoint !== null && endpoint.pid === child.pid) return endpoint;
    if (child.exitCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill("SIGKILL");
  throw new Error(`The application did not start.\n${diagnostics()}`);
}

/** A client of the 2025 era, connected with the owner's token. */
export async function connectClient(endpoint: Endpoint, name: string): Promise<Client> {
  const client = new Client({ name, version: "1.0.0" });
  const requestInit = { headers: { authorization: `Bearer ${endpoint.token}` } };
  const transport = new StreamableHTTPClientTransport(new URL(endpoint.url), { requestInit });
  // The SDK declares a transport's optional callbacks without `undefined`.
  await client.connect(transport as Parameters<Client["connect"]>[0]);
  return client;
}

/** Captures one memory and answers its id; only what was acknowledged comes back. @throws when it was not */
export async function capture(client: Client, content: string): Promise<string> {
  const answer = await client.callTool({ name: "capture_memory", arguments: { content, domain: "user" } });
  const { memory } = answer.structuredContent as { memory?: { id: string } };
  if (memory === undefined) throw new Error(`Not captured: ${JSON.stringify(answer.structuredContent)}`);
  return memory.id;
}

/** The content of every memory there is, by id. */
export async function readAll(client: Client): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  let cursor: string | undefined;
  do {
    const answer = await client.callTool({
      name: "list_memories",
      arguments: { domain: "_", limit: 200, detail: "everything", ...(cursor === undefined ? {} : { cursor }) },
    });
    const page = answer.structuredContent as { memories: { id: string; content: string }[]; nextCursor?: string };
    for (const memory of page.memories) found.set(memory.id, memory.content);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return found;
}
