/**
 * `npm run bench shim`: the bundled shim compared with direct HTTP in the same run, with the headless application on a
 * temporary data folder. Reports the latency of a search and of the smallest request over both transports, in turns,
 * and the time from the start of the shim to its first response, compared with the start of an empty Node script. The
 * same comparison for `recollect search` (limit 1.5 times the empty script) and for a completion of ids (limit 120 ms).
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { type Endpoint, readLiveEndpoint } from "../electron/platform/endpoint-file.ts";
import { dataFiles } from "../electron/platform/paths.ts";
import { root } from "../scripts/tools.ts";
import { quantile } from "./support/statistics.ts";

const REQUESTS = 1500;
const ROUNDS = 6;
const STARTS = 20;
const SHIM = join(root, "dist", "shim", "recollect-shim.mjs");
const HEADLESS = join(root, "dist", "electron", "headless.js");
const INITIALIZE = {
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "bench", version: "1" } },
};

if (![SHIM, HEADLESS].every((file) => existsSync(file))) throw new Error("Build first: npm run build");
const folder = mkdtempSync(join(tmpdir(), "recollect-bench-"));
const env = {
  ...process.env,
  RECOLLECT_DATA_DIR: folder,
  RECOLLECT_PORT: "7395",
  RECOLLECT_KEYCHAIN: "off",
  RECOLLECT_PROJECT: "",
};
const server = spawn(process.execPath, [HEADLESS], { env, stdio: "ignore" });
try {
  const endpoint = await waitForEndpoint();
  const direct = await openDirect(endpoint);
  const shim = await openShim();
  for (let index = 0; index < 100; index += 1) {
    const content = `Fact ${index}: the ${["cache", "queue", "parser", "index"][index % 4]} was chosen for its speed.`;
    await direct(tool("capture_memory", { content, domain: "user" }));
  }
  await compare("search_memories", tool("search_memories", { query: "cache speed", limit: 5 }), direct, shim.call);
  await compare("ping", { method: "ping" }, direct, shim.call);
  shim.child.kill();
  await measureStarts(endpoint);
  measureCommands();
} finally {
  server.kill();
  await once(server, "exit");
  rmSync(folder, { recursive: true, force: true });
}

type Call = (message: object) => Promise<unknown>;

function tool(name: string, args: object): object {
  return { method: "tools/call", params: { name, arguments: args } };
}

async function compare(name: string, message: object, direct: Call, shim: Call): Promise<void> {
  const times = { direct: [] as number[], shim: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [transport, call] of [["direct", direct] as const, ["shim", shim] as const]) {
      for (let index = 0; index < REQUESTS / ROUNDS; index += 1) {
        const startedAt = performance.now();
        await call(message);
        // The first round warms up.
        if (round > 0) times[transport].push(performance.now() - startedAt);
      }
    }
  }
  const [directP50, shimP50] = [quantile(times.direct, 0.5), quantile(times.shim, 0.5)];
  console.log(
    `${name}: HTTP p50 ${ms(directP50)} p99 ${ms(quantile(times.direct, 0.99))}; ` +
      `shim p50 ${ms(shimP50)} p99 ${ms(quantile(times.shim, 0.99))}; added at p50 ${ms(shimP50 - directP50)} (limit 0.70 ms)`,
  );
}

async function measureStarts(endpoint: Endpoint): Promise<void> {
  const bare: number[] = [];
  const first: number[] = [];
  for (let index = 0; index < STARTS; index += 1) {
    const startedAt = performance.now();
    spawnSync(process.execPath, ["-e", "0"]);
    bare.push(performance.now() - startedAt);
    const shimStartedAt = performance.now();
    const { child } = await openShim();
    first.push(performance.now() - shimStartedAt);
    child.kill();
    await once(child, "exit");
  }
  const median = quantile(first, 0.5);
  console.log(
    `start to first response of ${endpoint.url}: p50 ${ms(median)}, worst of ${STARTS} ${ms(Math.max(...first))} ` +
      `(limit 150 ms); an empty Node script runs in ${ms(quantile(bare, 0.5))}`,
  );
}

/** Runs commands and an empty script in turns. The first round compiles the commands. */
function measureCommands(): void {
  const empty = join(folder, "empty.mjs");
  writeFileSync(empty, "");
  const scripts = {
    empty: [empty],
    search: [SHIM, "search", "cache speed"],
    completion: [SHIM, "completion", "words", "--", "show", ""],
  };
  const times: Record<keyof typeof scripts, number[]> = { empty: [], search: [], completion: [] };
  for (let index = 0; index <= STARTS; index += 1) {
    for (const [name, args] of Object.entries(scripts)) {
      const startedAt = performance.now();
      const { status } = spawnSync(process.execPath, args, { env });
      if (status !== 0) throw new Error(`${name} failed with ${status}`);
      if (index > 0) times[name as keyof typeof scripts].push(performance.now() - startedAt);
    }
  }
  const p50 = (name: keyof typeof scripts) => quantile(times[name], 0.5);
  console.log(
    `recollect search: p50 ${ms(p50("search"))}, ${(p50("search") / p50("empty")).toFixed(2)} times an empty Node script ` +
      `(${ms(p50("empty"))}; limit 1.50); completion of ids: p50 ${ms(p50("completion"))} (limit 120 ms)`,
  );
}

async function openDirect(endpoint: Endpoint): Promise<Call> {
  const agent = new http.Agent({ keepAlive: true });
  let session: Record<string, string> = {};
  let id = 0;
  const send = (message: object): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const headers = {
        ...session,
        authorization: `Bearer ${endpoint.token}`,
        accept: "application/json, text/event-stream",
        "content-type": "application/json",
      };
      const request = http.request(endpoint.url, { agent, method: "POST", headers }, (response) => {
        const sessionId = response.headers["mcp-session-id"];
        if (typeof sessionId === "string") session = { "mcp-session-id": sessionId };
        let body = "";
        response.setEncoding("utf8").on("data", (chunk: string) => {
          body += chunk;
        });
        response.on("end", () => resolve(body === "" ? null : JSON.parse(body)));
      });
      request.on("error", reject);
      request.end(JSON.stringify({ jsonrpc: "2.0", ...message }));
    });
  const call: Call = (message) => {
    id += 1;
    return send({ id, ...message });
  };
  await call(INITIALIZE);
  await send({ method: "notifications/initialized" });
  return call;
}

async function openShim(): Promise<{ readonly child: ChildProcess; readonly call: Call }> {
  const child = spawn(process.execPath, [SHIM], { env, stdio: ["pipe", "pipe", "inherit"] });
  const waiting = new Map<number, (message: unknown) => void>();
  let id = 0;
  createInterface({ input: child.stdout }).on("line", (line) => {
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  });
  const call: Call = (message) => {
    id += 1;
    const own = id;
    return new Promise((resolve) => {
      waiting.set(own, resolve);
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: own, ...message })}\n`);
    });
  };
  await call(INITIALIZE);
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
  return { child, call };
}

async function waitForEndpoint(): Promise<Endpoint> {
  for (;;) {
    const endpoint = readLiveEndpoint(dataFiles(folder).endpoint);
    if (endpoint !== null) return endpoint;
    await sleep(50);
  }
}

function ms(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 0)} ms`;
}
