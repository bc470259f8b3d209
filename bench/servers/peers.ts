import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { NewServer, ServerSummary } from "../../electron/core/servers.ts";
import { withTimeout } from "../../electron/core/util/with-timeout.ts";
import { NODE_ARGUMENTS, withAllocatorSettings } from "../../electron/platform/process-memory.ts";
import { program } from "../../electron/servers/testing/definitions.ts";
import { root } from "../../scripts/tools.ts";
import { openHome } from "../../tests/clients/home.ts";
import { freePort } from "../../tests/testing/free-port.ts";
import { installPackage } from "../../tests/testing/npm-packages.ts";
import { Connection } from "../http/connection.ts";
import { callOnce, openSession, type Workload } from "../http/load.ts";
import { childrenOf, residentMegabytes } from "../start/resident-memory.ts";
import { processorTimeOf } from "../support/processor-time.ts";
import { EventStreamConnection } from "./event-stream-connection.ts";
import { ECHO } from "./overhead.ts";

/** Makes one call with an id of its own. */
export type Call = (id: number) => Promise<unknown>;

export interface OpenCall {
  readonly call: Call;
  close(): void;
}

/** A gateway that is started with an echo server on stdio and, if it supports that, one over HTTP. */
export interface Peer {
  readonly name: string;
  /** Starts the gateway. `startMs` is the time until the first response of the echo server on stdio. */
  start(): Promise<RunningPeer>;
}

export interface RunningPeer {
  readonly startMs: number;
  /** Opens a client. Null if the gateway cannot connect to that kind of server. */
  open(server: "stdio" | "HTTP"): Promise<OpenCall> | null;
  /** Resident megabytes of all its processes without the echo servers; NaN if the system has no /proc. */
  resident(): number;
  /** Milliseconds of processor time of all its processes, the echo servers included; NaN if the system has no /proc. */
  processorTime(): number;
  stop(): Promise<void>;
}

const HEADLESS = path.join(root, "dist", "electron", "headless.js");
const TEXT = { text: "hello" };
const START_TIMEOUT_MS = 120_000;
/** After this time a gateway that listens and does not respond is tried again. mcp-hub never answers the first try. */
const RETRY_MS = 1000;
const PACKAGES = {
  supergateway: { package: "supergateway", version: "4.0.0", command: "supergateway" },
  "mcp-proxy": { package: "mcp-proxy", version: "6.7.19", command: "mcp-proxy" },
  "mcp-hub": { package: "mcp-hub", version: "4.2.1", command: "mcp-hub" },
} as const;

/** Recollect, and three gateways from npm, which are installed into a temporary folder. */
export async function openPeers(remoteUrl: string): Promise<{ readonly peers: readonly Peer[]; close(): void }> {
  if (!existsSync(HEADLESS)) throw new Error("Build first: npm run build");
  const kept = process.env.RECOLLECT_GATEWAYS_DIR;
  const folder = mkdtempSync(path.join(tmpdir(), "recollect-peers-"));
  const files = new Map<string, string>();
  for (const [name, peer] of Object.entries(PACKAGES)) {
    const installed = await installPackage(path.join(kept ?? folder, name), peer, { scripts: false });
    if ("unreachable" in installed) console.log(`${name} is left out: ${installed.unreachable}`);
    else files.set(name, installed.file);
  }
  const data = path.join(folder, "data");
  const recollect = await prepareRecollect(data, remoteUrl);
  const peers = [recollect, ...[...files].map(([name, file]) => othersPeer(name, file, folder, remoteUrl))];
  return { peers, close: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Adds both echo servers to a data folder, so that the measured start is one with known servers. */
async function prepareRecollect(data: string, remoteUrl: string): Promise<Peer> {
  const home = await openHome();
  try {
    const definitions: readonly NewServer[] = [
      program("local", [ECHO]),
      { name: "remote", transport: { kind: "http", url: remoteUrl, headers: {} }, secrets: {} },
    ];
    const grants = [];
    for (const definition of definitions) {
      const { id } = await home.ask<ServerSummary>("servers.add", definition);
      grants.push({ server: id, tools: "all" });
    }
    await home.ask("clients.updateGrant", { subject: "other", servers: grants });
    const authorization = await home.authorization();
    await home.stop();
    cpSync(home.dataFolder, data, { recursive: true });
    return {
      name: "Recollect",
      async start() {
        const port = await freePort();
        // As each start of the application does.
        const env = withAllocatorSettings({
          ...process.env,
          RECOLLECT_DATA_DIR: data,
          RECOLLECT_PORT: String(port),
          RECOLLECT_KEYCHAIN: "off",
          RECOLLECT_PROJECT: "",
        });
        const url = new URL(`http://127.0.0.1:${port}/mcp`);
        const headers = { authorization };
        const open = (server: "stdio" | "HTTP") =>
          openStreamable(url, headers, server === "stdio" ? "local__echo" : "remote__echo");
        return await run(spawn(process.execPath, [...NODE_ARGUMENTS, HEADLESS], { env, stdio: "ignore" }), port, open);
      },
    };
  } finally {
    await home.close();
  }
}

function othersPeer(name: string, file: string, folder: string, remoteUrl: string): Peer {
  return {
    name,
    async start() {
      const port = await freePort();
      const at = `http://127.0.0.1:${port}`;
      const local = [process.execPath, ECHO];
      if (name === "mcp-hub") {
        const config = path.join(folder, "mcp-hub.json");
        const [command, ...args] = local;
        writeFileSync(config, JSON.stringify({ mcpServers: { local: { command, args }, remote: { url: remoteUrl } } }));
        const child = spawnPeer(file, ["--port", String(port), "--config", config], folder);
        return await run(child, port, (server) =>
          openEventStream(new URL(`${at}/mcp`), server === "stdio" ? "local__echo" : "remote__echo"),
        );
      }
      const args =
        name === "supergateway"
          ? ["--stdio", local.join(" "), "--outputTransport", "streamableHttp", "--stateful", "--logLevel", "none"]
          : ["--server", "stream", "--host", "127.0.0.1"];
      const command = name === "supergateway" ? [] : ["--", ...local];
      const child = spawnPeer(file, [...args, "--port", String(port), ...command], folder);
      return await run(child, port, (server) =>
        server === "stdio" ? openStreamable(new URL(`${at}/mcp`), {}, "echo") : null,
      );
    },
  };
}

function spawnPeer(file: string, args: readonly string[], folder: string): ChildProcess {
  // They keep state in the home folder.
  const home = path.join(folder, "home");
  mkdirSync(home, { recursive: true });
  const env = { PATH: process.env.PATH, HOME: home, XDG_STATE_HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home };
  return spawn(file, args, { env, stdio: "ignore" });
}

/** Waits for the first response of the echo server on stdio. */
async function run(child: ChildProcess, port: number, open: RunningPeer["open"]): Promise<RunningPeer> {
  const started = performance.now();
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill();
    const killed = setTimeout(() => child.kill("SIGKILL"), 5000);
    await once(child, "exit");
    clearTimeout(killed);
  };
  try {
    for (;;) {
      const first = await firstResponse(port, open);
      if (first) break;
      if (child.exitCode !== null) throw new Error(`The gateway exited with ${child.exitCode}.`);
      if (performance.now() - started > START_TIMEOUT_MS) throw new Error("The gateway did not start.");
      await sleep(5);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  const startMs = performance.now() - started;
  const pid = child.pid ?? 0;
  return { startMs, open, resident: () => residentOf(pid), processorTime: () => processorTimeOfAll(pid), stop };
}

async function firstResponse(port: number, open: RunningPeer["open"]): Promise<boolean> {
  const isListening = await new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
  if (!isListening) return false;
  const opened = await within(Promise.resolve(open("stdio"))).catch(() => null);
  if (opened === null) return false;
  try {
    await within(opened.call(1));
    return true;
  } catch {
    // A gateway may listen before its servers have started.
    return false;
  } finally {
    opened.close();
  }
}

/** @throws Error after a time without a response */
async function within<Result>(work: Promise<Result>): Promise<Result> {
  return await withTimeout(work, RETRY_MS, () => {
    throw new Error("There was no response in time.");
  });
}

async function openStreamable(url: URL, headers: Record<string, string>, tool: string): Promise<OpenCall> {
  const workload: Workload = { url, headers, revision: "2025", tool, argumentsOf: () => TEXT };
  const connection = new Connection(url);
  const within = await openSession(connection, workload);
  return { call: (id) => callOnce(connection, workload, within, id), close: () => connection.close() };
}

async function openEventStream(url: URL, name: string): Promise<OpenCall> {
  const connection = await EventStreamConnection.open(url);
  const call: Call = async (id) => {
    const text = await connection.request(id, "tools/call", { name, arguments: TEXT });
    if (!text.includes('"text":"hello"')) throw new Error(`The call failed: ${text.slice(0, 200)}`);
  };
  return { call, close: () => connection.close() };
}

/** The memory of a process and its descendants, without the echo servers and what they started. */
function residentOf(pid: number): number {
  if (process.platform !== "linux") return Number.NaN;
  const [, script] = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  if (script === ECHO) return 0;
  return childrenOf(pid).reduce((sum, child) => sum + residentOf(child), residentMegabytes(pid));
}

function processorTimeOfAll(pid: number): number {
  if (process.platform !== "linux") return Number.NaN;
  return childrenOf(pid).reduce((sum, child) => sum + processorTimeOfAll(child), processorTimeOf(pid));
}
