import type { Endpoint } from "../../platform/endpoint-file.ts";
import { connectVerified } from "../../platform/server-proof.ts";

/** How long the application may take to prove itself; run-hook.ts limits the entire hook. */
const CONNECT_TIMEOUT_MS = 20_000;

/**
 * Sends one JSON request to the application, after it has proved itself, and returns the JSON of its response. Written
 * for one request on one connection, because loading Node's `http` and an agent would take as long as the response.
 * @throws Error for any status but 200, and for a response that breaks off
 */
export async function postOnce<Result>(
  endpoint: Endpoint,
  path: string,
  headers: Readonly<Record<string, string>>,
  input: object,
): Promise<Result> {
  const socket = await connectVerified(endpoint, CONNECT_TIMEOUT_MS);
  try {
    const body = Buffer.from(JSON.stringify(input));
    const lines = Object.entries({
      host: `127.0.0.1:${endpoint.port}`,
      authorization: `Bearer ${endpoint.token}`,
      connection: "close",
      "content-type": "application/json",
      "content-length": String(body.length),
      ...headers,
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n`);
    socket.write(body);
    const parts: Buffer[] = [];
    for await (const part of socket) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString("utf8");
    const end = text.indexOf("\r\n\r\n");
    const length = Number(/^content-length: *(\d+) *$/im.exec(text.slice(0, end))?.[1]);
    const content = text.slice(end + 4);
    if (!text.startsWith("HTTP/1.1 200 ") || Buffer.byteLength(content) !== length) {
      throw new Error(`The application refused the hook: ${text.slice(0, 40)}`);
    }
    return JSON.parse(content) as Result;
  } finally {
    socket.destroy();
  }
}
