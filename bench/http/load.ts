import { quantile } from "../support/statistics.ts";
import { Connection } from "./connection.ts";

export interface Figures {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** The number of calls, including the warm-up. */
  readonly calls: number;
}

/** A tool call over one revision of the protocol. */
export interface Workload {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly revision: "2025" | "2026" | "plain";
  readonly tool: string;
  argumentsOf(call: number): Record<string, unknown>;
}

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

let nextId = 1;

/** Calls on `connections` parallel connections for `milliseconds`, after a warm-up of a quarter of that time. */
export async function measure(workload: Workload, connections: number, milliseconds: number): Promise<Figures> {
  const latencies: number[] = [];
  const firstId = nextId;
  const begin = performance.now() + milliseconds / 4;
  const end = begin + milliseconds;
  await Promise.all(Array.from({ length: connections }, () => callUntil(workload, begin, end, latencies)));
  return {
    perSecond: Math.round((latencies.length / milliseconds) * 1000),
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    calls: nextId - firstId,
  };
}

async function callUntil(workload: Workload, begin: number, end: number, latencies: number[]): Promise<void> {
  const connection = new Connection(workload.url);
  const headers = await openSession(connection, workload);
  for (let started = performance.now(); started < end; started = performance.now()) {
    await callOnce(connection, workload, headers, nextId++);
    if (started >= begin) latencies.push(performance.now() - started);
  }
  connection.close();
}

/** Calls the tool once and returns the body of the response. @throws if the call fails */
export async function callOnce(
  connection: Connection,
  { revision, tool, argumentsOf }: Workload,
  headers: Readonly<Record<string, string>>,
  id: number,
): Promise<string> {
  const params = { name: tool, arguments: argumentsOf(id), ...(revision === "2026" ? { _meta: META } : {}) };
  const response = await connection.post(JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params }), headers);
  const isResult =
    response.status === 200 && response.body.includes('"result":') && response.body.includes(`"id":${id}`);
  if (!isResult || response.body.includes('"isError":true')) {
    throw new Error(`${tool} failed: ${response.status} ${response.body.slice(0, 400)}`);
  }
  return response.body;
}

/** Opens a session (2025 revision) and returns the headers of further requests. */
export async function openSession(
  connection: Connection,
  { revision, headers, tool }: Workload,
): Promise<Record<string, string>> {
  if (revision === "plain") return { ...headers };
  if (revision === "2026") {
    return { ...headers, "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": tool };
  }
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "bench", version: "1" } };
  const response = await connection.post(
    JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", params }),
    headers,
  );
  const session = /mcp-session-id: (\S+)/i.exec(response.headers)?.[1];
  if (session === undefined) throw new Error(`initialize failed: ${response.status} ${response.body}`);
  const within = { ...headers, "mcp-session-id": session, "mcp-protocol-version": "2025-11-25" };
  await connection.post(JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }), within);
  return within;
}
