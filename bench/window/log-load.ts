import { connect } from "node:net";
import { Connection } from "../http/connection.ts";
import { openSession } from "../http/load.ts";

const CONNECTIONS = 16;
const TICK_MS = 5;
/** The limit of pending requests per connection. */
const MAX_PENDING = 8;
/** One in this many messages calls a tool; the others are pings. */
const CALL_EVERY = 10;

/** A persistent connection with pipelined requests (RFC 9112 §9.3.2) that counts responses. */
interface Lane {
  pending: number;
  send(message: string): void;
  close(): void;
}

/**
 * Sends `perSecond` MCP messages per second for `milliseconds`; returns the number of successful responses per second.
 */
export async function loadLog(
  endpoint: { readonly url: string; readonly token: string },
  perSecond: number,
  milliseconds: number,
): Promise<number> {
  const url = new URL(endpoint.url);
  const headers = await openLoadSession(url, endpoint.token);
  let responses = 0;
  const onResponses = (count: number) => {
    responses += count;
  };
  const lanes = Array.from({ length: CONNECTIONS }, () => openLane(url, headers, onResponses));
  const laneOf = (number: number) => lanes[number % CONNECTIONS] as Lane;
  const started = performance.now();
  const elapsed = () => performance.now() - started;
  for (let sent = 0; elapsed() < milliseconds; ) {
    const due = (elapsed() / 1000) * perSecond;
    for (let lane = laneOf(sent); sent < due && lane.pending < MAX_PENDING; lane = laneOf(sent)) {
      lane.send(sent % CALL_EVERY === 0 ? CALL : PING);
      sent++;
    }
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  const rate = (responses / elapsed()) * 1000;
  for (const lane of lanes) lane.close();
  return Math.round(rate);
}

const PING = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
const CALL = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "memory_status", arguments: {} },
});

async function openLoadSession(url: URL, token: string): Promise<Record<string, string>> {
  const connection = new Connection(url);
  const workload = { url, revision: "2025", tool: "memory_status", argumentsOf: () => ({}) } as const;
  const headers = await openSession(connection, { ...workload, headers: { authorization: `Bearer ${token}` } });
  connection.close();
  return headers;
}

function openLane(url: URL, headers: Readonly<Record<string, string>>, onResponses: (count: number) => void): Lane {
  const socket = connect(Number(url.port), url.hostname);
  socket.setNoDelay(true);
  socket.setEncoding("latin1");
  const head = Object.entries({
    host: url.host,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...headers,
  })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
  const lane: Lane = {
    pending: 0,
    send(message) {
      lane.pending++;
      socket.write(`POST ${url.pathname} HTTP/1.1\r\n${head}content-length: ${message.length}\r\n\r\n${message}`);
    },
    close: () => socket.destroy(),
  };
  let rest = "";
  socket.on("data", (chunk: string) => {
    const text = rest + chunk;
    const statuses = [...text.matchAll(STATUS)];
    const bad = statuses.find(([, status]) => status !== "200");
    if (bad !== undefined) throw new Error(`A message failed with status ${bad[1]}.`);
    const end = statuses.at(-1)?.index;
    // A status may be cut between two chunks.
    rest = text.slice(end === undefined ? 0 : end + STATUS_LENGTH).slice(1 - STATUS_LENGTH);
    lane.pending -= statuses.length;
    onResponses(statuses.length);
  });
  return lane;
}

/** Occurs once in each response. */
const STATUS = /HTTP\/1\.1 (\d{3})/g;
const STATUS_LENGTH = "HTTP/1.1 200".length;
