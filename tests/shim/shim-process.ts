import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { writeEndpoint } from "../../electron/platform/endpoint-file.ts";
import { dataFiles } from "../../electron/platform/paths.ts";
import { COMMAND_LINE_ENTRY, HEADLESS_ENTRY } from "../testing/entries.ts";
import { openStack, type Stack, type StackOptions } from "../testing/stack.ts";

/** Resources that are released at the end of a test. */
export interface Resources {
  add<Resource>(resource: Resource, release: () => Promise<unknown> | unknown): Resource;
  release(): Promise<void>;
}

export function createResources(): Resources {
  const releases: (() => Promise<unknown> | unknown)[] = [];
  return {
    add(resource, release) {
      releases.push(release);
      return resource;
    },
    async release() {
      for (const release of releases.splice(0).reverse()) await release();
    },
  };
}

export async function makeDataFolder(resources: Resources): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "recollect-shim-"));
  return resources.add(folder, () => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
}

/** Opens the server in this process, with an endpoint file in a data folder, as the application does. */
export async function serveStack(
  resources: Resources,
  options: StackOptions = {},
): Promise<{ readonly stack: Stack; readonly folder: string }> {
  const folder = await makeDataFolder(resources);
  const opened = await openStack(options);
  const stack = resources.add(opened, () => opened.close());
  const { url, token } = stack;
  writeEndpoint(dataFiles(folder).endpoint, {
    url,
    port: Number(new URL(url).port),
    pid: process.pid,
    token,
    version: "0",
  });
  return { stack, folder };
}

/** The shim then waits for the last responses however busy the machine is. */
export const PATIENT = { RECOLLECT_RESPONSE_GRACE_MS: "60000" };

/** The environment of a shim that does not start the application. */
export function attachedEnv(folder: string, extra: NodeJS.ProcessEnv = {}): Record<string, string> {
  return toEnv({ RECOLLECT_DATA_DIR: folder, RECOLLECT_START_COMMAND: "[]", RECOLLECT_PROJECT: "", ...extra });
}

/** The environment of a shim that starts the headless application on this port. */
export function startingEnv(folder: string, port: number): Record<string, string> {
  const command = JSON.stringify([process.execPath, HEADLESS_ENTRY]);
  return toEnv({
    RECOLLECT_DATA_DIR: folder,
    RECOLLECT_PORT: String(port),
    RECOLLECT_START_COMMAND: command,
    RECOLLECT_KEYCHAIN: "off",
    RECOLLECT_PROJECT: "",
  });
}

function toEnv(env: NodeJS.ProcessEnv): Record<string, string> {
  const all = { ...process.env, ...env };
  return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** A running shim. */
export interface RawShim {
  readonly child: ChildProcess;
  /** The lines of stdout so far. */
  readonly lines: string[];
  readonly stderr: () => string;
  send(...lines: readonly (string | object)[]): void;
  /** The first line that `matches`, of those so far or later. */
  line(matches: (line: string) => boolean): Promise<string>;
  /** The parsed response to a request. */
  answer(id: string | number): Promise<Record<string, unknown>>;
  /** The exit code or signal, once its output is read. */
  readonly exit: Promise<number | string>;
}

export function spawnShim(
  resources: Resources,
  env: Record<string, string>,
  options: { readonly cwd?: string; readonly readsOutput?: boolean } = {},
): RawShim {
  const child = spawn(process.execPath, [COMMAND_LINE_ENTRY], { env, cwd: options.cwd, stdio: "pipe" });
  resources.add(child, () => child.kill("SIGKILL"));
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  let rest = "";
  let errors = "";
  child.stdin.on("error", () => {});
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    errors += chunk;
  });
  const read = (chunk: string) => {
    rest += chunk;
    const parts = rest.split("\n");
    rest = parts.pop() ?? "";
    lines.push(...parts);
    for (const check of waiting) check();
  };
  child.stdout.setEncoding("utf8");
  if (options.readsOutput !== false) child.stdout.on("data", read);

  const line = (matches: (line: string) => boolean) =>
    new Promise<string>((resolve) => {
      const check = () => {
        const found = lines.find(matches);
        if (found === undefined) return;
        waiting.delete(check);
        resolve(found);
      };
      waiting.add(check);
      check();
    });

  return {
    child,
    lines,
    stderr: () => errors,
    send(...messages) {
      for (const each of messages) child.stdin.write(`${typeof each === "string" ? each : JSON.stringify(each)}\n`);
    },
    line,
    async answer(id) {
      const text = await line((each) => {
        const message = JSON.parse(each);
        return message.id === id && message.method === undefined;
      });
      return JSON.parse(text);
    },
    exit: once(child, "close").then(([code, signal]) => code ?? signal),
  };
}

export function initialize(id: string | number = "init", protocolVersion = "2025-11-25"): object {
  const params = { protocolVersion, capabilities: { roots: {} }, clientInfo: { name: "raw-client", version: "1.0" } };
  return { jsonrpc: "2.0", id, method: "initialize", params };
}

export const INITIALIZED = { jsonrpc: "2.0", method: "notifications/initialized" };

export function callTool(id: string | number, name: string, args: object = {}, meta?: object): object {
  const params = { name, arguments: args, ...(meta === undefined ? {} : { _meta: meta }) };
  return { jsonrpc: "2.0", id, method: "tools/call", params };
}

/** A request of 2026-07-28, with version and client in `_meta`. */
export function modern(id: string | number, method: string, params: object = {}): object {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "raw-client", version: "1.0" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return { jsonrpc: "2.0", id, method, params: { ...params, _meta } };
}
