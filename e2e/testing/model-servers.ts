import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { json } from "node:stream/consumers";
import { root } from "../../scripts/tools.ts";

export const MODEL_FOLDER = path.join(root, "resources", "model");
const SHA = "e".repeat(40);
const FILES = ["model.onnx", "model.onnx.data", "tokenizer.json"];
const KEY = "the-owners-key";
const CHUNK = 1 << 20;

/** A model hub with the bundled model as `owner/small`, and an OpenAI-compatible server that requires a key. */
export interface ModelServers {
  readonly port: number;
  readonly key: string;
  /** While true, the hub pauses downloads after one megabyte. */
  stalls: boolean;
  close(): Promise<void>;
}

export async function startModelServers(): Promise<ModelServers> {
  const files = new Map<string, Buffer>();
  for (const name of FILES) files.set(name, await readFile(path.join(MODEL_FOLDER, name)));
  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => response.destroy(error as Error));
  });

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    if (pathname === "/v1/embeddings") {
      if (request.headers.authorization !== `Bearer ${KEY}`) return void response.writeHead(401).end("No key.");
      const { input } = (await json(request)) as { input: string[] };
      const data = input.map((text, index) => ({ index, embedding: [text.length, 1, index] }));
      return void response.end(JSON.stringify({ data }));
    }
    if (!pathname.includes("owner/small")) return void response.writeHead(404).end("{}");
    if (pathname.includes("/revision/")) return void response.end(JSON.stringify({ sha: SHA }));
    if (pathname.includes("/tree/")) return void response.end(JSON.stringify([...files].map(treeEntry)));
    const bytes = files.get(path.basename(pathname)) ?? Buffer.alloc(0);
    const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? 0);
    response.writeHead(start > 0 ? 206 : 200);
    if (servers.stalls) response.write(bytes.subarray(start, start + CHUNK));
    else response.end(bytes.subarray(start));
  }

  // Listens on every address, because a test uses a non-loopback address.
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  const servers: ModelServers = {
    port: (server.address() as AddressInfo).port,
    key: KEY,
    stalls: false,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return servers;
}

function treeEntry([name, bytes]: readonly [string, Buffer]) {
  const oid = createHash("sha256").update(bytes).digest("hex");
  return { type: "file", path: name, size: bytes.length, oid, lfs: { oid, size: bytes.length } };
}
