import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Endpoint, readEndpoint, readLiveEndpoint } from "../../electron/platform/endpoint-file.ts";
import { dataFiles } from "../../electron/platform/paths.ts";
import { isListenerOfAnother } from "../../electron/platform/server-proof.ts";
import { COMMAND_LINE_ENTRY, HEADLESS_ENTRY } from "../testing/entries.ts";
import {
  attachedEnv,
  callTool,
  createResources,
  initialize,
  makeDataFolder,
  modern,
  spawnShim,
} from "./shim-process.ts";

const TEXT = "the launch code is 4711";
const NOBODY = 65_534;

/** Responds to every request like an application, and prints what it received. */
const FOREIGN_SERVER = `
  const http = require("node:http");
  http.createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => { body += chunk; });
    request.on("end", () => {
      console.log(JSON.stringify({ url: request.url, headers: request.headers, body }));
      response.setHeader("recollect-proof", "x".repeat(43));
      response.setHeader("mcp-session-id", "s");
      response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, result: { evil: true }, link: "http://evil.example/" }));
    });
  }).listen(Number(process.argv[1]), "127.0.0.1", () => console.log('"ready"'));
`;

let resources: ReturnType<typeof createResources>;
let folder: string;
let endpoint: Endpoint;

beforeEach(async () => {
  resources = createResources();
  folder = await makeDataFolder(resources);
  const application = run([HEADLESS_ENTRY], {});
  await expect.poll(() => readLiveEndpoint(dataFiles(folder).endpoint)).not.toBeNull();
  endpoint = readEndpoint(dataFiles(folder).endpoint) as Endpoint;
  application.kill("SIGKILL");
  await once(application, "exit");
});
afterEach(() => resources.release());

function run(args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  const child = spawn(process.execPath, [...args], {
    env: attachedEnv(folder, { RECOLLECT_PORT: "0", RECOLLECT_KEYCHAIN: "off", HOME: folder, ...env }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  return resources.add(child, () => child.kill("SIGKILL"));
}

async function outputOf(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const child = run(args, env);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      output += chunk;
    });
  }
  await once(child, "close");
  return output;
}

/** Lets another program listen on the application's port, with the application's process id in the endpoint file. */
async function occupy(options: { readonly uid?: number } = {}): Promise<unknown[]> {
  const child = spawn(process.execPath, ["-e", FOREIGN_SERVER, String(endpoint.port)], {
    ...options,
    cwd: "/",
    stdio: ["ignore", "pipe", "ignore"],
  });
  resources.add(child, () => child.kill("SIGKILL"));
  const received: unknown[] = [];
  const lines = createInterface({ input: child.stdout });
  await once(lines, "line");
  lines.on("line", (line) => received.push(JSON.parse(line)));
  const { processStart: _start, ...rest } = endpoint;
  writeFileSync(dataFiles(folder).endpoint, JSON.stringify({ ...rest, pid: child.pid }));
  return received;
}

describe("a program that took the port of an application that was killed", () => {
  it("receives neither token nor text from shim, command line, hook and second instance", async () => {
    const received = await occupy();
    const shim = spawnShim(resources, attachedEnv(folder));
    shim.send(initialize("old"), modern("new", "tools/call", { name: "capture_memory", arguments: { content: TEXT } }));
    shim.send(callTool("late", "capture_memory", { content: TEXT }));
    for (const id of ["old", "new"]) {
      expect(JSON.stringify(await shim.answer(id))).toMatch(/Another program uses port \d+.*Nothing was sent to it/);
    }
    expect(await outputOf([COMMAND_LINE_ENTRY, "capture", TEXT])).toContain("Nothing was sent to it");
    expect(await outputOf([COMMAND_LINE_ENTRY, "status"])).toContain("Nothing was sent to it");
    expect(await outputOf([COMMAND_LINE_ENTRY, "hook", "SessionStart"])).toBe("");
    // The lock of the data folder is free, so this one becomes the owner.
    const second = run([HEADLESS_ENTRY], {});
    await expect.poll(() => readLiveEndpoint(dataFiles(folder).endpoint)?.pid).toBe(second.pid);
    expect(received.length).toBeGreaterThan(0);
    for (const request of received) {
      expect(request).toEqual({
        url: expect.stringMatching(/^\/health\?nonce=[\w-]{32}$/),
        headers: { host: `127.0.0.1:${endpoint.port}` },
        body: "",
      });
    }
  }, 300_000);

  it("receives neither token nor text from an instance that hands over to a running one", async () => {
    const owner = run([HEADLESS_ENTRY], {});
    await expect.poll(() => readLiveEndpoint(dataFiles(folder).endpoint)?.pid).toBe(owner.pid);
    const received = await occupy();
    expect(await outputOf([HEADLESS_ENTRY])).toContain("Another Recollect is using the data and does not respond.");
    expect(JSON.stringify(received)).not.toContain(endpoint.token);
    for (const request of received) expect(request).toMatchObject({ url: expect.stringMatching(/^\/health\?nonce=/) });
  }, 300_000);

  it("receives nothing at all if the process id belongs to another process by now", async () => {
    const received = await occupy();
    writeFileSync(dataFiles(folder).endpoint, JSON.stringify({ ...endpoint, pid: process.pid }));
    expect(await outputOf([COMMAND_LINE_ENTRY, "status"])).toContain("Recollect is not running.");
    expect(received).toEqual([]);
  }, 300_000);

  const canRunAsAnother =
    process.platform === "linux" &&
    process.getuid?.() === 0 &&
    spawnSync(process.execPath, ["-e", "0"], { uid: NOBODY, cwd: "/" }).status === 0;
  it.runIf(canRunAsAnother)(
    "receives nothing at all if it runs as another user",
    async () => {
      const received = await occupy({ uid: NOBODY });
      expect(isListenerOfAnother(endpoint.port)).toBe(true);
      expect(await outputOf([COMMAND_LINE_ENTRY, "capture", TEXT])).toContain("Nothing was sent to it");
      expect(received).toEqual([]);
    },
    300_000,
  );

  it("is not verified by passing the question on to the application on another port", async () => {
    const application = run([HEADLESS_ENTRY], {});
    await expect.poll(() => readLiveEndpoint(dataFiles(folder).endpoint)?.pid).toBe(application.pid);
    const real = JSON.parse(readFileSync(dataFiles(folder).endpoint, "utf8")) as Endpoint;
    const texts: string[] = [];
    const relay = createServer((socket) => {
      socket.on("data", (chunk) => {
        const text = chunk.toString();
        texts.push(text);
        const forwarded = text.replace(/host: [^\r]*/i, `host: 127.0.0.1:${real.port}`);
        const upstream = exchange(real.port, forwarded);
        upstream.then((response) => socket.end(response));
      });
    });
    resources.add(relay, () => relay.close());
    await new Promise<void>((resolve) => relay.listen(0, "127.0.0.1", resolve));
    const address = relay.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const { socket: _, ...withoutSocket } = real;
    const url = `http://127.0.0.1:${port}/mcp`;
    writeFileSync(dataFiles(folder).endpoint, JSON.stringify({ ...withoutSocket, port, url }));
    expect(await outputOf([COMMAND_LINE_ENTRY, "capture", TEXT])).toContain("Nothing was sent to it");
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.join("")).not.toContain(TEXT);
    expect(texts.join("")).not.toContain(real.token);
  }, 300_000);
});

/** Sends raw HTTP to a port and returns the raw response. */
async function exchange(port: number, text: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(text);
  const [chunk] = (await once(socket, "data")) as [Buffer];
  socket.destroy();
  return chunk.toString();
}
