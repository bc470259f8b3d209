import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { type Endpoint, readLiveEndpoint } from "../../electron/platform/endpoint-file.ts";
import { dataFiles } from "../../electron/platform/paths.ts";
import { HEADLESS_ENTRY } from "../testing/entries.ts";

/** The headless application in its own process, as the owner starts it. */
export interface RunningApplication {
  readonly endpoint: Endpoint;
  /** Kills it without a clean stop; resolves when the process has exited. */
  kill(): Promise<void>;
  /** Stops it; resolves when the process has exited. */
  stop(): Promise<void>;
}

/** Starts the application with a data folder and waits until it serves. @param port 0 chooses any free port */
export async function startHeadless(folder: string, port: number): Promise<RunningApplication> {
  const env = { ...process.env, RECOLLECT_DATA_DIR: folder, RECOLLECT_PORT: String(port), RECOLLECT_KEYCHAIN: "off" };
  const child = spawn(process.execPath, [HEADLESS_ENTRY], { env, stdio: ["ignore", "ignore", "pipe"] });
  let diagnostics = "";
  child.stderr?.on("data", (chunk: Buffer) => (diagnostics += chunk));
  const endpoint = await waitForEndpoint(child, folder, () => diagnostics);
  const end = async (signal: "SIGKILL" | "SIGTERM") => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, "exit");
  };
  return { endpoint, kill: () => end("SIGKILL"), stop: () => end("SIGTERM") };
}

async function waitForEndpoint(child: ChildProcess, folder: string, diagnostics: () => string): Promise<Endpoint> {
  // Two minutes: a start takes a second, and on a busy machine much longer.
  for (let attempt = 0; attempt < 2400; attempt += 1) {
    const endpoint = readLiveEndpoint(dataFiles(folder).endpoint);
    if (endpoint !== null && endpoint.pid === child.pid) return endpoint;
    if (child.exitCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill("SIGKILL");
  throw new Error(`The application did not start.\n${diagnostics()}`);
}

/** Connects a client of revision 2025 with the owner's token. */
export async function connectClient(endpoint: Endpoint, name: string): Promise<Client> {
  const client = new Client({ name, version: "1.0.0" });
  const requestInit = { headers: { authorization: `Bearer ${endpoint.token}` } };
  const transport = new StreamableHTTPClientTransport(new URL(endpoint.url), { requestInit });
  // The SDK declares a transport's optional callbacks without `undefined`.
  await client.connect(transport as Parameters<Client["connect"]>[0]);
  return client;
}

/** Captures a memory. @returns its id @throws if the capture was not acknowledged */
export async function capture(client: Client, content: string): Promise<string> {
  const result = await client.callTool({ name: "capture_memory", arguments: { content, domain: "user" } });
  const { memory } = result.structuredContent as { memory?: { id: string } };
  if (memory === undefined) throw new Error(`Not captured: ${JSON.stringify(result.structuredContent)}`);
  return memory.id;
}

/** Returns the content of every memory, by id. */
export async function readAll(client: Client): Promise<Map<string, string>> {
  const contents = new Map<string, string>();
  let cursor: string | undefined;
  do {
    const result = await client.callTool({
      name: "list_memories",
      arguments: { domain: "_", limit: 200, detail: "everything", cursor },
    });
    const page = result.structuredContent as { memories: { id: string; content: string }[]; nextCursor?: string };
    for (const memory of page.memories) contents.set(memory.id, memory.content);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return contents;
}
