import { Connection } from "./connection.ts";

export interface Figures {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Calls in all, the warm-up included. */
  readonly calls: number;
}

/** One way to call one tool: the headers of the era, and the message for the n-th call. */
export interface Workload {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly era: "2025" | "2026" | "plain";
  readonly tool: string;
  argumentsOf(call: number): Record<string, unknown>;
}

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

let nextId = 1;

/** Calls from `connections` at once, each one after the other, for `milliseconds` after as long a quarter to warm up. */
export async function measure(workload: Workload, connections: number, milliseconds: number): Promise<Figures> {
  const latencies: number[] = [];
  const firstId = nextId;
  const begin = performance.now() + milliseconds / 4;
  const end = begin + milliseconds;
  await Promise.all(Array.from({ length: connections }, () => callUntil(workload, begin, end, latencies)));
  latencies.sort((a, b) => a - b);
  return {
    perSecond: Math.round((latencies.length / milliseconds) * 1000),
    p50: latencies[Math.floor(latencies.length * 0.5)] ?? Number.NaN,
    p99: latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN,
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

/** One call, checked to be answered well; the body of the answer. */
export async function callOnce(
  connection: Connection,
  { era, tool, argumentsOf }: Workload,
  headers: Readonly<Record<string, string>>,
  id: number,
): Promise<string> {
  const params = { name: tool, arguments: argumentsOf(id), ...(era === "2026" ? { _meta: META } : {}) };
  const answer = await connection.post(JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params }), headers);
  if (answer.status !== 200 || answer.body.includes('"isError":true') || !answer.body.includes(`"id":${id}`)) {
    throw new Error(`${tool} failed: ${answer.status} ${answer.body.slice(0, 400)}`);
  }
  return answer.body;
}

/** The headers further requests need: of a session that is opened (2025), or of the protocol (2026). */
export async function openSession(
  connection: Connection,
  { era, headers, tool }: Workload,
): Promise<Record<string, string>> {
  if (era === "plain") return { ...headers };
  if (era === "2026") {
    return { ...headers, "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": tool };
  }
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "bench", version: "1" } };
  const answer = await connection.post(
    JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", params }),
    headers,
  );
  const session = /mcp-session-id: (\S+)/i.exec(answer.headers)?.[1];
  if (session === undefined) throw new Error(`initialize failed: ${answer.status} ${answer.body}`);
  const within = { ...headers, "mcp-session-id": session, "mcp-protocol-version": "2025-11-25" };
  await connection.post(JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }), within);
  return within;
}
