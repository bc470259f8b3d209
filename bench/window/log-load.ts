import { connect } from "node:net";
import { Connection } from "../http/connection.ts";
import { openSession } from "../http/load.ts";

const CONNECTIONS = 16;
const TICK_MS = 5;
/** Requests one connection may have under way; the rest waits for answers. */
const MOST_WAITING = 8;
/** Of so many messages one calls a tool; the others are pings. */
const CALL_EVERY = 10;

/** A kept-alive connection that sends without waiting for each answer (RFC 9112 §9.3.2), and counts what is answered. */
interface Lane {
  waiting: number;
  send(message: string): void;
  close(): void;
}

/** Sends so many MCP messages a second, for so long; answers how many a second were answered well. */
export async function loadLog(
  endpoint: { readonly url: string; readonly token: string },
  perSecond: number,
  milliseconds: number,
): Promise<number> {
  const url = new URL(endpoint.url);
  const headers = await openLoadSession(url, endpoint.token);
  let answered = 0;
  const onAnswered = (count: number) => {
    answered += count;
  };
  const lanes = Array.from({ length: CONNECTIONS }, () => openLane(url, headers, onAnswered));
  const laneOf = (number: number) => lanes[number % CONNECTIONS] as Lane;
  const started = performance.now();
  const elapsed = () => performance.now() - started;
  for (let sent = 0; elapsed() < milliseconds; ) {
    const due = (elapsed() / 1000) * perSecond;
    for (let lane = laneOf(sent); sent < due && lane.waiting < MOST_WAITING; lane = laneOf(sent)) {
      lane.send(sent % CALL_EVERY === 0 ? CALL : PING);
      sent++;
    }
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  const rate = (answered / elapsed()) * 1000;
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
  const workload = { url, era: "2025", tool: "memory_status", argumentsOf: () => ({}) } as const;
  const headers = await openSession(connection, { ...workload, headers: { authorization: `Bearer ${token}` } });
  connection.close();
  return headers;
}

function openLane(url: URL, headers: Readonly<Record<string, string>>, onAnswered: (count: number) => void): Lane {
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
    waiting: 0,
    send(message) {
      lane.waiting++;
      socket.write(`POST ${url.pathname} HTTP/1.1\r\n${head}content-length: ${message.length}\r\n\r\n${message}`);
    },
    close: () => socket.destroy(),
  };
  let rest = "";
  socket.on("data", (chunk: string) => {
    const text = rest + chunk;
    const statuses = [...text.matchAll(STATUS)];
    const bad = statuses.find(([, status]) => status !== "200");
    if (bad !== undefined) throw new Error(`A message of the load was answered with ${bad[1]}.`);
    const end = statuses.at(-1)?.index;
    // A status may be cut between two chunks.
    rest = text.slice(end === undefined ? 0 : end + STATUS_LENGTH).slice(1 - STATUS_LENGTH);
    lane.waiting -= statuses.length;
    onAnswered(statuses.length);
  });
  return lane;
}

/** What every answer tells once. */
const STATUS = /HTTP\/1\.1 (\d{3})/g;
const STATUS_LENGTH = "HTTP/1.1 200".length;
